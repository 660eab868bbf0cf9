// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two pointers that were compared equal are one.

#include "../leak.h"

struct node {
  struct node *next;
  char *name;
};

// DRIVE: struct node a = {0}, b = {0}; filled_ok(&a, &b); free(a.name); a.name = NULL; filled_ok(&a, &a)
void filled_ok(struct node *a, struct node *b) {
  if (a->name)
    return;
  a->name = strdup("x");
  if (a == b) {
    free(b->name);
    b->name = NULL;
  }
}

// DRIVE: fresh_ok(0); fresh_ok(1)
int fresh_ok(int which) {
  char *p = malloc(8), *q = NULL;
  if (!p)
    return -1;
  if (which)
    q = p;
  if (q == p) {
    free(q);
    return 1;
  }
  free(p);
  return 0;
}

// DRIVE: fresh_bad(0); fresh_bad(1)
int fresh_bad(int which) {
  char *p = malloc(8), *q = NULL; // LEAK
  if (!p)
    return -1;
  if (which)
    q = p;
  if (q == p)
    return 1;
  free(p);
  return 0;
}

static char local_default[] = "default";

// DRIVE: default_ok(0); default_ok(1)
int default_ok(int own) {
  char *name = own ? strdup("own") : local_default;
  if (!name)
    return -1;
  int n = (int)strlen(name);
  if (name != local_default)
    free(name);
  return n;
}

// DRIVE: default_bad(0); default_bad(1)
int default_bad(int own) {
  char *name = own ? strdup("own") : local_default; // LEAK
  if (!name)
    return -1;
  int n = (int)strlen(name);
  if (name == local_default)
    return 0;
  return n;
}

// The element that was looked for is the first one.
static struct node *first;

// DRIVE: struct node *n = push_ok("a"); pop_ok(n)
struct node *push_ok(const char *name) {
  struct node *n = malloc(sizeof *n);
  if (!n)
    return NULL;
  n->name = strdup(name);
  n->next = first;
  first = n;
  return n;
}

// DRIVE: struct node *n = push_ok("a"); pop_ok(n)
void pop_ok(struct node *n) {
  if (!n)
    return;
  if (n == first) {
    first = first->next;
    free(n->name);
    free(n);
  }
}

// DRIVE: struct node a = {0}, b = {0}; moved_bad(&a, &b); moved_bad(&a, &a)
void moved_bad(struct node *a, struct node *b) {
  a->name = strdup("x"); // LEAK missed-by(fused, sat, absint, ownership, valueflow, contradiction): cells behind two names that were compared equal are not united
  if (a == b)
    b->name = NULL;
  free(a->name);
  a->name = NULL;
}
