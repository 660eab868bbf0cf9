// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A case that forgets, a case that falls through into the free.

#include "../leak.h"

// DRIVE: one_case_bad(2)
// DRIVE: one_case_bad(1)
int one_case_bad(int kind) {
  char *p = malloc(10); // LEAK
  switch (kind) {
  case 1:
    free(p);
    return 1;
  case 2:
    return 2;
  default:
    break;
  }
  free(p);
  return 0;
}

// DRIVE: one_case_ok(1); one_case_ok(2); one_case_ok(3)
int one_case_ok(int kind) {
  char *p = malloc(10);
  switch (kind) {
  case 1:
    free(p);
    return 1;
  case 2:
    free(p);
    return 2;
  default:
    break;
  }
  free(p);
  return 0;
}

// DRIVE: fall_through_ok(1); fall_through_ok(2); fall_through_ok(3)
void fall_through_ok(int kind) {
  char *p = malloc(10);
  switch (kind) {
  case 1:
    if (p)
      p[0] = 'x'; /* fallthrough */
  case 2:
    free(p);
    break;
  default:
    free(p);
  }
}

// DRIVE: fall_through_bad(1)
void fall_through_bad(int kind) {
  char *p = malloc(10);
  switch (kind) {
  case 1:
    free(p); /* fallthrough */
  case 2:
    free(p); // DOUBLE-FREE
    break;
  default:
    free(p);
  }
}

// DRIVE: no_default_bad(7)
void no_default_bad(int kind) {
  char *p = malloc(10); // LEAK
  switch (kind) {
  case 0:
    free(p);
    break;
  case 1:
    free(p);
    break;
  }
}

// DRIVE: allocate_and_free_by_kind_ok(0); allocate_and_free_by_kind_ok(1)
void allocate_and_free_by_kind_ok(int kind) {
  char *p = NULL;
  switch (kind) {
  case 1:
    p = malloc(10);
    break;
  }
  switch (kind) {
  case 1:
    free(p);
    break;
  }
}
