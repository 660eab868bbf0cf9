// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums of factors: functions that call each other build a structure, take it
// apart, and copy it.

#include "../leak.h"

struct factor;
struct sum {
  struct factor *first;
  struct sum *rest;
};
struct factor {
  struct sum *inner;
  char *name;
};

static void sum_free(struct sum *s);
static void factor_free(struct factor *f) {
  if (!f)
    return;
  sum_free(f->inner);
  free(f->name);
  free(f);
}
static void sum_free(struct sum *s) {
  if (!s)
    return;
  factor_free(s->first);
  sum_free(s->rest);
  free(s);
}

static struct sum *parse_sum(const char **text);
static struct factor *parse_factor(const char **text) {
  struct factor *f = calloc(1, sizeof *f);
  if (!f)
    return NULL;
  if (**text == '(') {
    ++*text;
    f->inner = parse_sum(text);
    if (f->inner && *(*text)++ == ')')
      return f;
  } else if (**text >= 'a' && (f->name = strndup((*text)++, 1)))
    return f;
  factor_free(f);
  return NULL;
}
static struct sum *parse_sum(const char **text) {
  struct sum *s = calloc(1, sizeof *s);
  if (!s)
    return NULL;
  s->first = parse_factor(text);
  if (s->first && **text != '+')
    return s;
  if (s->first && ++*text && (s->rest = parse_sum(text)))
    return s;
  sum_free(s);
  return NULL;
}

// DRIVE: parsed_and_freed_ok("a+(b+c)"); parsed_and_freed_ok("a+(b"); parsed_and_freed_ok("+")
int parsed_and_freed_ok(const char *text) {
  struct sum *s = parse_sum(&text);
  sum_free(s);
  return s ? 0 : -1;
}

// DRIVE: only_parsed_bad("a+(b+c)")
int only_parsed_bad(const char *text) {
  struct sum *s = parse_sum(&text); // LEAK
  return s && *text == '\0';
}

// DRIVE: trailing_text_bad("a"); trailing_text_bad("a)")
int trailing_text_bad(const char *text) {
  struct sum *s = parse_sum(&text); // LEAK
  if (!s)
    return -1;
  if (*text != '\0')
    return -2;
  sum_free(s);
  return 0;
}

// DRIVE: trailing_text_ok("a"); trailing_text_ok("a)")
int trailing_text_ok(const char *text) {
  struct sum *s = parse_sum(&text);
  if (!s)
    return -1;
  int status = *text != '\0' ? -2 : 0;
  sum_free(s);
  return status;
}

// DRIVE: factor_free(first_taken_ok("a")); factor_free(first_taken_ok("a+b"))
struct factor *first_taken_ok(const char *text) {
  struct sum *s = parse_sum(&text);
  if (!s)
    return NULL;
  struct factor *f = s->first;
  s->first = NULL;
  sum_free(s);
  return f;
}

// DRIVE: factor_free(rest_forgotten_bad("a+b"))
struct factor *rest_forgotten_bad(const char *text) {
  struct sum *s = parse_sum(&text); // LEAK missed-by(sat, fused, absint, valueflow): what only some outcomes of a callee make is out of danger
  if (!s)
    return NULL;
  struct factor *f = s->first;
  free(s);
  return f;
}

static int odd(int n, char *p);
static int even(int n, char *p) {
  if (n != 0)
    return odd(n - 1, p);
  free(p);
  return 1;
}
static int odd(int n, char *p) { return n == 0 ? 0 : even(n - 1, p); }

// Freed by the one of the two that ends in a yes.
// DRIVE: freed_if_even_ok(2); freed_if_even_ok(3)
int freed_if_even_ok(int n) {
  char *p = malloc(4);
  if (even(n, p))
    return 1;
  free(p);
  return 0;
}

// DRIVE: freed_if_even_bad(2); freed_if_even_bad(3)
int freed_if_even_bad(int n) {
  char *p = malloc(4); // LEAK
  return even(n, p);
}
