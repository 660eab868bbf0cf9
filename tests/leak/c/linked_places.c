// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Places rather than nodes: insertion and removal through a pointer to the link,
// in lists and search trees.

#include "../leak.h"

struct node {
  struct node *next;
  int key;
};

static void nodes_free(struct node *n) {
  if (!n)
    return;
  nodes_free(n->next);
  free(n);
}

static struct node **place_of(struct node **place, int key) {
  while (*place && (*place)->key < key)
    place = &(*place)->next;
  return place;
}

// DRIVE: struct node *l = NULL; insert_sorted_ok(&l, 2); insert_sorted_ok(&l, 1); insert_sorted_ok(&l, 2); nodes_free(l)
int insert_sorted_ok(struct node **list, int key) {
  struct node *n = malloc(sizeof *n), **place = place_of(list, key);
  if (!n)
    return -1;
  if (*place && (*place)->key == key) {
    free(n);
    return 0;
  }
  n->key = key;
  n->next = *place;
  *place = n;
  return 1;
}

// DRIVE: struct node *l = NULL; insert_sorted_bad(&l, 2); insert_sorted_bad(&l, 2); nodes_free(l)
int insert_sorted_bad(struct node **list, int key) {
  struct node *n = malloc(sizeof *n), **place = place_of(list, key); // LEAK
  if (!n)
    return -1;
  if (*place && (*place)->key == key)
    return 0;
  n->key = key;
  n->next = *place;
  *place = n;
  return 1;
}

// DRIVE: struct node *l = NULL; insert_cuts_bad(&l, 2); insert_cuts_bad(&l, 1); nodes_free(l)
int insert_cuts_bad(struct node **list, int key) {
  struct node *n = calloc(1, sizeof *n);
  if (!n)
    return -1;
  n->key = key;
  *place_of(list, key) = n; // LEAK(elsewhere) missed-by(sat, fused, absint, valueflow): what was there before the call is not followed
  return 1;
}

// DRIVE: struct node *l = NULL; insert_sorted_ok(&l, 2); remove_ok(&l, 2); remove_ok(&l, 3); nodes_free(l)
int remove_ok(struct node **list, int key) {
  struct node **place = place_of(list, key), *n = *place;
  if (!n || n->key != key)
    return 0;
  *place = n->next;
  free(n);
  return 1;
}

// DRIVE: struct node *l = NULL; insert_sorted_ok(&l, 2); remove_bad(&l, 2); nodes_free(l)
int remove_bad(struct node **list, int key) {
  struct node **place = place_of(list, key), *n = *place;
  if (!n || n->key != key)
    return 0;
  *place = n->next; // LEAK(elsewhere) missed-by(sat, fused, absint, valueflow): what was there before the call is not followed
  return 1;
}

// DRIVE: local_sorted_ok()
void local_sorted_ok(void) {
  struct node *list = NULL;
  insert_sorted_ok(&list, 2);
  insert_sorted_ok(&list, 1);
  nodes_free(list);
}

// DRIVE: inserted_and_removed_ok()
void inserted_and_removed_ok(void) {
  struct node *list = NULL;
  if (insert_sorted_ok(&list, 2) == 1)
    remove_ok(&list, 2);
}

// DRIVE: inserted_and_left_bad()
int inserted_and_left_bad(void) {
  struct node *list = NULL;
  return insert_sorted_ok(&list, 2); // LEAK missed-by(sat, fused, absint, valueflow): where a loop in a callee puts it
}

struct tree {
  struct tree *side[2];
  int key;
};

static void tree_free(struct tree *t) {
  if (!t)
    return;
  tree_free(t->side[0]);
  tree_free(t->side[1]);
  free(t);
}

// DRIVE: struct tree *t = NULL; grow_ok(&t, 2); grow_ok(&t, 1); grow_ok(&t, 3); tree_free(t)
int grow_ok(struct tree **place, int key) {
  while (*place)
    place = &(*place)->side[key > (*place)->key];
  *place = calloc(1, sizeof **place);
  if (!*place)
    return -1;
  (*place)->key = key;
  return 0;
}

// DRIVE: grown_and_freed_ok()
void grown_and_freed_ok(void) {
  struct tree *t = NULL;
  grow_ok(&t, 2);
  grow_ok(&t, 1);
  tree_free(t);
}

// DRIVE: root_only_freed_bad()
void root_only_freed_bad(void) {
  struct tree *t = NULL;
  grow_ok(&t, 2);
  grow_ok(&t, 1); // LEAK missed-by(sat, fused, absint, valueflow): where a loop in a callee puts it
  free(t);
}
