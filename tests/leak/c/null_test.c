// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All ways to ask whether an allocation failed.  A failed one cannot leak.

#include "../leak.h"

// DRIVE: not_ok()
int not_ok(void) {
  char *p = malloc(1);
  if (!p)
    return -1;
  free(p);
  return 0;
}

// DRIVE: equals_null_ok()
int equals_null_ok(void) {
  char *p = malloc(1);
  if (NULL == p)
    return -1;
  free(p);
  return 0;
}

// DRIVE: assign_in_test_ok()
int assign_in_test_ok(void) {
  char *p;
  if ((p = malloc(1)) == NULL)
    return -1;
  free(p);
  return 0;
}

// DRIVE: inverted_test_bad()
int inverted_test_bad(void) {
  char *p = malloc(1); // LEAK
  if (p)
    return -1;
  free(p);
  return 0;
}

// DRIVE: truth_in_int_ok()
int truth_in_int_ok(void) {
  char *p = malloc(1);
  int good = p != NULL;
  if (!good)
    return -1;
  free(p);
  return 0;
}

// DRIVE: double_not_ok()
int double_not_ok(void) {
  char *p = malloc(1);
  if (!!p == 0)
    return -1;
  free(p);
  return 0;
}

// DRIVE: cast_test_ok()
int cast_test_ok(void) {
  char *p = malloc(1);
  if ((uintptr_t)p == 0)
    return -1;
  free(p);
  return 0;
}

// DRIVE: both_tested_ok()
int both_tested_ok(void) {
  char *a = malloc(1);
  char *b = malloc(2);
  if (!a || !b) {
    free(a);
    free(b);
    return -1;
  }
  free(a);
  free(b);
  return 0;
}

// DRIVE: both_tested_bad()
int both_tested_bad(void) {
  char *a = malloc(1); // LEAK
  char *b = malloc(2); // LEAK
  if (!a || !b)
    return -1;
  free(a);
  free(b);
  return 0;
}

// DRIVE: if_nonnull_free_ok()
void if_nonnull_free_ok(void) {
  char *p = malloc(1);
  if (p)
    free(p);
}

// DRIVE: expect_ok()
int expect_ok(void) {
  char *p = malloc(1);
  if (__builtin_expect(!p, 0))
    return -1;
  free(p);
  return 0;
}

static int is_missing(const void *p) { return p == NULL; }

// DRIVE: test_in_function_ok()
int test_in_function_ok(void) {
  char *p = malloc(1);
  if (is_missing(p))
    return -1;
  free(p);
  return 0;
}
