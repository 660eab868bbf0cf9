// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Small routines on trees and doubly linked lists beyond those of the paper.
// `_bad` loses a cell of some heap that it is given.

#include "../prove.h"

// PROVED
struct tree *join(struct tree *left, struct tree *right) {
  struct tree *top = malloc(sizeof *top);
  if (!top)
    return NULL;
  top->data = top->height = 1;
  top->left = left;
  top->right = right;
  return top;
}

// POSSIBLE
struct tree *join_bad(struct tree *left, struct tree *right) {
  struct tree *top = malloc(sizeof *top);
  if (!top || !left)
    return right;
  top->data = top->height = 1;
  top->left = left;
  top->right = right;
  return top;
}

// PROVED
struct tree *mirror(struct tree *top) {
  if (!top)
    return NULL;
  struct tree *left = top->left;
  top->left = top->right;
  top->right = left;
  return top;
}

// POSSIBLE
struct tree *mirror_bad(struct tree *top) {
  if (!top)
    return NULL;
  top->left = top->right;
  top->right = top->left;
  return top;
}

// A tree whose cells are shared loses some of them.
// POSSIBLE
struct tree *mirror_rec(struct tree *top) {
  if (!top)
    return NULL;
  struct tree *left = top->left;
  top->left = mirror_rec(top->right);
  top->right = mirror_rec(left);
  return top;
}

// PROVED
struct tree *rotate_left(struct tree *top) {
  if (!top || !top->right)
    return top;
  struct tree *right = top->right;
  top->right = right->left;
  right->left = top;
  return right;
}

// POSSIBLE
struct tree *rotate_left_bad(struct tree *top) {
  if (!top || !top->right)
    return top;
  struct tree *right = top->right;
  top->right = NULL;
  right->left = top;
  return right;
}

// PROVED
struct tree *detach_left(struct tree *top) {
  if (!top)
    return NULL;
  struct tree *left = top->left;
  top->left = NULL;
  return left;
}

// POSSIBLE
struct tree *detach_left_bad(struct tree *top) {
  if (!top)
    return NULL;
  top->left = NULL;
  return top->right;
}

// PROVED
struct tree *leftmost(struct tree *top) {
  while (top && top->left)
    top = top->left;
  return top;
}

// PROVED
struct tree *free_tree(struct tree *top) {
  if (!top)
    return NULL;
  free_tree(top->left);
  free_tree(top->right);
  free(top);
  return NULL;
}

// POSSIBLE
struct tree *free_tree_bad(struct tree *top) {
  if (!top)
    return NULL;
  free_tree_bad(top->left);
  free(top);
  return NULL;
}

// PROVED
struct tree *grow_left(struct tree *top, int data) {
  if (!top || top->left)
    return top;
  struct tree *leaf = malloc(sizeof *leaf);
  if (!leaf)
    return top;
  leaf->data = leaf->height = data;
  leaf->left = leaf->right = NULL;
  top->left = leaf;
  return top;
}

// POSSIBLE
struct tree *grow_left_bad(struct tree *top, int data) {
  struct tree *leaf = malloc(sizeof *leaf);
  if (!leaf || !top)
    return top;
  leaf->data = leaf->height = data;
  leaf->left = leaf->right = NULL;
  top->left = leaf;
  return top;
}

// PROVED
struct dlist *d_push(struct dlist *head) {
  struct dlist *cell = malloc(sizeof *cell);
  if (!cell)
    return head;
  cell->data = 1;
  cell->prev = NULL;
  cell->next = head;
  return cell;
}

// PROVED
struct dlist *d_insert_after(struct dlist *at) {
  struct dlist *cell = malloc(sizeof *cell);
  if (!cell || !at)
    return cell;
  cell->data = 1;
  cell->prev = at;
  cell->next = at->next;
  at->next = cell;
  return at;
}

// POSSIBLE
struct dlist *d_insert_after_bad(struct dlist *at) {
  struct dlist *cell = malloc(sizeof *cell);
  if (!cell || !at)
    return cell;
  cell->data = 1;
  cell->prev = at;
  at->next = cell;
  cell->next = NULL;
  return at;
}

// PROVED
struct dlist *d_swap_links(struct dlist *at) {
  if (!at)
    return NULL;
  struct dlist *next = at->next;
  at->next = at->prev;
  at->prev = next;
  return at;
}

// PROVED
struct dlist *d_last(struct dlist *head) {
  while (head && head->next)
    head = head->next;
  return head;
}
