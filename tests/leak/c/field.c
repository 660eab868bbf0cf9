// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Objects that hold objects: partly built, freed without their fields.

#include "../leak.h"

struct person {
  char *name, *town;
};

static void person_free(struct person *p) {
  if (!p)
    return;
  free(p->name);
  free(p->town);
  free(p);
}

// DRIVE: person_free(build_ok("a", "b"))
struct person *build_ok(const char *name, const char *town) {
  struct person *p = calloc(1, sizeof *p);
  if (!p)
    return NULL;
  p->name = strdup(name);
  p->town = strdup(town);
  if (!p->name || !p->town) {
    person_free(p);
    return NULL;
  }
  return p;
}

// DRIVE: person_free(build_bad("a", "b"))
struct person *build_bad(const char *name, const char *town) {
  struct person *p = calloc(1, sizeof *p);
  if (!p)
    return NULL;
  p->name = strdup(name); // LEAK
  p->town = strdup(town);
  if (!p->name || !p->town) {
    free(p->town);
    free(p);
    return NULL;
  }
  return p;
}

// DRIVE: holder_freed_bad("a")
void holder_freed_bad(const char *name) {
  struct person *p = calloc(1, sizeof *p);
  if (!p)
    return;
  p->name = strdup(name); // LEAK
  free(p);
}

// DRIVE: holder_freed_ok("a")
void holder_freed_ok(const char *name) {
  struct person *p = calloc(1, sizeof *p);
  if (!p)
    return;
  p->name = strdup(name);
  free(p->name);
  free(p);
}

static void person_forget_town(struct person *p) {
  free(p->name);
  free(p); // LEAK(one-of town) missed-by(valueflow): a sink that is only possible counts
}

// DRIVE: forgotten_field_bad()
void forgotten_field_bad(void) {
  struct person *p = build_ok("a", "b"); // LEAK(one-of town)
  if (p)
    person_forget_town(p);
}

// DRIVE: destroyed_ok()
void destroyed_ok(void) {
  struct person *p = build_ok("a", "b");
  person_free(p);
}

// DRIVE: lost_with_field_bad()
int lost_with_field_bad(void) {
  struct person *p = calloc(1, sizeof *p); // LEAK
  if (!p)
    return -1;
  p->name = strdup("a"); // LEAK(indirect)
  return p->name != NULL;
}

// DRIVE: struct person *p = build_ok("a", "b"); if (p) rename_ok(p, "c"); person_free(p)
int rename_ok(struct person *p, const char *name) {
  char *copy = strdup(name);
  if (!copy)
    return -1;
  free(p->name);
  p->name = copy;
  return 0;
}

// DRIVE: struct person *p = calloc(1, sizeof *p); twice_bad(p); person_free(p)
void twice_bad(struct person *p) {
  p->name = strdup("a"); // LEAK
  p->name = strdup("b");
}

// DRIVE: struct person q = {0}; into_caller_ok(&q); free(q.name)
void into_caller_ok(struct person *p) { p->name = strdup("a"); }

// DRIVE: on_stack_bad("a")
int on_stack_bad(const char *name) {
  struct person p = {NULL, NULL};
  p.name = strdup(name); // LEAK
  p.town = strdup(name);
  free(p.town);
  return p.name != NULL;
}

// DRIVE: on_stack_ok("a")
int on_stack_ok(const char *name) {
  struct person p = {strdup(name), NULL};
  free(p.name);
  return 0;
}

// DRIVE: struct person q = {0}; q.name = strdup("a"); clear_ok(&q)
void clear_ok(struct person *p) {
  free(p->name);
  free(p->town);
  memset(p, 0, sizeof *p);
}

// DRIVE: cleared_too_early_bad()
void cleared_too_early_bad(void) {
  struct person p;
  p.name = strdup("a"); // LEAK
  memset(&p, 0, sizeof p);
  free(p.name);
}
