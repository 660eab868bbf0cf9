// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One summary, many callers (after Figures 1 and 2 of Jung and Yi, ISMM
// 2008): what a callee returns or hangs on its argument, seen by each caller
// with its own aliases.

#include "../leak.h"

struct list {
  struct list *next;
  int *val;
};

int wanted; // set elsewhere

// Figure 1: a block for the caller, or a tail on the argument.
static int *block_or_tail(struct list *p) {
  if (wanted)
    return malloc(4);
  p->next = calloc(1, sizeof *p);
  return NULL;
}

// DRIVE: free(tail_lost_bad()); wanted = 1; free(tail_lost_bad())
int *tail_lost_bad(void) {
  struct list k = {0};
  return block_or_tail(&k); // LEAK missed-by(sat, absint, valueflow): what only some outcomes of a callee make is out of danger
}

// DRIVE: free(tail_freed_ok()); wanted = 1; free(tail_freed_ok())
int *tail_freed_ok(void) {
  struct list k = {0};
  int *a = block_or_tail(&k);
  free(k.next);
  return a;
}

// DRIVE: block_lost_bad(); wanted = 1; block_lost_bad()
int block_lost_bad(void) {
  struct list k = {0};
  int *a = block_or_tail(&k); // LEAK
  free(k.next);
  return a != NULL;
}

// DRIVE: struct list k = {0}; free(tail_handed_up_ok(&k)); free(k.next)
int *tail_handed_up_ok(struct list *p) { return block_or_tail(p); }

// The result tells which of the two there is.
// DRIVE: one_or_other_ok(); wanted = 1; one_or_other_ok()
void one_or_other_ok(void) {
  struct list k = {0};
  int *a = block_or_tail(&k);
  if (a)
    free(a);
  else
    free(k.next);
}

// DRIVE: one_or_other_bad(); wanted = 1; one_or_other_bad()
void one_or_other_bad(void) {
  struct list k = {0};
  int *a = block_or_tail(&k); // LEAK missed-by(sat, absint, valueflow): what only some outcomes of a callee make is out of danger
  if (a)
    free(a);
}

// Figure 2: frees by two names.
static void free_tail_and_node(struct list *x, struct list *y) {
  free(y->next);
  free(x);
}

// DRIVE: two_names_ok()
void two_names_ok(void) {
  struct list *a = calloc(1, sizeof *a);
  struct list *b = a;
  if (!a)
    return;
  a->next = calloc(1, sizeof *a);
  free_tail_and_node(a, b);
}

// DRIVE: two_nodes_bad()
void two_nodes_bad(void) {
  struct list *a = calloc(1, sizeof *a);
  struct list *b = calloc(1, sizeof *b); // LEAK
  if (!a || !b) {
    free(a);
    free(b);
    return;
  }
  b->next = calloc(1, sizeof *b);
  free_tail_and_node(a, b);
}

// DRIVE: two_nodes_ok()
void two_nodes_ok(void) {
  struct list *a = calloc(1, sizeof *a);
  struct list b = {0};
  b.next = calloc(1, sizeof *a);
  free_tail_and_node(a, &b);
}

// DRIVE: wrong_tail_bad()
void wrong_tail_bad(void) {
  struct list *a = calloc(1, sizeof *a);
  struct list b = {0};
  if (!a)
    return;
  a->next = calloc(1, sizeof *a); // LEAK
  free_tail_and_node(a, &b);
}
