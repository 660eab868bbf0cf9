// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Eight ways in which memory passes a call (after Figures 3 to 7 of Jung and
// Yi, ISMM 2008): from allocations, globals and arguments to free, globals,
// arguments and results.

#include "../leak.h"

struct list {
  struct list *next;
  int *val;
};

static int *kept_int;
static struct list kept_list;

// Figure 3, argument to free.
static void free_next(struct list *l) { free(l->next); }

// DRIVE: argument_to_free_ok()
void argument_to_free_ok(void) {
  struct list k = {calloc(1, sizeof k), NULL};
  free_next(&k);
}

// DRIVE: argument_to_free_bad()
void argument_to_free_bad(void) {
  struct list k = {NULL, malloc(4)}; // LEAK
  free_next(&k);
}

// Figure 4, argument to global and global to argument.
static void attach(int *p, int ***place) {
  kept_int = p;
  *place = &kept_list.val;
}

// DRIVE: both_kept_ok()
void both_kept_ok(void) {
  int *p = malloc(4), **place;
  attach(p, &place);
  *place = malloc(4);
}

// DRIVE: place_not_used_bad()
void place_not_used_bad(void) {
  int *p = malloc(4), *own, **place = &own;
  attach(p, &place);
  own = malloc(4); // LEAK
}

// Figure 5, allocation to argument.
static void make_array(int **p) { *p = malloc(40); }

// DRIVE: allocation_to_argument_ok()
void allocation_to_argument_ok(void) {
  int *a;
  make_array(&a);
  free(a);
}

// DRIVE: allocation_to_argument_bad()
int allocation_to_argument_bad(void) {
  int *a;
  make_array(&a); // LEAK
  return a != NULL;
}

// DRIVE: filled_twice_bad()
void filled_twice_bad(void) {
  int *a;
  make_array(&a); // LEAK
  make_array(&a);
  free(a);
}

// Figure 6, allocation to result: four blocks in one structure.
static struct list *make_two(void) {
  struct list *l = calloc(1, sizeof *l);
  l->val = malloc(4);
  l->next = calloc(1, sizeof *l);
  l->next->val = malloc(4);
  return l;
}

// DRIVE: four_blocks_ok()
void four_blocks_ok(void) {
  struct list *l = make_two();
  free(l->next->val);
  free(l->next);
  free(l->val);
  free(l);
}

// DRIVE: last_value_bad()
void last_value_bad(void) {
  struct list *l = make_two(); // LEAK missed-by(sat, fused, valueflow, absint): what only some outcomes of a callee make is out of danger
  free(l->next);
  free(l->val);
  free(l);
}

// Figure 7, global to result and argument to argument.
static struct list *pass_on(struct list *from, struct list **to) {
  *to = from;
  return &kept_list;
}

// DRIVE: hung_on_global_ok(); freed_by_other_name_ok()
void hung_on_global_ok(void) {
  struct list own = {0}, *same;
  pass_on(&own, &same)->next = calloc(1, sizeof own);
}

// DRIVE: freed_by_other_name_ok()
void freed_by_other_name_ok(void) {
  struct list *same;
  pass_on(calloc(1, sizeof *same), &same);
  free(same);
}

// DRIVE: hung_on_local_bad()
void hung_on_local_bad(void) {
  struct list own = {0}, *same;
  pass_on(&own, &same);
  same->next = calloc(1, sizeof own); // LEAK missed-by(valueflow): a sink that is only possible counts
}
