// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Singly and doubly linked lists; cells from one place.
#include "observe.h"
#include <stdlib.h>

struct cell {
  struct cell *next;
  int *data;
};

static struct cell *push(struct cell *list, int *data) {
  struct cell *c = malloc(sizeof *c);
  OBJECT(c, sizeof *c);
  c->next = list;
  c->data = data;
  return c;
}

static struct cell *reverse(struct cell *list) {
  struct cell *done = NULL;
  while (list) {
    struct cell *next = list->next;
    list->next = done;
    done = list;
    list = next;
  }
  return done;
}

struct ring {
  struct ring *next, *prev;
  int *data;
};

static void insert(struct ring *at, struct ring *r) {
  r->next = at->next;
  r->prev = at;
  at->next->prev = r;
  at->next = r;
}

int main(void) {
  int a = 1, b = 2;
  OBJECT(&a, sizeof a);
  OBJECT(&b, sizeof b);
  struct cell *one = push(push(NULL, &a), &a);
  struct cell *two = push(NULL, &b);
  OBSERVE(one->next);
  OBSERVE(one->data);
  OBSERVE(two->data);
  two = reverse(two);
  one = reverse(one);
  OBSERVE(one);
  OBSERVE(one->next->data);
  OBSERVE(two->data);

  struct ring head, x, y;
  OBJECT(&head, sizeof head);
  OBJECT(&x, sizeof x);
  OBJECT(&y, sizeof y);
  head.next = head.prev = &head;
  head.data = NULL;
  x.data = &a;
  y.data = &b;
  insert(&head, &x);
  insert(&x, &y);
  OBSERVE(head.next);
  OBSERVE(head.prev);
  OBSERVE(head.prev->prev);
  OBSERVE(head.next->data);
  for (struct ring *r = head.next; r != &head; r = r->next)
    OBSERVE(r->data);
  return 0;
}
