// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rows of a table that ends with null: the null is written first, behind all
// rows, and whoever frees stops there.

#include "../leak.h"

static void free_rows(char **rows) {
  char **row;
  for (row = rows; *row != NULL; row++)
    free(*row);
  free(rows);
}

// DRIVE: make_rows_ok(2); make_rows_ok(0)
int make_rows_ok(size_t n) {
  char **rows = NULL;
  size_t i;
  int out = 0;
  rows = malloc((n + 1) * sizeof *rows);
  if (!rows)
    goto end;
  rows[n] = NULL;
  for (i = 0; i < n; i++)
    if ((rows[i] = malloc(8)) == NULL)
      goto end;
  out = 1;
end:
  if (rows) {
    char **row;
    for (row = rows; *row != NULL; row++)
      free(*row);
    free(rows);
  }
  return out;
}

// DRIVE: row_helper_ok(2)
int row_helper_ok(size_t n) {
  char **rows = calloc(n + 1, sizeof *rows);
  size_t i;
  if (!rows)
    return 0;
  for (i = 0; i < n; i++)
    if ((rows[i] = malloc(8)) == NULL)
      break;
  free_rows(rows);
  return 1;
}

// The rows themselves are forgotten.
// DRIVE: forget_rows_bad(2)
int forget_rows_bad(size_t n) {
  char **rows = NULL;
  size_t i;
  rows = malloc((n + 1) * sizeof *rows);
  if (!rows)
    return 0;
  rows[n] = NULL;
  for (i = 0; i < n; i++)
    if ((rows[i] = malloc(8)) == NULL) // LEAK missed-by(contradiction): rows at a varying index
      break;
  free(rows);
  return 1;
}
