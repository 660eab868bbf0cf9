// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A small unsigned number that is returned as an `int` is never an error code.

#include "../leak.h"

#include <stdint.h>

struct table {
  uint16_t width, count;
  const char *names;
};

static int find(const struct table *table, const char *name,
                const char **first) {
  int width = table->width;
  for (int i = 0; i < table->count; i++)
    if (strcmp(name, table->names + i * width) == 0) {
      *first = table->names + i * width;
      return width;
    }
  return -49;
}

static int copy_of(const struct table *table, const char *name, char **copy) {
  const char *first;
  int width = find(table, name, &first);
  if (width < 0)
    return width;
  *copy = malloc(width);
  if (*copy == NULL)
    return -48;
  memcpy(*copy, first, width);
  return 0;
}

// DRIVE: struct table t = {2, 2, "a\0b"}; first_letters_ok(&t, "a", "b")
int first_letters_ok(const struct table *table, const char *a, const char *b) {
  int total = 0;
  for (int i = 0; i < 2; i++) {
    char *copy;
    if (copy_of(table, i ? b : a, &copy) < 0)
      continue;
    total += copy[0];
    free(copy);
  }
  return total;
}

// DRIVE: struct table t = {2, 2, "a\0b"}; first_letters_bad(&t, "a", "b")
int first_letters_bad(const struct table *table, const char *a, const char *b) {
  int total = 0;
  for (int i = 0; i < 2; i++) {
    char *copy;
    if (copy_of(table, i ? b : a, &copy) < 0) // LEAK missed-by(ownership): freed on some paths
      continue;
    total += copy[0];
    if (total != 'a')
      free(copy);
  }
  return total;
}
