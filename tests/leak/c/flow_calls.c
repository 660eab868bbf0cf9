// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values that flow through callees: helpers that free or not, hand back, fill
// out-parameters, take over, call back, recur.

#include "../leak.h"

static void release_if(char *p, int really) {
  if (really)
    free(p);
}

// DRIVE: asked_to_ok()
void asked_to_ok(void) { release_if(malloc(1), 1); }

// DRIVE: asked_not_to_bad()
void asked_not_to_bad(void) {
  char *p = malloc(1);
  char *q = malloc(2); // LEAK
  release_if(p, 1);
  release_if(q, 0);
}

// DRIVE: same_flag_ok(0); same_flag_ok(1)
void same_flag_ok(int keep) {
  char *p = malloc(1);
  release_if(p, !keep);
  if (keep)
    free(p);
}

// DRIVE: same_flag_bad(0); same_flag_bad(1)
void same_flag_bad(int keep) {
  char *p = malloc(1); // LEAK
  release_if(p, !keep);
  if (keep > 1)
    free(p);
}

static char *handed_back(char *p) { return p; }
static char *inside(char *p) { return p ? p + 1 : NULL; }

// DRIVE: handed_back_ok(); handed_back_bad()
void handed_back_ok(void) { free(handed_back(malloc(1))); }
int handed_back_bad(void) {
  char *p = handed_back(malloc(1)); // LEAK
  return p != NULL;
}

// DRIVE: inside_ok(); inside_bad()
void inside_ok(void) {
  char *p = malloc(2), *q = inside(p);
  if (q)
    free(q - 1);
}
int inside_bad(void) {
  char *p = malloc(2); // LEAK
  char *q = inside(p);
  return q != NULL;
}

static int fill(char **out, int fails) {
  *out = NULL;
  if (fails)
    return -1;
  *out = malloc(4);
  return *out ? 0 : -2;
}

// DRIVE: filled_ok(0); filled_ok(1)
int filled_ok(int fails) {
  char *p;
  if (fill(&p, fails) < 0)
    return -1;
  free(p);
  return 0;
}

// DRIVE: filled_bad(0); filled_bad(1)
int filled_bad(int fails) {
  char *p;
  if (fill(&p, fails) < 0) // LEAK
    return -1;
  return p[0] = 1;
}

// DRIVE: filled_twice_ok(); filled_twice_bad()
void filled_twice_ok(void) {
  char *p;
  if (fill(&p, 0) == 0)
    free(p);
  if (fill(&p, 0) == 0)
    free(p);
}
void filled_twice_bad(void) {
  char *p;
  fill(&p, 0); // LEAK
  fill(&p, 0);
  free(p);
}

static void swap(char **a, char **b) {
  char *t = *a;
  *a = *b;
  *b = t;
}

// DRIVE: swapped_ok()
void swapped_ok(void) {
  char *p = malloc(1), *q = NULL;
  swap(&p, &q);
  free(q);
}

static void take_and_clear(char **p) {
  free(*p);
  *p = NULL;
}

// DRIVE: taken_ok(); cleared_bad()
void taken_ok(void) {
  char *p = malloc(1);
  take_and_clear(&p);
  free(p);
}
void cleared_bad(void) {
  char *p = malloc(1); // LEAK
  p = NULL;
  take_and_clear(&p);
}

typedef void (*action)(char *);
static void drop(char *p) { free(p); }
static void free_nothing_else(char *p) { (void)p; }
static void look(char *p) {
  if (p)
    p[0] = 1;
}

// DRIVE: called_ok(0); called_ok(1)
void called_ok(int c) {
  action a = c ? drop : free_nothing_else;
  char *p = malloc(1); // false-alarm(absint): tests that no interval relates
  if (c)
    a(p);
  else
    free(p);
}

// DRIVE: looked_at_bad()
void looked_at_bad(void) {
  action a = look;
  char *p = malloc(1); // LEAK
  a(p);
}

static void free_to_zero(char *p, int depth) {
  if (depth == 0)
    free(p);
  else
    free_to_zero(p, depth - 1);
}

// DRIVE: recursion_ok(3)
void recursion_ok(int depth) {
  char *p = malloc(1);
  if (depth >= 0)
    free_to_zero(p, depth);
  else
    free(p);
}

static int count_down(char *p, int depth) {
  if (depth <= 0)
    return p != NULL;
  return count_down(p, depth - 1);
}

// DRIVE: recursion_bad(3)
int recursion_bad(int depth) {
  char *p = malloc(1); // LEAK
  return count_down(p, depth);
}
