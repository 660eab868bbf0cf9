// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Of two numbers one is less, or they are equal: what is neither equal to the
// other nor greater is less, so that a loop between them runs at least once.

#include "../leak.h"

struct table {
  char *at[8];
};

static char *fill(struct table *t, unsigned from, unsigned to) {
  char *text = calloc(1, 8);
  for (unsigned i = from; text && i < to; i++)
    t->at[i] = text;
  return text;
}

// DRIVE: struct table t = {0}; two_tests_ok(&t, 1, 3); free(t.at[1])
void two_tests_ok(struct table *t, unsigned from, unsigned to) {
  if (to < from || to > 8)
    exit(1);
  if (to == from)
    return;
  char *text = fill(t, from, to);
  if (text)
    text[0] = 'a';
}

// DRIVE: struct table t = {0}; one_test_ok(&t, 1, 3); free(t.at[1])
void one_test_ok(struct table *t, unsigned from, unsigned to) {
  if (to <= from || to > 8)
    return;
  char *text = fill(t, from, to);
  if (text)
    text[0] = 'a';
}

// DRIVE: struct table t = {0}; may_be_equal_bad(&t, 1, 1)
void may_be_equal_bad(struct table *t, unsigned from, unsigned to) {
  if (to < from || to > 8)
    exit(1);
  char *text = fill(t, from, to); // LEAK
  if (text)
    text[0] = 'a';
}

// DRIVE: struct table t = {0}; may_be_greater_bad(&t, 3, 1)
void may_be_greater_bad(struct table *t, unsigned from, unsigned to) {
  if (to == from || to > 8)
    return;
  char *text = fill(t, from, to); // LEAK
  if (text)
    text[0] = 'a';
}
