// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Singly linked lists, iteratively: the `si` rows of the paper's Figure 6.

#include "../prove.h"

// PROVED
struct list *si_create(int count) {
  struct list *head = NULL;
  while (count > 0) {
    struct list *cell = malloc(sizeof *cell);
    if (!cell)
      return head;
    cell->data = count;
    cell->next = head;
    head = cell;
    count--;
  }
  return head;
}

// PROVED
struct list *si_delete(struct list *head, int data) {
  struct list *before = NULL, *at = head;
  while (at != NULL && at->data != data) {
    before = at;
    at = at->next;
  }
  if (at == NULL)
    return head;
  struct list *rest = at->next;
  if (before == NULL)
    head = rest;
  else
    before->next = rest;
  free(at);
  return head;
}

// PROVED
struct list *si_insert(struct list *head, int data) {
  struct list *before = NULL, *at = head;
  while (at != NULL && at->data < data) {
    before = at;
    at = at->next;
  }
  struct list *cell = malloc(sizeof *cell);
  if (!cell)
    return head;
  cell->data = data;
  cell->next = at;
  if (before == NULL)
    return cell;
  before->next = cell;
  return head;
}

// PROVED
struct list *si_reverse(struct list *x) {
  struct list *y = NULL, *t;
  while (x != NULL) {
    t = x->next;
    x->next = y;
    y = x;
    x = t;
  }
  return y;
}

// Loses the rest of the list when `last` is not the last cell, and the only
// cell when it is the first as well.
// POSSIBLE
struct list *si_rotate(struct list *first, struct list *last) {
  if (first == NULL || last == NULL)
    return first;
  struct list *second = first->next;
  last->next = first;
  first->next = NULL;
  return second;
}

// PROVED
struct list *si_merge(struct list *a, struct list *b) {
  struct list *head, *tail;
  if (a == NULL)
    return b;
  if (b == NULL)
    return a;
  if (a->data < b->data) {
    head = a;
    a = a->next;
  } else {
    head = b;
    b = b->next;
  }
  tail = head;
  while (a != NULL && b != NULL) {
    if (a->data < b->data) {
      tail->next = a;
      tail = a;
      a = a->next;
    } else {
      tail->next = b;
      tail = b;
      b = b->next;
    }
  }
  if (a != NULL)
    tail->next = a;
  else
    tail->next = b;
  return head;
}
