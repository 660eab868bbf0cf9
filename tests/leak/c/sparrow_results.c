// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Old and new memory in one result (after Figures 8 to 11 and 14 of Jung and
// Yi, ISMM 2008): a new head on an old tail, a new block or a held one.

#include "../leak.h"

struct list {
  struct list *next;
  int *val;
};

static int *kept_int;
static struct list kept_list;

static struct list *make_two(void) {
  struct list *l = calloc(1, sizeof *l);
  l->val = malloc(4);
  l->next = calloc(1, sizeof *l);
  l->next->val = malloc(4);
  return l;
}

static void free_next(struct list *l) { free(l->next); }
static void make_array(int **p) { *p = malloc(40); }
static void attach(int *p, int ***place) {
  kept_int = p;
  *place = &kept_list.val;
}

// Figure 8, argument to result: a new head on the old tail.
static struct list *renew(struct list *l) {
  struct list *head = calloc(1, sizeof *head);
  head->next = l->next;
  free(l->val);
  free(l);
  return head;
}

// DRIVE: renewed_ok()
void renewed_ok(void) {
  struct list *l = renew(make_two());
  free(l->next->val);
  free(l->next);
  free(l);
}

// DRIVE: old_tail_bad()
void old_tail_bad(void) {
  struct list *l = renew(make_two()); // LEAK missed-by(sat, fused, valueflow, absint): what only some outcomes of a callee make is out of danger
  free(l);
}

// Figures 9 to 11 with all of them.
// DRIVE: only_new_head_bad()
void only_new_head_bad(void) {
  struct list *l = renew(make_two()); // LEAK
  int **place;
  attach(l->next->val, &place);
  make_array(place);
  free_next(l);
}

// DRIVE: new_head_freed_ok()
void new_head_freed_ok(void) {
  struct list *l = renew(make_two());
  int **place;
  attach(l->next->val, &place);
  make_array(place);
  free_next(l);
  free(l);
}

// Figure 14: new, or what the argument holds.
static int *new_or_held(size_t n, struct list *p) {
  if (n)
    return malloc(n);
  return p->val;
}

// DRIVE: new_or_held_bad(0); new_or_held_bad(8)
int new_or_held_bad(size_t n) {
  int local = 0;
  struct list k = {NULL, &local};
  int *a = new_or_held(n, &k); // LEAK
  return a == &local;
}

// DRIVE: new_or_held_ok(0); new_or_held_ok(8)
int new_or_held_ok(size_t n) {
  int local = 0;
  struct list k = {NULL, &local};
  int *a = new_or_held(n, &k);
  if (a != &local)
    free(a);
  return 0;
}

// DRIVE: both_freed_ok(0); both_freed_ok(8)
void both_freed_ok(size_t n) {
  struct list k = {NULL, malloc(4)};
  int *a = new_or_held(n, &k);
  if (n)
    free(a);
  free(k.val);
}

// DRIVE: held_forgotten_bad(8)
void held_forgotten_bad(size_t n) {
  struct list k = {NULL, malloc(4)}; // LEAK
  free(new_or_held(n, &k));
}
