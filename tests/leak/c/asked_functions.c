// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Small functions that answer yes or no by a comparison: what they say about
// an object decides who owns what.

#include "../leak.h"

struct job {
  char *text;
  int error;
  unsigned flags;
};

static int has_failed(const struct job *j) { return j->error != 0; }
static int is_empty(const struct job *j) { return !j->text; }
static int is_ready(const struct job *j) { return j->error == 0 && j->text; }
static int is_borrowed(const struct job *j) { return (j->flags & 1) != 0; }

// A text, or an error.
static void job_start(struct job *j, int n) {
  j->flags = 0;
  j->text = n > 0 ? malloc((size_t)n) : NULL;
  j->error = j->text ? 0 : -1;
}

// DRIVE: asked_for_error_ok(-1); asked_for_error_ok(1)
int asked_for_error_ok(int n) {
  struct job j;
  job_start(&j, n);
  if (has_failed(&j))
    return -1;
  free(j.text);
  return 0;
}

// DRIVE: asked_for_error_bad(-1); asked_for_error_bad(1)
int asked_for_error_bad(int n) {
  struct job j;
  job_start(&j, n); // LEAK
  if (!has_failed(&j))
    return -1;
  free(j.text);
  return 0;
}

// DRIVE: asked_for_text_ok(-1); asked_for_text_ok(1)
int asked_for_text_ok(int n) {
  struct job j;
  job_start(&j, n);
  if (is_empty(&j))
    return -1;
  free(j.text);
  return 0;
}

// DRIVE: asked_for_text_bad(-1); asked_for_text_bad(1)
int asked_for_text_bad(int n) {
  struct job j;
  job_start(&j, n); // LEAK
  return is_empty(&j) ? -1 : 0;
}

// DRIVE: asked_for_both_ok(-1); asked_for_both_ok(1)
int asked_for_both_ok(int n) {
  struct job j;
  job_start(&j, n);
  if (!is_ready(&j))
    return -1;
  free(j.text);
  return 0;
}

// DRIVE: lent_ok(1); lent_ok(0)
void lent_ok(unsigned lend) {
  static char shared[4];
  struct job j = {shared, 0, 1};
  if (!lend) {
    j.text = malloc(4);
    j.flags = 0;
  }
  if (!is_borrowed(&j))
    free(j.text);
}

// DRIVE: lent_bad(1); lent_bad(0)
void lent_bad(unsigned lend) {
  static char shared[4];
  struct job j = {shared, 0, 1};
  if (!lend)
    j.text = malloc(4); // LEAK
  if (!is_borrowed(&j))
    free(j.text);
}
