// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Structures that one function builds and another one destroys: forgotten
// fields, half-built objects, lists and trees, recursion, callbacks.

#include "../leak.h"

struct tree {
  struct tree *left, *right;
  char *label;
};

static struct tree *leaf(const char *label) {
  struct tree *t = calloc(1, sizeof *t);
  if (!t)
    return NULL;
  t->label = strdup(label);
  if (!t->label) {
    free(t);
    return NULL;
  }
  return t;
}

static void fell(struct tree *t) {
  if (!t)
    return;
  fell(t->left);
  fell(t->right);
  free(t->label);
  free(t);
}

// Without the labels.
static void fell_bare(struct tree *t) {
  if (!t)
    return;
  fell_bare(t->left);
  fell_bare(t->right);
  free(t);
}

// DRIVE: felled_ok("a")
void felled_ok(const char *label) {
  struct tree *t = leaf(label);
  if (t)
    t->left = leaf(label);
  fell(t);
}

// DRIVE: labels_bad("a")
void labels_bad(const char *label) {
  struct tree *t = leaf(label); // LEAK
  fell_bare(t);
}

// DRIVE: only_root_bad("a")
void only_root_bad(const char *label) {
  struct tree *t = leaf(label);
  if (!t)
    return;
  t->right = leaf(label); // LEAK
  free(t->label);
  free(t);
}

// The first branch is lost when there is no second one.
static int two_branches(struct tree *t, const char *label) {
  t->left = leaf(label);
  if (!t->left)
    return -1;
  t->right = leaf(label);
  return t->right ? 0 : -1;
}

// DRIVE: half_built_bad("a")
int half_built_bad(const char *label) {
  struct tree t = {0};
  if (two_branches(&t, label) < 0) // LEAK
    return -1;
  fell(t.left);
  fell(t.right);
  return 0;
}

// DRIVE: half_built_ok("a")
int half_built_ok(const char *label) {
  struct tree t = {0};
  int status = two_branches(&t, label);
  fell(t.left);
  fell(t.right);
  return status;
}

struct chain {
  struct chain *next;
};

static struct chain *link_before(struct chain *next) {
  struct chain *c = malloc(sizeof *c);
  if (c)
    c->next = next;
  return c ? c : next;
}

static void unlink_odd(struct chain *c);
static void unlink_even(struct chain *c) {
  if (c) {
    unlink_odd(c->next);
    free(c);
  }
}
static void unlink_odd(struct chain *c) {
  if (c) {
    unlink_even(c->next);
    free(c);
  }
}

// Seven links: deeper than paths go.
// DRIVE: long_chain_ok()
void long_chain_ok(void) {
  struct chain *c = NULL;
  c = link_before(link_before(link_before(c)));
  c = link_before(link_before(link_before(link_before(c))));
  unlink_even(c);
}

// DRIVE: dropped_chain_bad()
int dropped_chain_bad(void) {
  struct chain *c = link_before(NULL); // LEAK missed-by(sat, valueflow, absint): the result may be the argument
  return c != NULL;
}

typedef void (*visit)(void *object);
static void with(void *object, visit what) { what(object); }
static void look(void *object) { (void)object; }

// DRIVE: freed_by_callback_ok()
void freed_by_callback_ok(void) { with(malloc(4), free); } // false-alarm(valueflow): the callback that frees it is not followed

// DRIVE: seen_by_callback_bad()
void seen_by_callback_bad(void) {
  with(malloc(4), look); // LEAK
}

static int read_pair(char **first, char **second) {
  *first = malloc(4);
  *second = malloc(4);
  if (!*first || !*second) {
    free(*first);
    free(*second);
    return 0;
  }
  return 1;
}

// DRIVE: both_out_ok()
void both_out_ok(void) {
  char *a, *b;
  if (!read_pair(&a, &b))
    return;
  free(a);
  free(b);
}

// DRIVE: second_out_bad()
void second_out_bad(void) {
  char *a, *b;
  if (read_pair(&a, &b)) // LEAK
    free(a);
}
