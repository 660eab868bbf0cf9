// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One visitor frees, one keeps, one forgets.

#include "visit.h"

static int count_word(char *word, void *context) {
  ++*(int *)context;
  free(word);
  return 0;
}

// DRIVE: counted_ok("a b")
int counted_ok(const char *text) {
  int count = 0;
  visit_words(text, count_word, &count);
  return count;
}

static int keep_word(char *word, void *context) {
  char **last = context;
  free(*last);
  *last = word;
  return 0;
}

// DRIVE: last_ok("a b")
void last_ok(const char *text) {
  char *last = NULL;
  visit_words(text, keep_word, &last);
  free(last);
}

// DRIVE: last_bad("a b")
int last_bad(const char *text) {
  char *last = NULL;
  visit_words(text, keep_word, &last); // LEAK missed-by(sat, absint, valueflow): a callback passed to a callee is not followed
  return last != NULL;
}
