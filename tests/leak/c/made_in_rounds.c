// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops in which a new node takes the one before it as its child: none is its
// own child.

#include "../leak.h"

struct node {
  int number;
  struct node *left, *right;
};

static struct node *node_new(int number, struct node *left,
                             struct node *right) {
  struct node *n = malloc(sizeof *n);
  if (!n)
    return NULL;
  n->number = number;
  n->left = left;
  n->right = right;
  return n;
}

static struct node *leaf(int number) { return node_new(number, NULL, NULL); }

static void node_free(struct node *n) {
  if (!n)
    return;
  node_free(n->left);
  node_free(n->right);
  free(n);
}

static struct node *chain(const int *numbers, int count) {
  struct node *left = leaf(0);
  for (int i = 0; left && i < count; i++) {
    struct node *both = node_new(numbers[i], left, NULL);
    if (!both) {
      node_free(left);
      return NULL;
    }
    left = both;
  }
  return left;
}

static struct node *folded(const int *numbers, int count) {
  struct node *left = leaf(0);
  if (!left)
    return NULL;
  while (count > 0) {
    struct node *right = leaf(numbers[--count]);
    if (!right) {
      node_free(left);
      return NULL;
    }
    struct node *both = node_new(0, left, right);
    if (!both) {
      node_free(left);
      node_free(right);
      return NULL;
    }
    left = both;
  }
  return left;
}

// DRIVE: int n[] = {1, 2, 3}; chained_ok(n, 3)
int chained_ok(const int *numbers, int count) {
  struct node *n = chain(numbers, count);
  if (!n)
    return -1;
  struct node *child = n->left;
  free(n);
  node_free(child);
  return 0;
}

// DRIVE: int n[] = {1, 2, 3}; chained_bad(n, 3)
int chained_bad(const int *numbers, int count) {
  struct node *n = chain(numbers, count); // LEAK
  if (!n)
    return -1;
  if (n->number > 2)
    return 1;
  node_free(n);
  return 0;
}

// DRIVE: int n[] = {1, 2, 3}; folded_ok(n, 3)
int folded_ok(const int *numbers, int count) {
  struct node *n = folded(numbers, count);
  if (!n)
    return -1;
  struct node *left = n->left, *right = n->right;
  free(n);
  node_free(left);
  node_free(right);
  return 0;
}

// DRIVE: int n[] = {1, 2, 3}; folded_bad(n, 3)
int folded_bad(const int *numbers, int count) {
  struct node *n = folded(numbers, count); // LEAK
  if (!n)
    return -1;
  if (count > 2)
    return 1;
  node_free(n);
  return 0;
}
