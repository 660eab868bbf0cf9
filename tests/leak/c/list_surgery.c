// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Cells are linked into lists and cut out of them: the order of two assignments
// decides whether the rest is lost.

#include "../leak.h"

struct cell {
  struct cell *next;
};

static void all_free(struct cell *c) {
  while (c) {
    struct cell *next = c->next;
    free(c);
    c = next;
  }
}

// DRIVE: all_free(pushed_ok(NULL))
struct cell *pushed_ok(struct cell *list) {
  struct cell *c = malloc(sizeof *c);
  if (!c)
    return list;
  c->next = list;
  return c;
}

// DRIVE: pushed_in_vain_bad(NULL)
struct cell *pushed_in_vain_bad(struct cell *list) {
  struct cell *c = malloc(sizeof *c); // LEAK
  if (!c)
    return list;
  c->next = list;
  return list;
}

// DRIVE: all_free(behind_ok(calloc(1, sizeof(struct cell))))
struct cell *behind_ok(struct cell *list) {
  struct cell *c = malloc(sizeof *c);
  if (!c || !list) {
    free(c);
    return list;
  }
  c->next = list->next;
  list->next = c;
  return list;
}

// DRIVE: pair_ok()
int pair_ok(void) {
  struct cell *a = calloc(1, sizeof *a);
  if (!a)
    return -1;
  a->next = calloc(1, sizeof *a);
  struct cell *rest = a->next;
  free(a);
  free(rest);
  return 0;
}

// DRIVE: pair_bad()
int pair_bad(void) {
  struct cell *a = calloc(1, sizeof *a);
  if (!a)
    return -1;
  a->next = calloc(1, sizeof *a); // LEAK
  free(a);
  return 0;
}

// DRIVE: cut_ok()
int cut_ok(void) {
  struct cell *a = calloc(1, sizeof *a);
  if (!a)
    return -1;
  a->next = calloc(1, sizeof *a);
  struct cell *rest = a->next;
  a->next = NULL;
  free(rest);
  free(a);
  return 0;
}

// DRIVE: cut_bad()
int cut_bad(void) {
  struct cell *a = calloc(1, sizeof *a);
  if (!a)
    return -1;
  a->next = calloc(1, sizeof *a); // LEAK
  a->next = NULL;
  free(a);
  return 0;
}

// DRIVE: replaced_ok()
int replaced_ok(void) {
  struct cell *a = calloc(1, sizeof *a);
  if (!a)
    return -1;
  struct cell *b = calloc(1, sizeof *b);
  if (b) {
    b->next = a->next;
    free(a);
    a = b;
  }
  free(a);
  return 0;
}

// DRIVE: replaced_bad()
int replaced_bad(void) {
  struct cell *a = calloc(1, sizeof *a); // LEAK
  if (!a)
    return -1;
  struct cell *b = calloc(1, sizeof *b);
  if (b) {
    b->next = a->next;
    a = b;
  }
  free(a);
  return 0;
}
