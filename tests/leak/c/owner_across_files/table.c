// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Keys are kept in a growing array.

#include "table.h"

struct table {
  char **keys;
  size_t count;
};

struct table *table_new(void) { return calloc(1, sizeof(struct table)); }

int table_add(struct table *t, char *key) {
  char **keys = realloc(t->keys, (t->count + 1) * sizeof *keys);
  if (!keys)
    return -1;
  keys[t->count++] = key;
  t->keys = keys;
  return 0;
}

size_t table_longest(const struct table *t) {
  size_t longest = 0;
  for (size_t i = 0; i < t->count; i++)
    if (strlen(t->keys[i]) > longest)
      longest = strlen(t->keys[i]);
  return longest;
}

void table_free(struct table *t) {
  if (!t)
    return;
  for (size_t i = 0; i < t->count; i++)
    free(t->keys[i]);
  free(t->keys);
  free(t);
}
