// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Variables changed through their address.

#include "../leak.h"

static void set(char **place, char *value) { *place = value; }
static void replace(char **place, char *value) {
  free(*place);
  *place = value;
}

// DRIVE: set_ok()
void set_ok(void) {
  char *p = NULL;
  set(&p, malloc(10));
  free(p);
}

// DRIVE: set_over_bad()
void set_over_bad(void) {
  char *p = malloc(10); // LEAK
  set(&p, NULL);
  free(p);
}

// DRIVE: replace_ok()
void replace_ok(void) {
  char *p = malloc(10);
  replace(&p, malloc(20));
  free(p);
}

// DRIVE: chosen_place_ok(0); chosen_place_ok(1)
void chosen_place_ok(int first) {
  char *a = NULL, *b = NULL;
  char **place = first ? &a : &b;
  *place = malloc(10);
  free(a);
  free(b);
}

// DRIVE: chosen_place_bad(1)
void chosen_place_bad(int first) {
  char *a = NULL, *b = NULL;
  char **place = first ? &a : &b;
  *place = malloc(10); // LEAK missed-by(absint, valueflow): a sink that is only possible counts
  free(b);
}

// DRIVE: swap_ok()
static void swap(char **a, char **b) {
  char *t = *a;
  *a = *b;
  *b = t;
}
void swap_ok(void) {
  char *a = malloc(1), *b = NULL;
  swap(&a, &b);
  free(b);
}

// DRIVE: swap_bad()
void swap_bad(void) {
  char *a = malloc(1), *b = NULL; // LEAK missed-by(valueflow): a sink that is only possible counts
  swap(&a, &b);
  free(a);
}

// DRIVE: char *p = NULL; three_levels_ok(&p); free(p)
void three_levels_ok(char **out) {
  char ***deep = &out;
  **deep = malloc(10);
}

// DRIVE: char *p = strdup("a"); trim_ok(&p); free(p)
int trim_ok(char **text) {
  char *copy;
  if (!*text)
    return -1;
  copy = strdup(*text);
  if (!copy)
    return -1;
  free(*text);
  *text = copy;
  return 0;
}

static void trim_carelessly(char **text) { *text = strdup(*text); }

// DRIVE: trim_bad("x")
void trim_bad(const char *s) {
  char *p = strdup(s); // LEAK
  if (!p)
    return;
  trim_carelessly(&p);
  free(p);
}

// The callee has the address of `spare` by another name, and may reuse what it
// finds there.
char *reuse(char **place) {
  if (place && *place)
    return *place;
  return malloc(10);
}
// DRIVE: chosen_spare_ok(0, reuse); chosen_spare_ok(1, reuse)
void chosen_spare_ok(int again, char *(*filled)(char **)) {
  char *spare = NULL, **known = NULL;
  if (again) {
    spare = malloc(10);
    known = &spare;
  }
  char *got = filled(known);
  if (got) {
    free(got);
    spare = NULL;
  }
  free(spare);
}
