// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Containers of void *: a growing vector and a hash table with chains.
#include "observe.h"
#include <stdlib.h>
#include <string.h>

struct vector {
  void **items;
  size_t count, room;
};

static void *must(void *p) {
  if (!p)
    abort();
  return p;
}

static void push(struct vector *v, void *item) {
  if (v->count == v->room) {
    v->room = v->room ? 2 * v->room : 1;
    v->items = must(realloc(v->items, v->room * sizeof *v->items));
    OBJECT(v->items, v->room * sizeof *v->items);
  }
  v->items[v->count++] = item;
}

struct entry {
  struct entry *next;
  char *key;
  void *value;
};
struct table {
  struct entry *buckets[7];
};

static unsigned hash(const char *s) {
  unsigned h = 0;
  while (*s)
    h = 31 * h + (unsigned char)*s++;
  return h % 7;
}

static void put(struct table *t, const char *key, void *value) {
  struct entry *e = must(malloc(sizeof *e));
  e->key = strdup(key);
  OBJECT(e->key, strlen(e->key) + 1);
  e->value = value;
  struct entry **bucket = &t->buckets[hash(key)];
  e->next = *bucket;
  *bucket = e;
}

static struct entry *find(struct table *t, const char *key) {
  for (struct entry *e = t->buckets[hash(key)]; e; e = e->next)
    if (strcmp(e->key, key) == 0)
      return e;
  return NULL;
}

static void each(struct table *t, void (*visit)(void *, void *), void *with) {
  for (int i = 0; i < 7; ++i)
    for (struct entry *e = t->buckets[i]; e; e = e->next)
      visit(e->value, with);
}

static void look(void *value, void *with) {
  OBSERVE(value);
  OBSERVE(with);
}

int main(void) {
  int a, b, c;
  double d;
  OBJECT(&a, sizeof a);
  OBJECT(&b, sizeof b);
  OBJECT(&c, sizeof c);
  OBJECT(&d, sizeof d);
  struct vector v = {0}, w = {0};
  push(&v, &a);
  push(&v, &b);
  push(&v, &a);
  push(&w, &d);
  for (size_t i = 0; i < v.count; ++i)
    OBSERVE(v.items[i]);
  OBSERVE(w.items[0]);
  OBSERVE(v.items);

  struct table t;
  memset(&t, 0, sizeof t);
  put(&t, "one", &a);
  put(&t, "two", &c);
  OBSERVE(find(&t, "two")->value);
  OBSERVE(find(&t, "one")->key);
  each(&t, look, &v);
  OBJECT(&v, sizeof v);
  each(&t, look, &v);
  struct table copy = t;
  OBSERVE(find(&copy, "one")->value);
  return 0;
}
