// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the result says about who owns it now: null, zero, negative, positive,
// a particular number.

#include "../leak.h"

static char *slot, *spare;

// Negative: refused.  Zero: kept.  Positive: freed.
static int offer(char *p, int mode) {
  if (mode < 0)
    return -7;
  if (mode == 0) {
    slot = p;
    return 0;
  }
  free(p);
  return mode;
}

// DRIVE: negative_tested_ok(-1); negative_tested_ok(0); negative_tested_ok(1)
void negative_tested_ok(int mode) {
  char *p = malloc(4);
  if (offer(p, mode) < 0)
    free(p);
}

// DRIVE: not_tested_bad(-1); not_tested_bad(0); not_tested_bad(1)
void not_tested_bad(int mode) {
  char *p = malloc(4); // LEAK
  offer(p, mode);
}

// A positive answer means that it is gone already.
// DRIVE: nonzero_tested_bad(-1); nonzero_tested_bad(0); nonzero_tested_bad(1)
void nonzero_tested_bad(int mode) {
  char *p = malloc(4);
  if (offer(p, mode) != 0)
    free(p); // DOUBLE-FREE missed-by(sat): what another outcome of the callee keeps is out of danger
}

// DRIVE: exact_code_ok(-1); exact_code_ok(0); exact_code_ok(5)
void exact_code_ok(int mode) {
  char *p = malloc(4);
  if (offer(p, mode) == -7)
    free(p);
}

// DRIVE: exact_code_bad(-1)
void exact_code_bad(int mode) {
  char *p = malloc(4); // LEAK
  if (offer(p, mode) == -1)
    free(p);
}

enum answer { TAKEN = 3, BUSY = 5, CLOSED = 9 };

static enum answer deliver(char *p, int open) {
  if (!open)
    return CLOSED;
  if (spare)
    return BUSY;
  spare = p;
  return TAKEN;
}

// DRIVE: each_answer_ok(0); each_answer_ok(1); each_answer_ok(1)
void each_answer_ok(int open) {
  char *p = malloc(4);
  switch (deliver(p, open)) {
  case TAKEN:
    return;
  case BUSY:
  case CLOSED:
    free(p);
  }
}

// DRIVE: busy_forgotten_bad(1); busy_forgotten_bad(1)
void busy_forgotten_bad(int open) {
  char *p = malloc(4); // LEAK
  if (deliver(p, open) == CLOSED)
    free(p);
}

// Gives back what it could not take.
static char *take_or_return(char *p) {
  if (spare)
    return p;
  spare = p;
  return NULL;
}

// DRIVE: given_back_ok(); given_back_ok()
void given_back_ok(void) { free(take_or_return(malloc(4))); }

// DRIVE: given_back_bad(); given_back_bad()
void given_back_bad(void) {
  char *p = malloc(4); // LEAK missed-by(absint, valueflow): a sink that is only possible counts
  take_or_return(p);
}

// The number of objects made, or -1 and none.
static int make_some(char *out[2], int count) {
  if (count > 2)
    return -1;
  for (int i = 0; i < count; i++)
    if (!(out[i] = malloc(4)))
      return i;
  return count;
}

// DRIVE: counted_ok(0); counted_ok(1); counted_ok(2); counted_ok(3)
void counted_ok(int count) {
  char *some[2];
  int made = make_some(some, count);
  if (made > 0)
    free(some[0]);
  if (made > 1)
    free(some[1]);
}

// DRIVE: only_full_count_bad(2)
void only_full_count_bad(int count) {
  char *some[2];
  int made = make_some(some, count); // LEAK missed-by(sat, fused, valueflow, absint): what a loop in a callee makes is out of danger
  if (made == 2) {
    free(some[0]);
    free(some[1]);
  }
}
