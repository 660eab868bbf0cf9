// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conditions over several variables that agree, imply or exclude each other.

#include "../leak.h"

// DRIVE: de_morgan_ok("a", 1, 1); de_morgan_ok("a", 1, 0)
int de_morgan_ok(const char *text, int is_named, int is_local) {
  char *name = NULL;
  if (is_named && is_local)
    name = strdup(text);
  if (!is_named || !is_local)
    return 0;
  free(name);
  return 1;
}

// DRIVE: de_morgan_bad("a", 1, 0)
int de_morgan_bad(const char *text, int is_named, int is_local) {
  char *name = NULL;
  if (is_named || is_local)
    name = strdup(text); // LEAK
  if (!is_named || !is_local)
    return 0;
  free(name);
  return 1;
}

// DRIVE: implied_ok(1, 0); implied_ok(0, 1); implied_ok(0, 0)
void implied_ok(int verbose, int debug) {
  char *log = NULL;
  if (verbose)
    debug = 1;
  if (debug)
    log = malloc(80);
  if (verbose)
    puts("log is open");
  if (debug || verbose)
    free(log);
}

// DRIVE: implied_bad(0, 1)
void implied_bad(int verbose, int debug) {
  char *log = NULL;
  if (verbose)
    debug = 1;
  if (debug)
    log = malloc(80); // LEAK
  if (debug && verbose)
    free(log);
}

// DRIVE: between_ok(1, 2, 3); between_ok(3, 2, 1)
void between_ok(int low, int middle, int high) {
  char *slot = NULL;
  if (low < middle && middle < high)
    slot = malloc(8);
  if (low < high)
    free(slot);
}

// DRIVE: between_bad(1, 2, 3)
void between_bad(int low, int middle, int high) {
  char *slot = NULL;
  if (low < middle && middle < high)
    slot = malloc(8); // LEAK
  if (low < high && high - middle > 1)
    free(slot);
}

// One of the two, not both.
// DRIVE: either_source_ok("a", NULL); either_source_ok(NULL, "b")
// DRIVE: either_source_ok("a", "b"); either_source_ok(NULL, NULL)
int either_source_ok(const char *file, const char *text) {
  if (!file == !text)
    return -1;
  char *input = strdup(file ? file : text);
  if (!input)
    return -2;
  if (file)
    free(input);
  if (text)
    free(input);
  return 0;
}

// DRIVE: either_source_bad("a", "b"); either_source_bad("a", NULL)
int either_source_bad(const char *file, const char *text) {
  if (!file && !text)
    return -1;
  char *input = strdup(file ? file : text); // LEAK
  if (!input)
    return -2;
  if (file && !text)
    free(input);
  if (text && !file)
    free(input);
  return 0;
}

// DRIVE: sum_of_flags_ok(1, 1, 0); sum_of_flags_ok(1, 0, 0)
void sum_of_flags_ok(int a, int b, int c) {
  int votes = (a != 0) + (b != 0) + (c != 0);
  char *decision = votes >= 2 ? malloc(16) : NULL;
  if ((a && b) || (a && c) || (b && c))
    free(decision);
}

// DRIVE: sum_of_flags_bad(0, 1, 1)
void sum_of_flags_bad(int a, int b, int c) {
  int votes = (a != 0) + (b != 0) + (c != 0);
  char *decision = votes >= 2 ? malloc(16) : NULL; // LEAK
  if (a && (b || c))
    free(decision);
}

// DRIVE: pair_or_nothing_ok()
int pair_or_nothing_ok(void) {
  char *key = malloc(16), *value = malloc(16);
  if (!key != !value) {
    free(key ? key : value);
    return -1;
  }
  if (!value)
    return -1;
  free(key);
  free(value);
  return 0;
}

// DRIVE: pair_or_nothing_bad()
int pair_or_nothing_bad(void) {
  char *key = malloc(16), *value = malloc(16); // LEAK
  if (!key != !value) {
    free(key);
    return -1;
  }
  if (!value)
    return -1;
  free(key);
  free(value);
  return 0;
}

// Asked twice, the same name is the same.
// DRIVE: dash_ok("-"); dash_ok("/dev/null")
int dash_ok(const char *name) {
  FILE *f = strcmp(name, "-") ? fopen(name, "r") : stdin;
  if (!f)
    return -1;
  int end = feof(f);
  if (strcmp(name, "-"))
    fclose(f);
  return end;
}

// DRIVE: dash_bad("/dev/null")
int dash_bad(const char *name) {
  FILE *f = strcmp(name, "-") ? fopen(name, "r") : stdin; // LEAK
  if (!f)
    return -1;
  int end = feof(f);
  if (!strcmp(name, "-"))
    clearerr(f);
  return end;
}
