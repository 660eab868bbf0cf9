// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sizes that cannot be: negative ones, and products that are zero.

#include "../leak.h"

struct table {
  char **rows;
  int count;
};

// `count` is positive, so the size is not zero and the old block is not freed
// by realloc(rows, 0).
static int add_row(struct table *t, const char *text) {
  char *copy = strdup(text);
  if (!copy)
    return -1;
  char **rows = realloc(t->rows, sizeof *rows * (size_t)++t->count);
  if (!rows) {
    t->count--;
    free(copy);
    return -1;
  }
  t->rows = rows;
  rows[t->count - 1] = copy;
  return 0;
}

static void clear_rows(struct table *t) {
  for (int i = 0; i < t->count; i++)
    free(t->rows[i]);
  free(t->rows);
}

// DRIVE: rows_ok("a", 3)
int rows_ok(const char *text, int n) {
  struct table t = {NULL, 0};
  for (int i = 0; i < n; i++)
    if (add_row(&t, text) < 0)
      break;
  clear_rows(&t);
  return t.count;
}

// DRIVE: rows_bad("a", 3)
int rows_bad(const char *text, int n) {
  struct table t = {NULL, 0};
  for (int i = 0; i < n; i++)
    if (add_row(&t, text) < 0) // LEAK(elsewhere)
      break;
  return t.count;
}

// DRIVE: negative_ok(0); negative_ok(8)
int negative_ok(int n) {
  int size = n > 0 ? n : -2;
  char *p = malloc((size_t)size);
  if (size < 0)
    return -1;
  free(p);
  return 0;
}

// DRIVE: negative_bad(0); negative_bad(8)
int negative_bad(int n) {
  int size = n > 0 ? n : -2;
  char *p = malloc((size_t)size); // LEAK
  if (size > 0)
    return -1;
  free(p);
  return 0;
}

static long measured(const char *text) {
  if (!text)
    return -1;
  return (long)strlen(text);
}

// DRIVE: measured_ok(NULL); measured_ok("a")
int measured_ok(const char *text) {
  long size = measured(text);
  char *p = malloc((size_t)size);
  if (!text)
    return -1;
  free(p);
  return 0;
}

// DRIVE: measured_bad(NULL); measured_bad("a")
int measured_bad(const char *text) {
  long size = measured(text);
  char *p = malloc((size_t)(size + 1)); // LEAK
  if (!text)
    return -1;
  free(p);
  return 0;
}

// DRIVE: int *p = grow_ok(NULL, 0); free(p)
int *grow_ok(int *old, int n) {
  int *p = realloc(old, sizeof *p * (size_t)(n + 1));
  if (!p)
    free(old);
  return p;
}
