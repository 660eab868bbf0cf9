// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions and macros that free for you, and some that only sound like it.

#include "../leak.h"

static void xfree(void *p) { free(p); }

static void free_if(char *p, int really) {
  if (really)
    free(p);
}

static void free_at(char **p) {
  free(*p);
  *p = NULL;
}

static void pretend(char *p) {
  if (p)
    p[0] = 0;
}

#define FREE_AND_NULL(p)                                                       \
  do {                                                                         \
    free(p);                                                                   \
    (p) = NULL;                                                                \
  } while (0)

// DRIVE: simple_ok()
void simple_ok(void) {
  char *p = malloc(10);
  xfree(p);
}

// DRIVE: conditional_ok(); 
void conditional_ok(void) {
  char *p = malloc(10);
  free_if(p, 1);
}

// DRIVE: conditional_bad()
void conditional_bad(void) {
  char *p = malloc(10); // LEAK
  free_if(p, 0);
}

// DRIVE: by_address_ok()
void by_address_ok(void) {
  char *p = malloc(10);
  free_at(&p);
  free_at(&p);
}

// DRIVE: pretending_bad()
void pretending_bad(void) {
  char *p = malloc(10); // LEAK
  pretend(p);
}

// DRIVE: macro_ok()
void macro_ok(void) {
  char *p = malloc(10);
  FREE_AND_NULL(p);
  FREE_AND_NULL(p);
}

// DRIVE: macro_too_early_bad()
void macro_too_early_bad(void) {
  char *p = malloc(10); // LEAK
  char *q = p;
  p = NULL;
  FREE_AND_NULL(p);
  (void)q;
}

// DRIVE: twice_bad()
void twice_bad(void) {
  char *p = malloc(10);
  xfree(p);
  xfree(p); // DOUBLE-FREE
}

// DRIVE: wrapper_then_free_bad()
void wrapper_then_free_bad(void) {
  char *p = malloc(10);
  free_if(p, 1);
  free(p); // DOUBLE-FREE
}

static int consume(char *p) {
  int result = p ? p[0] : -1;
  free(p);
  return result;
}

// DRIVE: consumed_ok("x")
int consumed_ok(const char *s) { return consume(strdup(s)); }

// DRIVE: consumed_then_used_bad("x")
int consumed_then_used_bad(const char *s) {
  char *p = strdup(s);
  if (!p)
    return -1;
  consume(p);
  return p[0]; // USE-AFTER-FREE missed-by(absint): late uses are not looked for
}

static int free_on_error(char *p, int bad) {
  if (bad) {
    free(p);
    return -1;
  }
  return 0;
}

// DRIVE: freed_on_error_ok(0); freed_on_error_ok(1)
int freed_on_error_ok(int bad) {
  char *p = malloc(10);
  if (free_on_error(p, bad) < 0)
    return -1;
  free(p);
  return 0;
}

// DRIVE: freed_on_error_bad(1)
int freed_on_error_bad(int bad) {
  char *p = malloc(10);
  int status = free_on_error(p, bad);
  free(p); // DOUBLE-FREE
  return status;
}
