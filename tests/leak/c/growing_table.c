// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tables that grow: the old block, the new block, the elements, and the one
// that found no place.

#include "../leak.h"

struct table {
  char **rows;
  size_t count, room;
};

static int table_reserve(struct table *t) {
  if (t->count < t->room)
    return 0;
  size_t room = t->room ? 2 * t->room : 2;
  char **rows = realloc(t->rows, room * sizeof *rows);
  if (!rows)
    return -1;
  t->rows = rows;
  t->room = room;
  return 0;
}

// Takes the row if there is a place for it.
static int table_add(struct table *t, char *row) {
  if (table_reserve(t) < 0)
    return -1;
  t->rows[t->count++] = row;
  return 0;
}

static void table_clear(struct table *t) {
  for (size_t i = 0; i < t->count; i++)
    free(t->rows[i]);
  free(t->rows);
}

// DRIVE: struct table t = {0}; for (int i = 0; i < 5; i++) add_copy_ok(&t, "x"); table_clear(&t)
int add_copy_ok(struct table *t, const char *text) {
  char *row = strdup(text);
  if (!row)
    return -1;
  if (table_add(t, row) == 0)
    return 0;
  free(row);
  return -1;
}

// DRIVE: struct table t = {0}; for (int i = 0; i < 5; i++) add_copy_bad(&t, "x"); table_clear(&t)
int add_copy_bad(struct table *t, const char *text) {
  char *row = strdup(text); // LEAK
  return row ? table_add(t, row) : -1;
}

// DRIVE: local_table_ok(5)
void local_table_ok(int count) {
  struct table t = {0};
  for (int i = 0; i < count; i++)
    add_copy_ok(&t, "x");
  table_clear(&t);
}

// DRIVE: local_table_bad(5)
size_t local_table_bad(int count) {
  struct table t = {0};
  for (int i = 0; i < count; i++)
    add_copy_ok(&t, "x"); // LEAK missed-by(sat, absint, valueflow): what only some outcomes of a callee make is out of danger
  return t.count;
}

// DRIVE: rows_forgotten_bad()
void rows_forgotten_bad(void) {
  struct table t = {0};
  if (add_copy_ok(&t, "x") == 0) // LEAK missed-by(sat, fused, absint, valueflow): what only some outcomes of a callee make is out of danger
    t.count = 0;
  table_clear(&t);
}

// DRIVE: int **t = grown_by_copy_bad(NULL, 0); free(grown_by_copy_bad(t, 1))
int **grown_by_copy_bad(int **old, size_t count) {
  int **rows = calloc(count + 1, sizeof *rows);
  if (rows && old)
    memcpy(rows, old, count * sizeof *rows);
  return rows; // LEAK(elsewhere) missed-by(sat, fused, absint, valueflow): what the function was given is not followed
}

// DRIVE: int **t = grown_by_copy_ok(NULL, 0); free(grown_by_copy_ok(t, 1))
int **grown_by_copy_ok(int **old, size_t count) {
  int **rows = calloc(count + 1, sizeof *rows);
  if (rows && old)
    memcpy(rows, old, count * sizeof *rows);
  free(old);
  return rows;
}

// DRIVE: regrown_bad(2)
void regrown_bad(size_t count) {
  int **rows = calloc(count, sizeof *rows); // LEAK
  int **more = calloc(2 * count, sizeof *rows);
  rows = more;
  free(rows);
}

// DRIVE: regrown_ok(2)
void regrown_ok(size_t count) {
  int **rows = calloc(count, sizeof *rows);
  int **more = calloc(2 * count, sizeof *rows);
  free(rows);
  rows = more;
  free(rows);
}
