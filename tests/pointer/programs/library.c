// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Library functions that call back, hand through, keep and reallocate.
#define _GNU_SOURCE
#include "observe.h"
#include <search.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct item {
  int key;
  char *name;
};

static int by_key(const void *x, const void *y) {
  const struct item *p = x, *q = y;
  OBSERVE(p->name);
  return p->key - q->key;
}

static int indirect(const void *x, const void *y) {
  const struct item *p = *(struct item *const *)x;
  OBSERVE(p);
  return p->key - (*(struct item *const *)y)->key;
}

static int with_context(const void *x, const void *y, void *context) {
  OBSERVE(context);
  return 0;
}

static char *kept;
static void at_end(void) { OBSERVE(kept); }

static int *shared;
static void handler(int s) { OBSERVE(shared); }

static struct item *grow(struct item *items, size_t n) {
  struct item *more = realloc(items, n * sizeof *items);
  if (!more)
    abort();
  OBJECT(more, n * sizeof *more);
  return more;
}

int main(void) {
  static char one[8] = "one", two[8] = "two";
  OBJECT(one, sizeof one);
  OBJECT(two, sizeof two);
  struct item items[2] = {{2, one}, {1, two}};
  OBJECT(items, sizeof items);
  qsort(items, 2, sizeof *items, by_key);
  OBSERVE(items[0].name);
  struct item *pointers[2] = {&items[1], &items[0]};
  qsort(pointers, 2, sizeof *pointers, indirect);
  OBSERVE(pointers[0]);
  int context;
  OBJECT(&context, sizeof context);
  qsort_r(items, 2, sizeof *items, with_context, &context);
  struct item key = {2, NULL};
  struct item *found = bsearch(&key, items, 2, sizeof *items, by_key);
  OBSERVE(found);
  OBSERVE(found->name);

  struct item *heap = grow(NULL, 1);
  heap[0] = items[0];
  heap = grow(heap, 4);
  OBSERVE(heap[0].name);

  char *end;
  char number[] = "12 rest";
  OBJECT(number, sizeof number);
  strtol(number, &end, 10);
  OBSERVE(end);
  OBSERVE(strchr(number, 'r'));
  char *saved;
  OBSERVE(strtok_r(number, " ", &saved));
  OBSERVE(strtok_r(NULL, " ", &saved));
  kept = one;
  atexit(at_end);
  shared = &context;
  signal(SIGUSR1, handler);
  raise(SIGUSR1);
  char buffer[16];
  OBJECT(buffer, sizeof buffer);
  OBSERVE(strcpy(buffer, "x"));
  OBSERVE(memset(buffer, 0, sizeof buffer));
  return 0;
}
