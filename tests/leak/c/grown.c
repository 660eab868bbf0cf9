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

static int push(struct set *s, int *item) {
  int **items = realloc(s->items, sizeof *items * (s->count + 1));
  if (items == NULL)
    return 0;
  s->items = items;
  s->items[s->count] = item;
  s->count++;
  return 1;
}

// What is in the block is still there when it has grown again.
// DRIVE: struct set *s = new_set(); push_two_bad(s); free_set(s)
void push_two_bad(struct set *s) {
  int *one = malloc(4); // LEAK(note) missed-by(ownership): whether a push takes it is not told apart by who ignores its result
  if (one != NULL)
    push(s, one);
  int *other = malloc(4); // LEAK(note) missed-by(ownership): as above
  if (other != NULL)
    push(s, other);
}

// DRIVE: struct set *s = new_set(); push_two_ok(s); free_set(s)
void push_two_ok(struct set *s) {
  int *one = malloc(4);
  if (one != NULL && !push(s, one))
    free(one);
  int *other = malloc(4);
  if (other != NULL && !push(s, other))
    free(other);
}
