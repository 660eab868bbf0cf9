// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What Jung and Yi give up for speed (ISMM 2008, Section 3), with what is true:
// all globals are one, freed on some path counts as freed, the result says
// nothing about what was made.

#include "../leak.h"

static int *kept, *other;
static void keep(int *p) {
  kept = p; // LEAK(one-of kept) missed-by(valueflow): a sink that is only possible counts
}
static void keep_other(int *p) { other = p; }

// DRIVE: same_global_bad()
void same_global_bad(void) {
  keep(malloc(4)); // LEAK(one-of kept) missed-by(sat, fused): what was there before the call is not followed
  keep(malloc(8));
}

// DRIVE: two_globals_ok()
void two_globals_ok(void) {
  keep(malloc(4));
  keep_other(malloc(8));
}

// DRIVE: freed_between_ok()
void freed_between_ok(void) {
  keep(malloc(4));
  free(kept);
  keep(malloc(8));
}

static void free_if(int *p, int n) {
  if (n)
    free(p);
}

// DRIVE: freed_on_some_path_bad(0); freed_on_some_path_bad(1)
void freed_on_some_path_bad(int n) {
  int *p = malloc(4); // LEAK
  free_if(p, n);
}

// DRIVE: freed_on_this_path_ok()
void freed_on_this_path_ok(void) {
  int *p = malloc(4);
  free_if(p, 1);
}

// DRIVE: freed_on_other_path_ok(0); freed_on_other_path_ok(1)
void freed_on_other_path_ok(int n) {
  int *p = malloc(4);
  free_if(p, n);
  if (!n)
    free(p);
}

// DRIVE: kept_on_some_path_bad(0)
void kept_on_some_path_bad(int n) {
  int *p = malloc(4); // LEAK
  if (n)
    kept = p;
}

// DRIVE: kept_or_freed_ok(0); kept_or_freed_ok(1)
void kept_or_freed_ok(int n) {
  int *p = malloc(4);
  if (n)
    kept = p;
  else
    free(p);
}

static void free_one(int *x, int *y, int n) {
  int *p = x;
  if (n)
    p = y;
  free(p);
}

// DRIVE: one_of_two_bad(0); one_of_two_bad(1)
void one_of_two_bad(int n) {
  int *x = malloc(4); // LEAK missed-by(sat, fused, absint, valueflow): which of two a callee frees is not told
  int *y = malloc(4); // LEAK missed-by(sat, fused, absint, valueflow): which of two a callee frees is not told
  free_one(x, y, n);
}

// DRIVE: first_then_second_ok()
void first_then_second_ok(void) {
  int *x = malloc(4), *y = malloc(4);
  free_one(x, y, 0);
  free_one(x, y, 1);
}

static int fill(int **out, size_t n) {
  if (n == 0)
    return 0;
  *out = malloc(n);
  return 1;
}

// Zero says that nothing was made.
// DRIVE: result_tells_ok(0); result_tells_ok(4)
void result_tells_ok(size_t n) {
  int *p;
  if (fill(&p, n) == 0)
    return;
  free(p);
}

// DRIVE: result_misread_bad(4)
void result_misread_bad(size_t n) {
  int *p = NULL;
  if (fill(&p, n) == 1) // LEAK
    return;
  free(p);
}

static int *stored_and_returned(int **place) { return *place = malloc(4); }

// One object with two names, not two objects.
// DRIVE: freed_by_first_name_ok(); freed_by_second_name_ok()
void freed_by_first_name_ok(void) {
  int *a, *b = stored_and_returned(&a);
  free(a);
  (void)b;
}

// DRIVE: freed_by_second_name_ok()
void freed_by_second_name_ok(void) {
  int *a;
  free(stored_and_returned(&a));
}

// DRIVE: freed_by_both_names_bad()
void freed_by_both_names_bad(void) {
  int *a, *b = stored_and_returned(&a);
  free(a);
  free(b); // DOUBLE-FREE
}
