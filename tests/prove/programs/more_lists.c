// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Small list routines beyond those of the paper: what one line more or less
// does.  `_bad` loses a cell of some list that it is given.

#include "../prove.h"

// PROVED
struct list *push(struct list *head) {
  struct list *cell = malloc(sizeof *cell);
  if (!cell)
    return head;
  cell->data = 1;
  cell->next = head;
  return cell;
}

// POSSIBLE
struct list *push_bad(struct list *head) {
  struct list *cell = malloc(sizeof *cell);
  if (!cell)
    return head;
  cell->data = 1;
  cell->next = NULL;
  return head;
}

// PROVED
struct list *pop(struct list *head) {
  if (!head)
    return NULL;
  struct list *rest = head->next;
  free(head);
  return rest;
}

// POSSIBLE
struct list *pop_bad(struct list *head) {
  if (!head)
    return NULL;
  free(head);
  return NULL;
}

// PROVED
struct list *last(struct list *head) {
  while (head && head->next)
    head = head->next;
  return head;
}

// PROVED
struct list *free_all(struct list *head) {
  while (head) {
    struct list *rest = head->next;
    free(head);
    head = rest;
  }
  return head;
}

// POSSIBLE
struct list *free_first_bad(struct list *head) {
  while (head) {
    free(head);
    head = NULL;
  }
  return head;
}

// PROVED
struct list *copy(struct list *from) {
  struct list *to = NULL;
  while (from) {
    struct list *cell = malloc(sizeof *cell);
    if (!cell)
      return to;
    cell->data = from->data;
    cell->next = to;
    to = cell;
    from = from->next;
  }
  return to;
}

// POSSIBLE
struct list *copy_bad(struct list *from) {
  struct list *to = NULL;
  while (from) {
    struct list *cell = malloc(sizeof *cell);
    if (!cell)
      return NULL;
    cell->data = from->data;
    cell->next = to;
    to = cell;
    from = from->next;
  }
  return to;
}

// PROVED
struct list *insert_after(struct list *at, int data) {
  struct list *cell = malloc(sizeof *cell);
  if (!at || !cell)
    return cell;
  cell->data = data;
  cell->next = at->next;
  at->next = cell;
  return at;
}

// POSSIBLE
struct list *insert_after_bad(struct list *at, int data) {
  struct list *cell = malloc(sizeof *cell);
  if (!at || !cell)
    return cell;
  cell->data = data;
  cell->next = NULL;
  at->next = cell;
  return at;
}

// A false warning: that at->next is gone, and not another cell, gets lost when
// the rest is put in its place.
// POSSIBLE
struct list *remove_after(struct list *at) {
  if (!at || !at->next)
    return at;
  struct list *gone = at->next;
  at->next = gone->next;
  free(gone);
  return at;
}

// POSSIBLE
struct list *remove_after_bad(struct list *at) {
  if (!at || !at->next)
    return at;
  at->next = at->next->next;
  return at;
}

// PROVED
struct list *cut_after(struct list *at) {
  if (!at)
    return NULL;
  struct list *rest = at->next;
  at->next = NULL;
  return rest;
}

// POSSIBLE
struct list *cut_after_bad(struct list *at) {
  if (!at)
    return NULL;
  at->next = NULL;
  return at;
}

// PROVED
struct list *concat(struct list *x, struct list *y) {
  if (!x)
    return y;
  struct list *at = x;
  while (at->next)
    at = at->next;
  at->next = y;
  return x;
}

// POSSIBLE
struct list *concat_bad(struct list *x, struct list *y) {
  if (!x)
    return y;
  x->next = y;
  return x;
}

// POSSIBLE
struct list *move_first_bad(struct list *x, struct list *y) {
  if (!x)
    return y;
  struct list *rest = x->next;
  x->next = y;
  free(rest);
  return x;
}

// PROVED
struct list *replace_head(struct list *head, int data) {
  struct list *cell = malloc(sizeof *cell);
  if (!head || !cell)
    return cell;
  cell->data = data;
  cell->next = head->next;
  free(head);
  return cell;
}

// POSSIBLE
struct list *replace_head_bad(struct list *head, int data) {
  struct list *cell = malloc(sizeof *cell);
  if (!head || !cell)
    return cell;
  cell->data = data;
  cell->next = NULL;
  free(head);
  return cell;
}

// PROVED
struct list *drop_while(struct list *head, int data) {
  while (head && head->data == data) {
    struct list *rest = head->next;
    free(head);
    head = rest;
  }
  return head;
}

// PROVED
struct list *free_rec(struct list *head) {
  if (!head)
    return NULL;
  free_rec(head->next);
  free(head);
  return NULL;
}

// PROVED
struct list *copy_rec(struct list *from) {
  if (!from)
    return NULL;
  struct list *rest = copy_rec(from->next);
  struct list *cell = malloc(sizeof *cell);
  if (!cell)
    return rest;
  cell->data = from->data;
  cell->next = rest;
  return cell;
}

// A false warning: the callee gives back what hangs on head->next.
// POSSIBLE
struct list *filter_rec(struct list *head, int data) {
  if (!head)
    return NULL;
  struct list *rest = filter_rec(head->next, data);
  if (head->data != data) {
    head->next = rest;
    return head;
  }
  free(head);
  return rest;
}

// ---- a list that a variable of the file holds

static struct list *held;

// PROVED
void hold_in_front(int data) {
  struct list *cell = malloc(sizeof *cell);
  if (!cell)
    return;
  cell->data = data;
  cell->next = held;
  held = cell;
}
