// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Flags in records that are computed from arguments: what the caller passed says
// what the destructor frees.

#include "../leak.h"

#include <stdbool.h>

enum { COPY = 1, OWN = 2, QUIET = 4 };

struct text {
  char *at;
  int owned;
};

static void text_init(struct text *t, char *at, int flags) {
  t->at = at;
  t->owned = (flags & OWN) != 0;
}

static void text_done(struct text *t) {
  if (t->owned)
    free(t->at);
}

// DRIVE: borrowed_bad()
void borrowed_bad(void) {
  struct text t;
  text_init(&t, strdup("x"), QUIET | COPY); // LEAK
  if (t.at)
    puts(t.at);
  text_done(&t);
}

// DRIVE: owned_ok()
void owned_ok(void) {
  struct text t;
  text_init(&t, strdup("x"), OWN | QUIET);
  if (t.at)
    puts(t.at);
  text_done(&t);
}

// DRIVE: passed_ok(OWN)
void passed_ok(int flags) {
  struct text t;
  text_init(&t, strdup("x"), flags | OWN);
  text_done(&t);
}

// Written for a variable of the caller's own choice.
struct buffer {
  char *at;
  bool on_heap;
  size_t room;
};

static int buffer_init(struct buffer *b, size_t room, char *given) {
  b->room = room;
  b->on_heap = given == NULL;
  b->at = given ? given : malloc(room);
  return b->at ? 0 : -1;
}

static void buffer_done(struct buffer *b) {
  if (b->on_heap)
    free(b->at);
}

// DRIVE: handed_bad(10)
int handed_bad(size_t n) {
  struct buffer b;
  char *p = malloc(n); // LEAK
  if (!p)
    return -1;
  buffer_init(&b, n, p);
  b.at[0] = 'a';
  buffer_done(&b);
  return 0;
}

// DRIVE: made_ok(10)
int made_ok(size_t n) {
  struct buffer b;
  if (buffer_init(&b, n, NULL) < 0)
    return -1;
  b.at[0] = 'a';
  buffer_done(&b);
  return 0;
}

// More than some: a threshold.
struct list {
  int *items;
  bool is_large;
};

static void list_init(struct list *l, int *items, int count) {
  l->items = items;
  l->is_large = count > 16;
}

static void list_done(struct list *l) {
  if (l->is_large)
    free(l->items);
}

// DRIVE: small_bad()
void small_bad(void) {
  struct list l;
  list_init(&l, calloc(8, sizeof(int)), 8); // LEAK
  list_done(&l);
}

// DRIVE: large_ok()
void large_ok(void) {
  struct list l;
  list_init(&l, calloc(80, sizeof(int)), 80);
  list_done(&l);
}
