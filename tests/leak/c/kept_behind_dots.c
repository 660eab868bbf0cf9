// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions with `...` that keep, hand back or free what they are given.

#include "../leak.h"
#include <stdarg.h>

static const char *names[4];
static char *last;

static void set_names(int n, ...) {
  va_list list;
  va_start(list, n);
  for (int i = 0; i < n && i < 4; i++)
    names[i] = va_arg(list, const char *);
  va_end(list);
}

// The next function does it.
static void take_last(va_list *list) {
  free(last);
  last = va_arg(*list, char *);
}

static void replace_last(const char *why, ...) {
  va_list list;
  va_start(list, why);
  take_last(&list);
  va_end(list);
}

static char *second_of(const char *first, ...) {
  va_list list;
  va_start(list, first);
  char *out = va_arg(list, char *);
  va_end(list);
  return out;
}

struct box {
  char *held;
};

static void fill(struct box *box, ...) {
  va_list list;
  va_start(list, box);
  box->held = va_arg(list, char *);
  va_end(list);
}

static void free_both(int n, ...) {
  va_list list;
  va_start(list, n);
  for (int i = 0; i < n; i++)
    free(va_arg(list, char *));
  va_end(list);
}

// DRIVE: set_ok("a"); free((char *)names[0])
void set_ok(const char *s) {
  char *copy = strdup(s);
  set_names(1, copy);
}

// DRIVE: replaced_ok("a"); replaced_ok("b"); free(last); last = NULL
void replaced_ok(const char *s) {
  char *copy = strdup(s);
  replace_last("new", copy);
}

// DRIVE: returned_ok("a")
void returned_ok(const char *s) {
  char *copy = strdup(s);
  char *same = second_of(s, copy);
  free(same);
}

// DRIVE: { struct box b; filled_ok(&b, "a"); free(b.held); }
void filled_ok(struct box *box, const char *s) {
  char *copy = strdup(s);
  fill(box, copy);
}

// DRIVE: both_ok("a")
void both_ok(const char *s) {
  char *a = strdup(s), *b = strdup(s);
  free_both(2, a, b);
}

// The fixed argument is not what is kept.
// DRIVE: set_names(1, "x"); first_bad("a")
char *first_bad(const char *s) {
  char *copy = strdup(s); // LEAK
  if (!copy)
    return NULL;
  return second_of(copy, s);
}
