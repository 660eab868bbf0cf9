// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Do the proofs hold?  Runs every proved routine on all small heaps.
//
// A heap is a few cells whose pointers and numbers take all values: every shape
// there is, cycles, shared cells and broken back pointers included.  The
// routine gets every choice of cells as arguments.  Before and after the call
// the references to each cell are counted: those in cells that are not freed,
// the arguments (the caller has them still) and the result.  A cell that had
// one, has none and was not freed is lost, and the proof is wrong.
//
// Runs that fault, take too many steps or use a freed cell are left out and
// counted.  Steps are rounds of `while` loops; endless recursion faults.  Built
// and run by heaps.py, which puts the program in the place of RUN_ALL.

#include "prove.h"

#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { kMost = 4, kMade = 2, kAll = kMost + kMade, kSteps = 100 };

static union cell {
  struct list list;
  struct dlist dlist;
  struct tree tree;
} cells[kAll];
static int is_freed[kAll], count, made;
static sigjmp_buf way_out;
static int steps, is_running;

static void step(void) {
  if (is_running && ++steps > kSteps)
    siglongjmp(way_out, 1);
}

static int number_of(const void *p) {
  const union cell *c = p;
  return c >= cells && c < cells + kAll ? (int)(c - cells) : -1;
}

void *test_malloc(size_t size) {
  (void)size;
  if (made == kMade)
    return NULL;
  return &cells[count + made++];
}

void test_free(void *p) {
  int n = number_of(p);
  if (!p)
    return;
  if (n < 0 || is_freed[n])
    siglongjmp(way_out, 1);
  is_freed[n] = 1;
}

static void on_fault(int signal) { siglongjmp(way_out, signal); }

// ---- shapes: how many pointers a cell has, and where

enum shape { LIST, DLIST, TREE };
static enum shape shape;

static int pointers(void) { return shape == LIST ? 1 : 2; }
static void **pointer(int cell, int i) {
  union cell *c = &cells[cell];
  if (shape == LIST)
    return (void **)&c->list.next;
  if (shape == DLIST)
    return (void **)(i ? &c->dlist.prev : &c->dlist.next);
  return (void **)(i ? &c->tree.right : &c->tree.left);
}

static void build(long code, int data) {
  memset(cells, 0, sizeof cells);
  memset(is_freed, 0, sizeof is_freed);
  made = 0;
  for (int c = 0; c < count; c++) {
    for (int i = 0; i < pointers(); i++) {
      int to = (int)(code % (count + 1));
      code /= count + 1;
      *pointer(c, i) = to ? &cells[to - 1] : NULL;
    }
    cells[c].list.data = data >> c & 1; // at the same place in all shapes
    if (shape == TREE)
      cells[c].tree.height = 1 + (data >> c & 1) * 2;
  }
}

static void count_references(int *references, void *const *roots, int n) {
  memset(references, 0, sizeof(int) * kAll);
  for (int c = 0; c < count + made; c++)
    for (int i = 0; i < pointers() && !is_freed[c]; i++)
      if (number_of(*pointer(c, i)) >= 0)
        references[number_of(*pointer(c, i))]++;
  for (int i = 0; i < n; i++)
    if (number_of(roots[i]) >= 0)
      references[number_of(roots[i])]++;
}

static long runs, left_out, lost;

// One call; `call` gets the arguments and gives the result.
static void try_one(const char *name, void *(*call)(void **), void **arguments,
                    int n) {
  int before[kAll], after[kAll];
  void *roots[3] = {arguments[0], arguments[1], NULL};
  count_references(before, roots, n);
  runs++;
  steps = 0;
  is_running = 1;
  if (sigsetjmp(way_out, 0)) {
    is_running = 0;
    left_out++;
    return;
  }
  roots[n] = call(arguments);
  is_running = 0;
  count_references(after, roots, n + 1);
  for (int c = 0; c < count + made; c++)
    if (!is_freed[c] && !after[c] && (before[c] || c >= count)) {
      if (lost++ == 0)
        printf("%s loses cell %d of %d\n", name, c, count);
      return;
    }
}

static void try_all(const char *name, enum shape of, int most,
                    void *(*call)(void **), int arguments) {
  shape = of;
  for (count = 1; count <= most; count++) {
    long codes = 1;
    for (int i = 0; i < count * pointers(); i++)
      codes *= count + 1;
    for (long code = 0; code < codes; code++)
      for (int data = 0; data < 1 << count; data++)
        for (int a = 0; a <= count; a++)
          for (int b = 0; b <= (arguments > 1 ? count : 0); b++) {
            build(code, data);
            void *given[2] = {a ? &cells[a - 1] : NULL,
                              b ? &cells[b - 1] : NULL};
            try_one(name, call, given, arguments);
          }
  }
}

RUN_ALL

int main(void) {
  static char stack[1 << 16];
  stack_t other = {.ss_sp = stack, .ss_size = sizeof stack};
  sigaltstack(&other, NULL);
  struct sigaction action = {.sa_handler = on_fault,
                             .sa_flags = SA_NODEFER | SA_ONSTACK};
  sigaction(SIGSEGV, &action, NULL);
  sigaction(SIGBUS, &action, NULL);
  alarm(40); // a loop that nothing counts
  run_all();
  printf("%ld runs, %ld left out, %ld lost\n", runs, left_out, lost);
  return lost != 0;
}
