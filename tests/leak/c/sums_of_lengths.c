// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums of lengths are as large as what was measured: they do not come round to
// zero.  Sums of any numbers may.

#include "../leak.h"

// A table that grows by two texts at a time; empty while its size is 0.
// DRIVE: table_of_names_ok("a b c"); table_of_names_ok("")
int table_of_names_ok(const char *words) {
  char *table = NULL;
  size_t size = 0;
  while (*words) {
    size_t first = strcspn(words, " "), rest = strlen(words + first);
    char *old = table;
    if (size == 0) {
      size = first + 1 + rest + 1;
      table = malloc(size + 1); // false-alarm(fused, valueflow): sums of later rounds are not told
    } else {
      size += first + 1 + rest + 1;
      table = realloc(table, size + 1);
    }
    if (table == NULL) {
      free(old);
      return -1;
    }
    words += first + (words[first] != 0);
  }
  if (size == 0)
    return 0;
  table[size] = 0;
  free(table);
  return 1;
}

// DRIVE: table_of_names_bad("a"); table_of_names_bad("  ")
int table_of_names_bad(const char *words) {
  char *table = NULL;
  size_t size = 0;
  while (*words) {
    size_t first = strcspn(words, " "), rest = strlen(words + first);
    char *old = table;
    if (size == 0) {
      size = first + rest;
      table = malloc(size + 1); // LEAK
    } else {
      size += first + rest;
      table = realloc(table, size + 1); // LEAK missed-by(ownership): no path is found on which it is lost for certain
    }
    if (table == NULL) {
      free(old);
      return -1;
    }
    words += first + (words[first] != 0);
  }
  if (size < 4)
    return 0;
  table[size] = 0;
  free(table);
  return 1;
}

// DRIVE: joined_ok("a", "b"); joined_ok("", "")
int joined_ok(const char *a, const char *b) {
  size_t size = strlen(a) + strlen(b) + 2;
  char *joined = malloc(size);
  if (joined == NULL)
    return -1;
  strcpy(joined, a);
  strcat(joined, b);
  puts(joined);
  if (size != 0)
    free(joined);
  return 0;
}

// Both may be empty.
// DRIVE: joined_bad("a", "b"); joined_bad("", "")
int joined_bad(const char *a, const char *b) {
  size_t size = strlen(a) + strlen(b);
  char *joined = malloc(size + 1); // LEAK
  if (joined == NULL)
    return -1;
  strcpy(joined, a);
  strcat(joined, b);
  puts(joined);
  if (size != 0)
    free(joined);
  return 0;
}

// DRIVE: longer_ok("a", "b"); longer_ok("", "b")
int longer_ok(const char *a, const char *b) {
  char *copy = strdup(a); // false-alarm(contradiction, ownership): sums are not compared
  if (strlen(a) + strlen(b) >= strlen(b))
    free(copy);
  return 0;
}

// DRIVE: longer_bad("a", "b"); longer_bad("", "b")
int longer_bad(const char *a, const char *b) {
  char *copy = strdup(a); // LEAK
  if (strlen(a) + strlen(b) > strlen(b))
    free(copy);
  return 0;
}
