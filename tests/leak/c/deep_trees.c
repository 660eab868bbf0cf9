// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Trees: built by hand to a known depth or by recursion to any, freed child by
// child, and grafted from one onto the other.

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

static struct tree *tree_new(struct tree *left, struct tree *right) {
  struct tree *t = calloc(1, sizeof *t);
  if (!t)
    exit(1);
  t->left = left;
  t->right = right;
  return t;
}

static struct tree *leaf(void) { return tree_new(NULL, NULL); }

static struct tree *left_comb_of_six(void) {
  struct tree *t = tree_new(tree_new(tree_new(leaf(), NULL), NULL), NULL);
  return tree_new(tree_new(t, NULL), NULL);
}

// DRIVE: right_child_bad()
void right_child_bad(void) {
  struct tree *right = leaf(); // LEAK
  struct tree *t = tree_new(leaf(), right);
  tree_free(t->left);
  free(t);
}

// DRIVE: six_levels_ok()
void six_levels_ok(void) { tree_free(left_comb_of_six()); }

// DRIVE: six_levels_bad()
int six_levels_bad(void) {
  struct tree *t = left_comb_of_six(); // LEAK
  return t->left->left->left->left->left == NULL;
}

// DRIVE: sixth_level_bad()
void sixth_level_bad(void) {
  struct tree *t = left_comb_of_six(); // LEAK missed-by(valueflow): a sink that is only possible counts
  t->left->left->left->left->left = NULL;
  tree_free(t);
}

static void free_left_only(struct tree *t) {
  if (!t)
    return;
  free_left_only(t->left);
  free(t->label);
  free(t); // LEAK(one-of right)
}

// DRIVE: only_left_bad()
void only_left_bad(void) {
  free_left_only(tree_new(leaf(), leaf())); // LEAK(one-of right)
}

// DRIVE: only_left_ok()
void only_left_ok(void) { free_left_only(left_comb_of_six()); }

// DRIVE: tree_free(every_level_bad(2))
struct tree *every_level_bad(int depth) {
  if (depth == 0)
    return NULL;
  struct tree *t = calloc(1, sizeof *t);
  if (!t)
    return NULL;
  t->left = every_level_bad(depth - 1); // LEAK
  t->right = every_level_bad(depth - 1);
  if (depth > 1 && !t->right) {
    free(t);
    return NULL;
  }
  return t;
}

// DRIVE: tree_free(every_level_ok(2))
struct tree *every_level_ok(int depth) {
  if (depth == 0)
    return NULL;
  struct tree *t = calloc(1, sizeof *t);
  if (!t)
    return NULL;
  t->left = every_level_ok(depth - 1);
  t->right = every_level_ok(depth - 1);
  if (depth > 1 && !t->right) {
    tree_free(t);
    return NULL;
  }
  return t;
}

// DRIVE: grafted_ok()
void grafted_ok(void) {
  struct tree *a = tree_new(leaf(), NULL), *b = leaf();
  b->right = a->left;
  a->left = NULL;
  tree_free(a);
  tree_free(b);
}

// DRIVE: grafted_over_bad()
void grafted_over_bad(void) {
  struct tree *a = tree_new(NULL, NULL);
  struct tree *b = tree_new(leaf(), NULL); // LEAK
  b->left = a;
  tree_free(b);
}

// DRIVE: grafted_twice_bad()
void grafted_twice_bad(void) {
  struct tree *shared = leaf();
  struct tree *t = tree_new(shared, shared);
  free(t->left);
  free(t->right); // DOUBLE-FREE
  free(t);
}

// DRIVE: struct tree *t = leaf(); relabelled_ok(t, "a"); relabelled_ok(t, "b"); tree_free(t)
void relabelled_ok(struct tree *t, const char *label) {
  free(t->label);
  t->label = strdup(label);
}

// DRIVE: labelled_twice_bad()
void labelled_twice_bad(void) {
  struct tree *t = leaf();
  t->label = strdup("a"); // LEAK
  t->label = strdup("b");
  tree_free(t);
}
