// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Structs and unions passed and returned by value.

#include "../leak.h"

struct text {
  char *chars;
  size_t length;
};
struct big {
  char *chars;
  long filler[8];
};

static struct text text_of(const char *s) {
  struct text t = {strdup(s), 0};
  if (t.chars)
    t.length = strlen(t.chars);
  return t;
}

static void text_done(struct text t) { free(t.chars); }

// DRIVE: returned_ok("x")
size_t returned_ok(const char *s) {
  struct text t = text_of(s);
  size_t length = t.length;
  text_done(t);
  return length;
}

// DRIVE: returned_bad("x")
size_t returned_bad(const char *s) {
  struct text t = text_of(s); // LEAK
  return t.length;
}

static struct big big_of(const char *s) {
  struct big b = {strdup(s), {0}};
  return b;
}
static void big_done(struct big b) { free(b.chars); }

// DRIVE: big_ok("x")
void big_ok(const char *s) { big_done(big_of(s)); }

// DRIVE: big_bad("x")
int big_bad(const char *s) {
  struct big b = big_of(s); // LEAK
  return b.filler[0] == 0;
}

// DRIVE: copy_ok("x")
void copy_ok(const char *s) {
  struct text t = text_of(s), u;
  u = t;
  text_done(u);
}

// DRIVE: copy_bad("x")
void copy_bad(const char *s) {
  struct text t = text_of(s), u;
  u = t;
  text_done(t);
  text_done(u); // DOUBLE-FREE
}

// DRIVE: compound_literal_ok("x")
void compound_literal_ok(const char *s) {
  text_done((struct text){strdup(s), 0});
}

static size_t text_length(struct text t) { return t.length; }

// DRIVE: compound_literal_bad("x")
size_t compound_literal_bad(const char *s) {
  return text_length((struct text){strdup(s), 1}); // LEAK
}

union value {
  long number;
  char *chars;
};

// DRIVE: union_ok(0); union_ok(1)
void union_ok(int is_text) {
  union value v;
  if (is_text)
    v.chars = strdup("x");
  else
    v.number = 7;
  if (is_text)
    free(v.chars);
}

// DRIVE: union_bad()
long union_bad(void) {
  union value v;
  v.chars = strdup("x"); // LEAK
  v.number = 7;
  return v.number;
}

struct variant {
  enum { NUMBER, TEXT } tag;
  union value as;
};

static void variant_done(struct variant *v) {
  if (v->tag == TEXT)
    free(v->as.chars);
}

// DRIVE: tagged_ok()
void tagged_ok(void) {
  struct variant v;
  v.tag = TEXT;
  v.as.chars = strdup("x");
  variant_done(&v);
}

// DRIVE: tagged_bad()
void tagged_bad(void) {
  struct variant v;
  v.tag = NUMBER;
  v.as.chars = strdup("x"); // LEAK missed-by(valueflow): a sink that is only possible counts
  variant_done(&v);
}
