// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Singly linked lists, recursively: the `sr` rows of the paper's Figure 6.
// Each is called by a function that does not call itself.

#include "../prove.h"

static void append_to(struct list *a, struct list *b) {
  if (a->next == NULL)
    a->next = b;
  else
    append_to(a->next, b);
}

// PROVED: append_to
struct list *sr_append(struct list *a, struct list *b) {
  if (a == NULL)
    return b;
  append_to(a, b);
  return a;
}

static struct list *insert(struct list *at, struct list *cell) {
  if (at == NULL || at->data >= cell->data) {
    cell->next = at;
    return cell;
  }
  at->next = insert(at->next, cell);
  return at;
}

// Two false warnings: that the rest of the list is not the cell itself is not
// known.
// POSSIBLE: insert
struct list *sr_insert(struct list *head, int data) {
  struct list *cell = malloc(sizeof *cell);
  if (!cell)
    return head;
  cell->data = data;
  cell->next = NULL;
  return insert(head, cell);
}

static struct list *reverse(struct list *x, struct list *done) {
  if (x == NULL)
    return done;
  struct list *rest = x->next;
  x->next = done;
  return reverse(rest, x);
}

// PROVED: reverse
struct list *sr_reverse(struct list *x) {
  return reverse(x, NULL);
}

// Forgets to link the cell behind what was reversed.
static struct list *reverse_and_lose(struct list *x) {
  if (x == NULL || x->next == NULL)
    return x;
  struct list *rest = reverse_and_lose(x->next);
  x->next = NULL;
  return rest;
}

// POSSIBLE: reverse_and_lose
struct list *sr_rev_leak(struct list *x) {
  return reverse_and_lose(x);
}
