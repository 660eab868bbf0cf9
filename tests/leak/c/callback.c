// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Contexts handed to registrations, calls through pointers and tables.

#include "../leak.h"

typedef void (*handler)(void *context);
static struct {
  handler run;
  void *context;
} registered;

static void on_event(handler run, void *context) {
  registered.run = run;
  registered.context = context;
}
static void call_now(handler run, void *context) { run(context); }
static void read_only(void *context) { (void)*(volatile char *)context; }

// DRIVE: kept_by_registration_ok()
void kept_by_registration_ok(void) {
  char *context = calloc(1, 10);
  on_event(read_only, context);
}

// DRIVE: freed_by_callback_ok()
void freed_by_callback_ok(void) {
  char *context = calloc(1, 10); // false-alarm(valueflow): which function a pointer holds is not told
  call_now(free, context);
}

// DRIVE: read_by_callback_bad()
void read_by_callback_bad(void) {
  char *context = calloc(1, 10); // LEAK
  if (context)
    call_now(read_only, context);
}

struct operations {
  void *(*make)(size_t);
  void (*drop)(void *);
};
static const struct operations heap = {malloc, free};
static void ignore(void *p) { (void)p; }
static const struct operations forgetful = {malloc, ignore};

// DRIVE: table_ok()
void table_ok(void) {
  char *p = heap.make(10);
  heap.drop(p);
}

// DRIVE: table_bad()
void table_bad(void) {
  char *p = forgetful.make(10); // LEAK
  forgetful.drop(p);
}

static void *allocate(const struct operations *o) { return o->make(10); }

// DRIVE: table_argument_ok()
void table_argument_ok(void) {
  char *p = allocate(&heap);
  heap.drop(p);
}

// DRIVE: table_argument_bad()
int table_argument_bad(void) {
  char *p = allocate(&heap); // LEAK
  return p != NULL;
}

// DRIVE: chosen_ok(0); chosen_ok(1)
static void free_loudly(void *p) {
  puts("free");
  free(p);
}
void chosen_ok(int loud) {
  void (*drop)(void *) = loud ? free_loudly : free;
  drop(malloc(10));
}

// DRIVE: chosen_bad(1)
void chosen_bad(int keep) {
  void (*drop)(void *) = keep ? ignore : free;
  char *p = malloc(10); // LEAK missed-by(valueflow): a sink that is only possible counts
  drop(p);
}

static int compare(const void *a, const void *b) {
  return *(const int *)a - *(const int *)b;
}

// DRIVE: sorted_ok(3)
void sorted_ok(size_t n) {
  int *p = calloc(n, sizeof *p);
  if (!p)
    return;
  qsort(p, n, sizeof *p, compare);
  free(p);
}

// DRIVE: sorted_bad(3)
void sorted_bad(size_t n) {
  int *p = calloc(n, sizeof *p); // LEAK
  if (p)
    qsort(p, n, sizeof *p, compare);
}
