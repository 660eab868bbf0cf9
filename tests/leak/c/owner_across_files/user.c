// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gives keys away, correctly and not.

#include "table.h"

// DRIVE: given_ok("x")
int given_ok(const char *s) {
  struct table *t = table_new();
  char *key;
  if (!t)
    return -1;
  key = strdup(s);
  if (!key || table_add(t, key) != 0)
    free(key);
  table_free(t);
  return 0;
}

// DRIVE: refused_bad("x")
int refused_bad(const char *s) {
  struct table *t = table_new();
  char *key;
  if (!t)
    return -1;
  key = strdup(s); // LEAK
  if (!key) {
    table_free(t);
    return -1;
  }
  if (table_add(t, key) != 0) {
    table_free(t);
    return -1;
  }
  table_free(t);
  return 0;
}

// DRIVE: given_and_freed_bad("x")
void given_and_freed_bad(const char *s) {
  struct table *t = table_new();
  char *key = strdup(s);
  if (!t || !key || table_add(t, key) != 0) {
    free(key);
    table_free(t);
    return;
  }
  table_free(t);
  free(key); // DOUBLE-FREE missed-by(sat, fused, absint): what a loop in a callee frees is only out of danger
}

// DRIVE: table_lost_bad()
size_t table_lost_bad(void) {
  struct table *t = table_new(); // LEAK
  if (!t)
    return 0;
  return table_longest(t);
}

// DRIVE: struct table *t = table_new(); if (t) add_to_given_ok(t, "x"); table_free(t)
int add_to_given_ok(struct table *t, const char *s) {
  char *key = strdup(s);
  if (!key)
    return -1;
  if (table_add(t, key) == 0)
    return 0;
  free(key);
  return -1;
}
