// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Objects that hang on others: nodes, trees, two-level pointers, copies.

#include "../leak.h"

struct node {
  struct node *next;
  char *name;
};

static struct node *node_new(struct node *next, const char *name) {
  struct node *n = malloc(sizeof *n);
  if (!n)
    return NULL;
  n->next = next;
  n->name = strdup(name);
  return n;
}

static void list_free(struct node *n) {
  while (n) {
    struct node *next = n->next;
    free(n->name);
    free(n);
    n = next;
  }
}

// DRIVE: one_node_ok(); one_node_bad()
void one_node_ok(void) { list_free(node_new(NULL, "a")); }
void one_node_bad(void) {
  struct node *n = node_new(NULL, "a"); // LEAK missed-by(valueflow): what only some outcomes of a callee make
  free(n);
}

// DRIVE: two_nodes_ok()
void two_nodes_ok(void) {
  struct node *a = node_new(NULL, "a");
  struct node *b = a ? node_new(a, "b") : NULL;
  list_free(b ? b : a);
}

// DRIVE: old_head_bad()
void old_head_bad(void) {
  struct node *a = node_new(NULL, "a"); // LEAK
  if (!a)
    return;
  struct node *b = node_new(a, "b");
  if (b)
    b->next = NULL;
  list_free(b);
}

// DRIVE: built_in_a_loop_ok(0); built_in_a_loop_ok(3)
void built_in_a_loop_ok(int n) {
  struct node *head = NULL;
  for (int i = 0; i < n; i++) {
    struct node *more = malloc(sizeof *more);
    if (!more)
      break;
    more->next = head;
    more->name = NULL;
    head = more;
  }
  list_free(head);
}

// DRIVE: built_and_left_bad(3)
int built_and_left_bad(int n) {
  struct node *head = NULL;
  for (int i = 0; i < n; i++) {
    struct node *more = malloc(sizeof *more); // LEAK
    if (!more)
      break;
    more->next = head;
    more->name = NULL;
    head = more;
  }
  return head != NULL;
}

struct tree {
  struct tree *left, *right;
};

// DRIVE: tree_ok(); tree_bad()
void tree_ok(void) {
  struct tree *t = calloc(1, sizeof *t);
  if (!t)
    return;
  t->left = calloc(1, sizeof *t);
  t->right = calloc(1, sizeof *t);
  free(t->left);
  free(t->right);
  free(t);
}
void tree_bad(void) {
  struct tree *t = calloc(1, sizeof *t);
  if (!t)
    return;
  t->left = calloc(1, sizeof *t);
  t->right = calloc(1, sizeof *t); // LEAK
  free(t->left);
  free(t);
}

// DRIVE: two_levels_ok(0); two_levels_ok(1)
void two_levels_ok(int second) {
  char *a = malloc(1), *b = malloc(2);
  char **p = second ? &b : &a;
  free(*p);
  if (second)
    free(a);
  else
    free(b);
}

// DRIVE: two_levels_bad()
void two_levels_bad(void) {
  char *a = malloc(1), *b = malloc(2); // LEAK
  char **p = &a;
  free(*p);
  (void)b;
}

// DRIVE: struct_copied_ok(); struct_copied_bad()
void struct_copied_ok(void) {
  struct node a = {NULL, strdup("x")};
  struct node b = a;
  free(b.name);
}
void struct_copied_bad(void) {
  struct node a = {NULL, strdup("x")}; // LEAK
  struct node b = a;
  (void)b;
}

// DRIVE: grown_ok(4); grown_bad(4)
void grown_ok(size_t n) {
  char *p = malloc(n);
  char *q = realloc(p, 2 * n + 1);
  free(q ? q : p);
}
void grown_bad(size_t n) {
  char *p = malloc(n); // LEAK
  p = realloc(p, 2 * n + 1);
  free(p);
}
