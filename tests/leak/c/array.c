// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arrays of pointers and matrices: all rows, some rows, no rows.

#include "../leak.h"

// DRIVE: rows_ok(3)
int rows_ok(int n) {
  char **rows = calloc(n, sizeof *rows);
  if (!rows)
    return -1;
  for (int i = 0; i < n; i++)
    rows[i] = malloc(10);
  for (int i = 0; i < n; i++)
    free(rows[i]);
  free(rows);
  return 0;
}

// DRIVE: rows_bad(3)
int rows_bad(int n) {
  char **rows = calloc(n, sizeof *rows);
  if (!rows)
    return -1;
  for (int i = 0; i < n; i++)
    rows[i] = malloc(10); // LEAK missed-by(valueflow): what lies at a variable index is out of danger
  free(rows);
  return 0;
}

static void free_rows(char **rows, int n) {
  for (int i = 0; i < n; i++)
    free(rows[i]);
  free(rows);
}

// DRIVE: char **m = matrix_ok(2, 3); if (m) free_rows(m, 2)
char **matrix_ok(int h, int w) {
  char **rows = malloc(h * sizeof *rows);
  if (!rows)
    return NULL;
  for (int i = 0; i < h; i++) {
    rows[i] = malloc(w);
    if (!rows[i]) {
      while (i-- > 0)
        free(rows[i]);
      free(rows);
      return NULL;
    }
  }
  return rows;
}

// DRIVE: char **m = matrix_bad(2, 3); if (m) free_rows(m, 2)
char **matrix_bad(int h, int w) {
  char **rows = malloc(h * sizeof *rows);
  if (!rows)
    return NULL;
  for (int i = 0; i < h; i++) {
    rows[i] = malloc(w); // LEAK missed-by(valueflow): what lies at a variable index is out of danger
    if (!rows[i]) {
      free(rows);
      return NULL;
    }
  }
  return rows;
}

// DRIVE: fixed_ok()
void fixed_ok(void) {
  char *p[2];
  p[0] = malloc(1);
  p[1] = malloc(2);
  free(p[0]);
  free(p[1]);
}

// DRIVE: fixed_bad()
void fixed_bad(void) {
  char *p[2];
  p[0] = malloc(1);
  p[1] = malloc(2); // LEAK
  free(p[0]);
}

// DRIVE: same_slot_bad()
void same_slot_bad(void) {
  char *p[2] = {NULL, NULL};
  p[0] = malloc(1); // LEAK
  p[0] = malloc(2);
  free(p[0]);
  free(p[1]);
}

// DRIVE: one_block_ok(2, 3)
int one_block_ok(int h, int w) {
  char **rows = malloc(h * sizeof *rows);
  char *block = malloc(h * w);
  if (rows && block)
    for (int i = 0; i < h; i++)
      rows[i] = block + i * w;
  free(block);
  free(rows);
  return 0;
}

// DRIVE: null_ended_ok()
void null_ended_ok(void) {
  char *words[3] = {strdup("a"), strdup("b"), NULL};
  for (char **w = words; *w; w++)
    free(*w);
  if (!words[0])
    free(words[1]);
}

// Only some of the inputs take an element: how many there are is known at the
// end, and not where each came from.
// DRIVE: some_taken_ok("a-b"); some_taken_ok("--")
void some_taken_ok(const char *text) {
  char *taken[8];
  int count = 0;
  for (int i = 0; i < 3 && text[i]; i++) {
    if (text[i] == '-')
      continue;
    taken[count] = strdup(text);
    count++;
  }
  for (int i = 0; i < count; i++)
    free(taken[i]);
}

// DRIVE: last_of_taken_forgotten_bad("abc")
void last_of_taken_forgotten_bad(const char *text) {
  char *taken[8];
  int count = 0;
  for (int i = 0; i < 3 && text[i]; i++) {
    if (text[i] == '-')
      continue;
    taken[count] = strdup(text); // LEAK missed-by(valueflow): what lies at a variable index is out of danger
    count++;
  }
  for (int i = 0; i + 1 < count; i++)
    free(taken[i]);
}
