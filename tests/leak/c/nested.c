// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two and three levels of ownership.

#include "../leak.h"

struct leaf {
  char *text;
};
struct branch {
  struct leaf *leaf;
  struct leaf inner;
};
struct tree {
  struct branch branch;
  struct branch *more;
};

// DRIVE: deep_ok()
void deep_ok(void) {
  struct tree *t = calloc(1, sizeof *t);
  if (!t)
    return;
  t->branch.inner.text = strdup("a");
  t->more = calloc(1, sizeof *t->more);
  if (t->more) {
    t->more->leaf = calloc(1, sizeof *t->more->leaf);
    free(t->more->leaf);
  }
  free(t->more);
  free(t->branch.inner.text);
  free(t);
}

// DRIVE: inner_struct_bad()
void inner_struct_bad(void) {
  struct tree *t = calloc(1, sizeof *t);
  if (!t)
    return;
  t->branch.inner.text = strdup("a"); // LEAK
  free(t);
}

// DRIVE: middle_freed_bad()
void middle_freed_bad(void) {
  struct tree t = {0};
  t.more = calloc(1, sizeof *t.more);
  if (!t.more)
    return;
  t.more->leaf = calloc(1, sizeof *t.more->leaf); // LEAK
  free(t.more);
}

// DRIVE: middle_replaced_bad()
void middle_replaced_bad(void) {
  struct tree t = {0};
  t.more = calloc(1, sizeof *t.more); // LEAK
  t.more = NULL;
  free(t.more);
}

// DRIVE: moved_out_ok()
void moved_out_ok(void) {
  struct branch *b = calloc(1, sizeof *b);
  char *text;
  if (!b)
    return;
  b->inner.text = strdup("a");
  text = b->inner.text;
  free(b);
  free(text);
}

// DRIVE: moved_within_ok()
void moved_within_ok(void) {
  struct branch *a = calloc(1, sizeof *a);
  struct branch *b = calloc(1, sizeof *b);
  if (a && b) {
    a->inner.text = strdup("a");
    b->inner = a->inner;
    free(b->inner.text);
  }
  free(a);
  free(b);
}

// DRIVE: moved_within_bad()
void moved_within_bad(void) {
  struct branch a = {0}, b = {0};
  a.inner.text = strdup("a");
  b.inner.text = strdup("b"); // LEAK
  b = a;
  free(b.inner.text);
}

static struct branch *new_branch(const char *s) {
  struct branch *b = calloc(1, sizeof *b);
  if (!b)
    return NULL;
  b->inner.text = strdup(s);
  if (!b->inner.text) {
    free(b);
    return NULL;
  }
  return b;
}

// DRIVE: built_elsewhere_ok("x")
void built_elsewhere_ok(const char *s) {
  struct branch *b = new_branch(s);
  if (!b)
    return;
  free(b->inner.text);
  free(b);
}

// DRIVE: built_elsewhere_bad("x")
void built_elsewhere_bad(const char *s) {
  struct branch *b = new_branch(s); // LEAK
  free(b);
}
