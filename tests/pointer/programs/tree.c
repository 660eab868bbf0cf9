// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A binary tree with parent pointers, built and walked by recursion.
#include "observe.h"
#include <stdlib.h>

struct node {
  int key;
  struct node *child[2];
  struct node *parent;
  const char *label;
};

static struct node *insert(struct node *n, struct node *parent, int key,
                           const char *label) {
  if (!n) {
    n = calloc(1, sizeof *n);
    OBJECT(n, sizeof *n);
    n->key = key;
    n->parent = parent;
    n->label = label;
    return n;
  }
  int side = key > n->key;
  n->child[side] = insert(n->child[side], n, key, label);
  return n;
}

static struct node *leftmost(struct node *n) {
  return n->child[0] ? leftmost(n->child[0]) : n;
}

static struct node *successor(struct node *n) {
  if (n->child[1])
    return leftmost(n->child[1]);
  while (n->parent && n->parent->child[1] == n)
    n = n->parent;
  return n->parent;
}

int main(void) {
  static char names[4][8] = {"a", "b", "c", "d"};
  OBJECT(names, sizeof names);
  struct node *root = NULL;
  root = insert(root, NULL, 5, names[0]);
  root = insert(root, NULL, 3, names[1]);
  root = insert(root, NULL, 8, names[2]);
  root = insert(root, NULL, 4, names[3]);
  for (struct node *n = leftmost(root); n; n = successor(n)) {
    OBSERVE(n);
    OBSERVE(n->label);
    OBSERVE(n->parent);
    OBSERVE(n->child[1]);
  }
  return 0;
}
