// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Freed twice, used after free, freed by another name.

#include "../leak.h"

// DRIVE: plain_bad()
void plain_bad(void) {
  char *p = malloc(10);
  free(p);
  free(p); // DOUBLE-FREE
}

// DRIVE: nulled_ok()
void nulled_ok(void) {
  char *p = malloc(10);
  free(p);
  p = NULL;
  free(p);
}

// DRIVE: alias_bad()
void alias_bad(void) {
  char *p = malloc(10), *q = p;
  free(p);
  free(q); // DOUBLE-FREE
}

// DRIVE: by_alias_ok()
void by_alias_ok(void) {
  char *p = malloc(10), *q = p;
  p = NULL;
  free(q);
}

// DRIVE: error_path_bad(1)
int error_path_bad(int bad) {
  int status = 0;
  char *p = malloc(10);
  if (!p)
    return -1;
  if (bad) {
    free(p);
    status = -1;
    goto out;
  }
out:
  free(p); // DOUBLE-FREE
  return status;
}

// DRIVE: correlated_ok(0); correlated_ok(1)
void correlated_ok(int early) {
  char *p = malloc(10);
  if (early)
    free(p);
  if (!early)
    free(p);
}

// DRIVE: correlated_bad(7)
void correlated_bad(int n) {
  char *p = malloc(10);
  if (n > 5)
    free(p);
  if (n < 10)
    free(p); // DOUBLE-FREE
}

struct box {
  char *p;
};

// DRIVE: field_bad()
void field_bad(void) {
  struct box b;
  char *p = malloc(10);
  b.p = p;
  free(b.p);
  free(p); // DOUBLE-FREE
}

// DRIVE: use_bad()
int use_bad(void) {
  char *p = malloc(10);
  if (!p)
    return -1;
  p[0] = 1;
  free(p);
  return p[0]; // USE-AFTER-FREE missed-by(absint): late uses are not looked for
}

// DRIVE: use_field_bad()
void use_field_bad(void) {
  struct box *b = calloc(1, sizeof *b);
  if (!b)
    return;
  free(b);
  free(b->p); // USE-AFTER-FREE missed-by(absint): late uses are not looked for
}

// DRIVE: passed_bad()
size_t passed_bad(void) {
  char *p = strdup("x");
  if (!p)
    return 0;
  free(p);
  return strlen(p); // USE-AFTER-FREE missed-by(absint): late uses are not looked for
}

// DRIVE: value_only_ok()
int value_only_ok(void) {
  char *p = malloc(10), *q = p;
  free(p);
  return q == NULL;
}

static char *shared;
static void forget_shared(void) { free(shared); }

// DRIVE: global_bad()
void global_bad(void) {
  shared = malloc(10);
  forget_shared();
  forget_shared(); // DOUBLE-FREE
}

// DRIVE: global_ok(); global_ok()
static char *careful;
void global_ok(void) {
  if (!careful)
    careful = malloc(10);
  free(careful);
  careful = NULL;
}

// DRIVE: list_step_bad()
void list_step_bad(void) {
  struct node {
    struct node *next;
  } *n = calloc(1, sizeof *n);
  while (n) {
    free(n);
    n = n->next; // USE-AFTER-FREE missed-by(absint): late uses are not looked for
  }
}
