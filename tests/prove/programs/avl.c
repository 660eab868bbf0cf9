// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Balanced trees: the `avl` rows of the paper's Figure 6.

#include "../prove.h"

static int height(struct tree *t) { return t == NULL ? 0 : t->height; }

static void measure(struct tree *t) {
  int left = height(t->left), right = height(t->right);
  t->height = 1 + (left > right ? left : right);
}

static struct tree *rotate_right(struct tree *t) {
  struct tree *top = t->left;
  t->left = top->right;
  top->right = t;
  return top;
}

static struct tree *rotate_left(struct tree *t) {
  struct tree *top = t->right;
  t->right = top->left;
  top->left = t;
  return top;
}

// PROVED
struct tree *avl_rotate(struct tree *t) {
  struct tree *top = t->left;
  t->left = top->right;
  top->right = t;
  return top;
}

static struct tree *balance(struct tree *t) {
  int left = height(t->left), right = height(t->right);
  if (left > right + 1)
    t = rotate_right(t);
  else if (right > left + 1)
    t = rotate_left(t);
  measure(t);
  return t;
}

// PROVED: balance, rotate_left, rotate_right, measure, height
struct tree *avl_balance(struct tree *t) {
  if (t == NULL)
    return NULL;
  return balance(t);
}

static struct tree *insert(struct tree *t, struct tree *cell) {
  if (t == NULL)
    return cell;
  if (cell->data < t->data)
    t->left = insert(t->left, cell);
  else
    t->right = insert(t->right, cell);
  return balance(t);
}

// Real on malformed trees, whose subtrees lead back to their roots; the one of
// `cell` at the end of avl_insert() is false.
// POSSIBLE: insert
struct tree *avl_insert(struct tree *t, int data) {
  struct tree *cell = malloc(sizeof *cell);
  if (!cell)
    return t;
  cell->data = data;
  cell->height = 1;
  cell->left = NULL;
  cell->right = NULL;
  return insert(t, cell);
}
