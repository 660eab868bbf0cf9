// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Code that only the running program has: it keeps, moves, rewrites and calls
// whatever it got hold of.
#include "observe.h"
#include <string.h>

struct node {
  int *data;
  struct node *next;
  int *(*get)(struct node *);
};

void give(void *p);
void *take(int which);
void shuffle(void);
int *call_back(struct node *n);
void **place(void);
int *(*function(void))(struct node *);
void give_many(int n, ...);

#ifdef RUN
#include <stdarg.h>
static void *kept[16];
static int kept_count;
void give(void *p) { kept[kept_count++] = p; }
void *take(int which) { return kept[which]; }
// Puts the data of the first node into the second, and links them.
void shuffle(void) {
  struct node *a = kept[0], *b = kept[1];
  b->data = a->data;
  a->next = b;
}
int *call_back(struct node *n) { return n->get(kept[0]); }
void **place(void) { return (void **)&((struct node *)kept[1])->next; }
int *(*function(void))(struct node *) {
  return ((struct node *)kept[0])->get;
}
void give_many(int n, ...) {
  va_list list;
  va_start(list, n);
  while (n-- > 0)
    give(va_arg(list, void *));
  va_end(list);
}
#endif

static int *first(struct node *n) { return n->data; }
static int *second(struct node *n) {
  OBSERVE(n);
  return n->next->data;
}

static struct node in_static;

int main(void) {
  int x, y, z, w;
  struct node a = {&x, 0, first}, b = {&y, 0, first}, late = {&z, 0, second};
  struct node mine = {&w, 0, first};
  OBJECT(&x, sizeof x);
  OBJECT(&y, sizeof y);
  OBJECT(&z, sizeof z);
  OBJECT(&w, sizeof w);
  OBJECT(&a, sizeof a);
  OBJECT(&b, sizeof b);
  OBJECT(&late, sizeof late);
  OBJECT(&in_static, sizeof in_static);
  OBJECT(&b.next, sizeof b.next);
  give(&a);
  give(&b);
  shuffle();
  OBSERVE(a.next);
  OBSERVE(b.data);
  // A pointer from outside is a pointer to what has escaped.
  struct node *n = take(1);
  OBSERVE(n);
  OBSERVE(&n->next);
  OBSERVE(place());
  // What is stored through it escapes, and is seen under its own name.
  n->next = &late;
  OBSERVE(b.next);
  OBSERVE(((struct node *)take(1))->next->data);
  *place() = &in_static;
  OBSERVE(b.next);
  b.next = &late;
  in_static.data = &y;
  OBSERVE(take(0) == &a ? a.next : 0);
  // Copies through it, both ways.
  struct node copy;
  memcpy(&copy, take(0), sizeof copy);
  OBSERVE(copy.data);
  OBSERVE(copy.get(&late));
  memcpy(take(1), &late, sizeof late);
  OBSERVE(b.data);
  *n = mine;
  OBSERVE(b.data);
  b.next = &a;
  // Functions that come from there, and those that it calls.
  OBSERVE(function()(&a));
  a.get = second;
  OBSERVE(call_back(&late));
  late.next = &b;
  OBSERVE(function()(&late));
  // Behind dots.
  int *many[1] = {&z};
  OBJECT(many, sizeof many);
  give_many(1, many);
  OBSERVE(take(2));
  OBSERVE(*(int **)take(2));
  // Not given to anyone.
  OBSERVE(mine.data);
  return 0;
}
