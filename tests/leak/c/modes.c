// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A mode chosen at the beginning selects what is acquired, and again what is
// given back.

#include "../leak.h"

enum source { FROM_FILE, FROM_MEMORY, FROM_TEXT };

// DRIVE: by_source_ok(FROM_FILE, "/dev/null"); by_source_ok(FROM_MEMORY, "a")
// DRIVE: by_source_ok(FROM_TEXT, "a"); by_source_ok(7, "a")
int by_source_ok(enum source source, const char *name) {
  FILE *file = NULL;
  char *copy = NULL;
  switch (source) {
  case FROM_FILE:
    if (!(file = fopen(name, "r")))
      return -1;
    break;
  case FROM_MEMORY:
    if (!(copy = strdup(name)))
      return -1;
    break;
  case FROM_TEXT:
    break;
  default:
    return -2;
  }
  if (source == FROM_FILE)
    fclose(file);
  else if (source != FROM_TEXT)
    free(copy);
  return 0;
}

// DRIVE: by_source_bad(FROM_MEMORY, "a")
int by_source_bad(enum source source, const char *name) {
  FILE *file = NULL;
  char *copy = NULL;
  switch (source) {
  case FROM_FILE:
    if (!(file = fopen(name, "r")))
      return -1;
    break;
  case FROM_MEMORY:
    if (!(copy = strdup(name))) // LEAK
      return -1;
    break;
  case FROM_TEXT:
    break;
  default:
    return -2;
  }
  if (source == FROM_FILE)
    fclose(file);
  else if (source == FROM_TEXT)
    free(copy);
  return 0;
}

static enum source source_of(int letter) {
  switch (letter) {
  case 'f':
    return FROM_FILE;
  case 'm':
  case 'M':
    return FROM_MEMORY;
  }
  return FROM_TEXT;
}

// DRIVE: letter_ok('f', "a"); letter_ok('m', "a"); letter_ok('x', "a")
int letter_ok(int letter, const char *text) {
  char *copy = NULL;
  if (source_of(letter) == FROM_MEMORY && !(copy = strdup(text)))
    return -1;
  switch (letter) {
  case 'M':
  case 'm':
    free(copy);
  }
  return 0;
}

// DRIVE: letter_bad('M', "a")
int letter_bad(int letter, const char *text) {
  char *copy = NULL;
  if (source_of(letter) == FROM_MEMORY && !(copy = strdup(text))) // LEAK missed-by(absint): out of danger once states are joined
    return -1;
  switch (letter) {
  case 'm':
    free(copy);
  }
  return 0;
}

// DRIVE: two_switches_ok(0, 1); two_switches_ok(1, 1); two_switches_ok(0, 0)
void two_switches_ok(int is_remote, int is_secret) {
  char *key = NULL;
  switch ((is_remote ? 2 : 0) | (is_secret ? 1 : 0)) {
  case 1:
  case 3:
    key = malloc(32); // false-alarm(absint): tests that no interval relates
    break;
  case 2:
    puts("in the clear");
  }
  if (is_secret)
    free(key);
}

// DRIVE: two_switches_bad(0, 1)
void two_switches_bad(int is_remote, int is_secret) {
  char *key = NULL;
  switch ((is_remote ? 2 : 0) | (is_secret ? 1 : 0)) {
  case 1:
  case 3:
    key = malloc(32); // LEAK
    break;
  case 2:
    puts("in the clear");
  }
  if (is_remote && is_secret)
    free(key);
}
