// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Doubly linked lists: the `di` rows of the paper's Figure 6.

#include "../prove.h"

// Loses cells when `next` and `prev` of the neighbours do not mirror each other.
// POSSIBLE
struct dlist *di_delete(struct dlist *head, struct dlist *cell) {
  if (cell == NULL)
    return head;
  struct dlist *before = cell->prev, *after = cell->next;
  if (before != NULL)
    before->next = after;
  else
    head = after;
  if (after != NULL)
    after->prev = before;
  free(cell);
  return head;
}

// Loses what `head->prev` held, if `head` is not the first cell.
// POSSIBLE
struct dlist *di_prepend(struct dlist *head, int data) {
  struct dlist *cell = malloc(sizeof *cell);
  if (!cell)
    return head;
  cell->data = data;
  cell->prev = NULL;
  cell->next = head;
  if (head != NULL)
    head->prev = cell;
  return cell;
}

// PROVED
struct dlist *di_reverse(struct dlist *x) {
  struct dlist *last = NULL;
  while (x != NULL) {
    last = x;
    x = last->next;
    last->next = last->prev;
    last->prev = x;
  }
  return last;
}

// Along `next`; the way back is the caller's to rebuild.
// PROVED
struct dlist *di_merge(struct dlist *a, struct dlist *b) {
  struct dlist *head, *tail;
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
  tail->next = a != NULL ? a : b;
  return head;
}
