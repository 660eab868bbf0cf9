// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Freed objects that are handed to functions which only look at them.

#include "../leak.h"

struct box {
  char *text;
  int number;
};

static int sum;

static void show(const struct box *b) { sum += b->number; }

// DRIVE: shown_ok()
void shown_ok(void) {
  struct box *b = calloc(1, sizeof *b);
  if (!b)
    return;
  show(b);
  free(b);
}

// DRIVE: shown_bad()
void shown_bad(void) {
  struct box *b = calloc(1, sizeof *b);
  if (!b)
    return;
  free(b);
  show(b); // USE-AFTER-FREE missed-by(absint): late uses are not looked for
}

static size_t length(const char *s) { return s ? strlen(s) : 0; }

// DRIVE: measured_ok()
size_t measured_ok(void) {
  char *s = strdup("word");
  free(s);
  s = NULL;
  return length(s);
}

// DRIVE: measured_bad()
size_t measured_bad(void) {
  char *s = strdup("word");
  free(s);
  return length(s); // USE-AFTER-FREE missed-by(absint): late uses are not looked for
}

static size_t text_length(const struct box *b) { return length(b->text); }

// DRIVE: part_ok()
size_t part_ok(void) {
  struct box b = {strdup("word"), 1};
  free(b.text);
  b.text = NULL;
  return text_length(&b);
}

// DRIVE: part_bad()
size_t part_bad(void) {
  struct box b = {strdup("word"), 1};
  free(b.text);
  return text_length(&b); // USE-AFTER-FREE missed-by(absint): late uses are not looked for
}

// Only its address counts here.
static int is_same(const struct box *a, const struct box *b) { return a == b; }

// DRIVE: compared_ok()
int compared_ok(void) {
  struct box *b = calloc(1, sizeof *b);
  free(b);
  return is_same(b, NULL);
}

static void show_some(const struct box *b, int count) {
  for (int i = 0; i < count; i++)
    sum += b[i].number;
}

// DRIVE: some_ok()
void some_ok(void) {
  struct box *b = calloc(2, sizeof *b);
  if (!b)
    return;
  show_some(b, 2);
  free(b);
  show_some(b, 0);
}

static int is_verbose;

static void show_verbosely(const struct box *b) {
  if (is_verbose)
    sum += b->number;
}

// DRIVE: quiet_ok()
void quiet_ok(void) {
  struct box *b = calloc(1, sizeof *b);
  free(b);
  show_verbosely(b);
}

static int failed(const struct box *b) { return !b || b->number < 0; }

// DRIVE: tested_ok(); tested_ok()
int tested_ok(void) {
  struct box *b = calloc(1, sizeof *b);
  if (failed(b)) {
    free(b);
    return -1;
  }
  free(b);
  return 0;
}

// DRIVE: tested_bad()
int tested_bad(void) {
  struct box *b = calloc(1, sizeof *b);
  free(b);
  return failed(b); // USE-AFTER-FREE missed-by(absint): late uses are not looked for
}
