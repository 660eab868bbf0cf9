// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fragments whose callers nobody sees: what they are given may be anything, what
// they make themselves is theirs until it is stored there.

#include "../leak.h"

struct record {
  char *name;
  struct record *parent;
};

// DRIVE: { struct record r = {0}; named_ok(&r, "a"); free(r.name); }
void named_ok(struct record *r, const char *name) {
  char *copy = strdup(name);
  free(r->name);
  r->name = copy;
}

// DRIVE: { struct record r = {0}; named_if_empty_bad(&r, "a"); named_if_empty_bad(&r, "b"); free(r.name); }
void named_if_empty_bad(struct record *r, const char *name) {
  char *copy = strdup(name); // LEAK
  if (!r->name)
    r->name = copy;
}

// DRIVE: { struct record r = {0}; named_if_empty_ok(&r, "a"); named_if_empty_ok(&r, "b"); free(r.name); }
void named_if_empty_ok(struct record *r, const char *name) {
  if (r->name)
    return;
  r->name = strdup(name);
}

// DRIVE: { struct record r = {0}; up_ok(&r, "a"); struct record p = {0}; r.parent = &p; up_ok(&r, "a"); free(p.name); }
void up_ok(struct record *r, const char *name) {
  struct record *p = r->parent;
  if (!p)
    return;
  p->name = strdup(name);
}

// DRIVE: { struct record r = {0}; up_bad(&r, "a"); struct record p = {0}; r.parent = &p; up_bad(&r, "a"); free(p.name); }
void up_bad(struct record *r, const char *name) {
  char *copy = strdup(name); // LEAK
  struct record *p = r->parent;
  if (p)
    p->name = copy;
}

// DRIVE: { char *out = NULL; if (!given_ok(&out, 1)) free(out); given_ok(&out, 0); }
int given_ok(char **out, int n) {
  char *made = malloc(8);
  if (!made)
    return -1;
  if (n == 0) {
    free(made);
    return -1;
  }
  *out = made;
  return 0;
}

// DRIVE: { char *out = NULL; if (!given_bad(&out, 1)) free(out); given_bad(&out, 0); }
int given_bad(char **out, int n) {
  char *made = malloc(8); // LEAK
  if (!made)
    return -1;
  if (n == 0)
    return -1;
  *out = made;
  return 0;
}

// DRIVE: { char *out = NULL; given_twice_bad(&out); free(out); }
void given_twice_bad(char **out) {
  *out = malloc(8); // LEAK
  *out = malloc(9);
}

// DRIVE: { char *out = NULL; given_twice_ok(&out); free(out); }
void given_twice_ok(char **out) {
  *out = malloc(8);
  free(*out);
  *out = malloc(9);
}
