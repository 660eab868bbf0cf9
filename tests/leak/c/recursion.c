// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Trees: freed recursively, built recursively, cut.

#include "../leak.h"

struct tree {
  struct tree *left, *right;
  char *label;
};

static void tree_free(struct tree *t) {
  if (!t)
    return;
  tree_free(t->left);
  tree_free(t->right);
  free(t->label);
  free(t);
}

// DRIVE: tree_free(grow_ok(2))
struct tree *grow_ok(int depth) {
  struct tree *t;
  if (depth == 0)
    return NULL;
  t = calloc(1, sizeof *t);
  if (!t)
    return NULL;
  t->left = grow_ok(depth - 1);
  t->right = grow_ok(depth - 1);
  return t;
}

// DRIVE: local_tree_ok(2)
void local_tree_ok(int depth) {
  struct tree *t = grow_ok(depth);
  tree_free(t);
}

// DRIVE: local_tree_bad(2)
int local_tree_bad(int depth) {
  struct tree *t = grow_ok(depth); // LEAK
  return t != NULL;
}

static void half_free(struct tree *t) {
  if (!t)
    return;
  half_free(t->left);
  free(t); // LEAK(one-of right)
}

// DRIVE: right_side_bad()
void right_side_bad(void) {
  struct tree *t = calloc(1, sizeof *t);
  if (!t)
    return;
  t->right = calloc(1, sizeof *t); // LEAK(one-of right)
  half_free(t);
}

// DRIVE: each_level_bad(2)
int each_level_bad(int depth) {
  char *p;
  if (depth == 0)
    return 0;
  p = malloc(10); // LEAK
  if (each_level_bad(depth - 1) < 0 || depth == 2)
    return -1;
  free(p);
  return 0;
}

// DRIVE: each_level_ok(2)
int each_level_ok(int depth) {
  char *p;
  int status;
  if (depth == 0)
    return 0;
  p = malloc(10);
  status = each_level_ok(depth - 1);
  free(p);
  return status;
}

static void free_even(char *p, int n);
static void free_odd(char *p, int n) {
  if (n == 0)
    free(p);
  else
    free_even(p, n - 1);
}
static void free_even(char *p, int n) {
  if (n == 0)
    free(p);
  else
    free_odd(p, n - 1);
}

// DRIVE: mutual_ok(3)
void mutual_ok(int n) {
  char *p = malloc(10);
  free_even(p, n);
}

struct list {
  struct list *next;
};
static void free_list(struct list *l) {
  if (l) {
    free_list(l->next);
    free(l);
  }
}
// DRIVE: recursive_list_ok()
void recursive_list_ok(void) {
  struct list *a = calloc(1, sizeof *a);
  if (!a)
    return;
  a->next = calloc(1, sizeof *a);
  free_list(a);
}
