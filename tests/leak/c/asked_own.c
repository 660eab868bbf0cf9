// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A function of the program that only looks at what it is given is asked twice.

#include "../leak.h"

struct rule {
  int kind, first, last;
  char text[16];
};

static int has_dot(const char *s) {
  for (size_t i = 0; i < strlen(s); i++)
    if (s[i] == '.')
      return 1;
  return 0;
}

// DRIVE: dot_ok("a.b"); dot_ok("ab")
int dot_ok(const char *name) {
  char *copy = has_dot(name) ? malloc(8) : NULL; // false-alarm(ownership, contradiction): answers are numbers
  int n = (int)strlen(name);
  if (has_dot(name))
    free(copy);
  return n;
}

// DRIVE: dot_bad("a.b"); dot_bad("ab")
int dot_bad(const char *name) {
  char *copy = has_dot(name) ? malloc(8) : NULL; // LEAK
  int n = (int)strlen(name);
  if (!has_dot(name))
    free(copy);
  return n;
}

static int is_range(const struct rule *r, int kind) {
  if (r->kind != kind)
    return 0;
  int sum = 0;
  for (int i = 0; i < 16; i++)
    sum += r->text[i];
  return sum > r->first && sum < r->last;
}

// DRIVE: struct rule r = {1, -1, 5, ""}; range_ok(&r, 1); range_ok(&r, 2)
int range_ok(const struct rule *r, int kind) {
  char *p = NULL;
  if (is_range(r, kind))
    p = malloc(4);
  if (!is_range(r, kind))
    return 0;
  free(p);
  return 1;
}

// Another question: the kind is another one.
// DRIVE: struct rule r = {1, -1, 5, ""}; range_bad(&r, 1); range_bad(&r, 2)
int range_bad(const struct rule *r, int kind) {
  char *p = NULL;
  if (is_range(r, kind))
    p = malloc(4); // LEAK
  if (!is_range(r, kind + 1))
    return 0;
  free(p);
  return 1;
}

// What it looks at was written in between.
// DRIVE: struct rule r = {1, -1, 5, ""}; written_bad(&r)
int written_bad(struct rule *r) {
  char *p = NULL;
  if (is_range(r, 1))
    p = malloc(4); // LEAK
  r->kind = 2;
  if (!is_range(r, 1))
    return 0;
  free(p);
  return 1;
}

static int calls;

static int is_odd_call(const char *s) { return *s && (++calls & 1); }

// It counts: the next answer is another one.
// DRIVE: counted_bad("a")
int counted_bad(const char *s) {
  char *p = NULL;
  if (is_odd_call(s))
    p = malloc(4); // LEAK
  if (!is_odd_call(s))
    return 0;
  free(p);
  return 1;
}

static int is_late(const char *s) { return *s && calls > 1; }

// It looks at a global that another function changes.
// DRIVE: calls = 2; global_bad("a")
int global_bad(const char *s) {
  char *p = NULL;
  if (is_late(s))
    p = malloc(4); // LEAK
  calls = 0;
  if (!is_late(s))
    return 0;
  free(p);
  return 1;
}

struct list {
  struct list *next;
  int value;
};

static int has_value(const struct list *l) {
  for (; l; l = l->next)
    if (l->value)
      return 1;
  return 0;
}

// It looks at what is further away, and that is written.
// DRIVE: struct list b = {NULL, 1}, a = {&b, 0}; far_bad(&a)
int far_bad(struct list *l) {
  char *p = NULL;
  if (has_value(l))
    p = malloc(4); // LEAK
  l->next->value = 0;
  if (!has_value(l))
    return 0;
  free(p);
  return 1;
}
