// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Nodes of trees are turned, moved and taken out: each child must be found again
// from somewhere.

#include "../leak.h"

struct node {
  struct node *left, *right;
  char *key;
};

static void tree_free(struct node *n) {
  if (!n)
    return;
  tree_free(n->left);
  tree_free(n->right);
  free(n->key);
  free(n);
}

static struct node *leaf(void) { return calloc(1, sizeof(struct node)); }

// DRIVE: tree_free(grown_ok(NULL)); tree_free(grown_ok(leaf()))
struct node *grown_ok(struct node *root) {
  struct node *n = leaf();
  if (!n)
    return root;
  n->left = root;
  return n;
}

// DRIVE: tree_free(grown_bad(NULL)); tree_free(grown_bad(leaf()))
struct node *grown_bad(struct node *root) {
  struct node *n = leaf(); // LEAK
  if (!n)
    return root;
  if (root)
    return root;
  return n->left;
}

// DRIVE: two_children_ok()
void two_children_ok(void) {
  struct node *n = leaf();
  if (!n)
    return;
  n->left = leaf();
  n->right = leaf();
  tree_free(n);
}

// DRIVE: left_only_bad()
void left_only_bad(void) {
  struct node *n = leaf();
  if (!n)
    return;
  n->left = leaf();
  n->right = leaf(); // LEAK
  free(n->left);
  free(n);
}

// DRIVE: moved_child_ok()
void moved_child_ok(void) {
  struct node *n = leaf();
  if (!n)
    return;
  n->left = leaf();
  n->right = n->left;
  n->left = NULL;
  tree_free(n);
}

// DRIVE: overwritten_child_bad()
void overwritten_child_bad(void) {
  struct node *n = leaf();
  if (!n)
    return;
  n->left = leaf(); // LEAK
  n->left = n->right;
  tree_free(n);
}

// DRIVE: key_first_ok("a")
void key_first_ok(const char *key) {
  struct node *n = leaf();
  if (!n)
    return;
  n->key = strdup(key);
  free(n->key);
  free(n);
}

// DRIVE: key_forgotten_bad("a")
void key_forgotten_bad(const char *key) {
  struct node *n = leaf();
  if (!n)
    return;
  n->key = strdup(key); // LEAK
  free(n);
}

// DRIVE: key_replaced_bad("a")
void key_replaced_bad(const char *key) {
  struct node *n = leaf();
  if (!n)
    return;
  n->key = strdup(key); // LEAK
  n->key = strdup(key);
  tree_free(n);
}

// DRIVE: key_replaced_ok("a")
void key_replaced_ok(const char *key) {
  struct node *n = leaf();
  if (!n)
    return;
  n->key = strdup(key);
  free(n->key);
  n->key = strdup(key);
  tree_free(n);
}
