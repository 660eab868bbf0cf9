// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A block that grows keeps what it holds: what was put there before is there
// afterwards.

#include "../leak.h"

struct set {
  int **items;
  unsigned count;
};

static struct set *new_set(void) {
  struct set *s = malloc(sizeof *s);
  if (s == NULL)
    exit(1);
  s->count = 0;
  s->items = malloc(sizeof *s->items);
  if (s->items == NULL)
    exit(1);
  return s;
}

static void free_set(struct set *s) {
  for (unsigned i = 0; i < s->count; i++)
    free(s->items[i]);
  free(s->items);
  free(s);
}

static int *add(struct set *s) {
  int *item = malloc(sizeof *item);
  if (item == NULL)
    exit(1);
  s->items[s->count] = item;
  s->count++;
  int **items = realloc(s->items, sizeof *items * (s->count + 1));
  if (items == NULL)
    exit(1);
  s->items = items;
  return item;
}

// DRIVE: struct set *s = new_set(); add_one_ok(s); free_set(s)
void add_one_ok(struct set *s) { add(s); }

static int *add_none(struct set *s) {
  int *item = malloc(sizeof *item);
  if (item == NULL)
    exit(1);
  int **items = realloc(s->items, sizeof *items * (s->count + 2));
  if (items == NULL)
    exit(1);
  s->items = items;
  return item;
}

// DRIVE: struct set *s = new_set(); add_none_bad(s); free_set(s)
void add_none_bad(struct set *s) {
  add_none(s); // LEAK
}
