// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fresh memory through `T **`, with a status code that says whether.

#include "../leak.h"

static int make(char **out, int bad) {
  char *p;
  if (bad)
    return -1;
  p = malloc(10);
  if (!p)
    return -1;
  *out = p;
  return 0;
}

// DRIVE: status_checked_ok(0); status_checked_ok(1)
int status_checked_ok(int bad) {
  char *p;
  if (make(&p, bad) < 0)
    return -1;
  free(p);
  return 0;
}

// DRIVE: status_checked_bad()
int status_checked_bad(void) {
  char *p;
  if (make(&p, 0) < 0) // LEAK
    return -1;
  return p[0] = 0;
}

// DRIVE: status_nonzero_ok(0); status_nonzero_ok(1)
int status_nonzero_ok(int bad) {
  char *p;
  int status = make(&p, bad);
  if (status)
    return status;
  free(p);
  return 0;
}

// DRIVE: second_make_bad()
int second_make_bad(void) {
  char *p, *q;
  if (make(&p, 0) != 0) // LEAK
    return -1;
  if (make(&q, 0) != 0)
    return -1;
  free(q);
  free(p);
  return 0;
}

// DRIVE: reused_variable_bad()
int reused_variable_bad(void) {
  char *p = NULL;
  if (make(&p, 0) != 0) // LEAK
    return -1;
  if (make(&p, 0) != 0) {
    free(p);
    return -1;
  }
  free(p);
  return 0;
}

// DRIVE: char *p = NULL; pass_through_ok(&p); free(p)
int pass_through_ok(char **out) { return make(out, 0); }

// DRIVE: char *p = NULL; fill_ok(&p); free(p)
int fill_ok(char **out) {
  *out = malloc(10);
  return *out ? 0 : -1;
}

// DRIVE: char *p = NULL; fill_late_bad(&p, 1); free(p)
int fill_late_bad(char **out, int bad) {
  char *p = malloc(10); // LEAK
  if (!p || bad)
    return -1;
  *out = p;
  return 0;
}

struct pair {
  char *first, *second;
};

static int make_pair(struct pair *out) {
  out->first = malloc(10);
  if (!out->first)
    return -1;
  out->second = malloc(20);
  if (!out->second) {
    free(out->first);
    return -1;
  }
  return 0;
}

// DRIVE: pair_ok()
int pair_ok(void) {
  struct pair pair;
  if (make_pair(&pair) < 0)
    return -1;
  free(pair.first);
  free(pair.second);
  return 0;
}

// DRIVE: pair_bad()
int pair_bad(void) {
  struct pair pair;
  if (make_pair(&pair) < 0) // LEAK missed-by(valueflow): a sink that is only possible counts
    return -1;
  free(pair.first);
  return 0;
}

// DRIVE: optional_out_ok(NULL); char *p = NULL; optional_out_ok(&p); free(p)
int optional_out_ok(char **out) {
  char *p = malloc(10);
  if (!p)
    return -1;
  if (out)
    *out = p;
  else
    free(p);
  return 0;
}

// DRIVE: optional_out_bad(NULL)
int optional_out_bad(char **out) {
  char *p = malloc(10); // LEAK
  if (!p)
    return -1;
  if (out)
    *out = p;
  return 0;
}
