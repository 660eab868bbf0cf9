// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fields that alone own what they hold: overwritten, or freed with their object,
// by a function that did not allocate what is there.

#include "../leak.h"

struct person {
  char *name;        // owned
  const char *title; // borrowed
};

static struct person *person_new(const char *name) {
  struct person *p = calloc(1, sizeof *p);
  if (!p)
    return NULL;
  p->name = strdup(name);
  p->title = "";
  return p;
}

static void person_free(struct person *p) {
  if (!p)
    return;
  free(p->name);
  free(p);
}

// DRIVE: struct person *p = person_new("a"); if (p) rename_bad(p, "b"); person_free(p)
void rename_bad(struct person *p, const char *name) {
  if (p->name && strcmp(p->name, name) == 0) // LEAK(elsewhere) missed-by(absint, valueflow): what was there before the call is not followed
    return;
  p->name = strdup(name);
}

// DRIVE: struct person *p = person_new("a"); if (p) rename_ok(p, "b"); person_free(p)
void rename_ok(struct person *p, const char *name) {
  if (p->name && strcmp(p->name, name) == 0)
    return;
  free(p->name);
  p->name = strdup(name);
}

// DRIVE: struct person *p = person_new("a"); if (p) rename_if_empty_ok(p, "b"); person_free(p)
void rename_if_empty_ok(struct person *p, const char *name) {
  if (!p->name)
    p->name = strdup(name);
}

// DRIVE: struct person *p = person_new("a"); if (p) clear_bad(p); person_free(p)
void clear_bad(struct person *p) {
  if (p->name && p->name[0] == 'a') // LEAK(elsewhere) missed-by(absint, valueflow): what was there before the call is not followed
    p->name = NULL;
}

// DRIVE: struct person *p = person_new("a"); if (p) title_ok(p, "b"); person_free(p)
void title_ok(struct person *p, const char *title) {
  if (p->title && strcmp(p->title, title) == 0)
    return;
  p->title = title;
}

// DRIVE: struct person *p = person_new("a"); if (p) drop_bad(p)
void drop_bad(struct person *p) {
  if (p->name && p->name[0] == 'x') // LEAK(elsewhere) missed-by(absint, valueflow): what was there before the call is not followed
    puts("x");
  free(p);
}

// DRIVE: struct person *p = person_new("a"); if (p) drop_ok(p)
void drop_ok(struct person *p) {
  if (p->name && p->name[0] == 'x')
    puts("x");
  person_free(p);
}

// DRIVE: struct person *p = person_new("a"); if (p) tried_ok(p, "b"); person_free(p)
int tried_ok(struct person *p, const char *name) {
  char *old = p->name;
  p->name = strdup(name);
  if (!p->name) {
    p->name = old;
    return -1;
  }
  if (old && old[0])
    puts(old);
  free(old);
  return 0;
}

// DRIVE: struct person *p = person_new("a"); if (p) tried_bad(p, "b"); person_free(p)
int tried_bad(struct person *p, const char *name) {
  char *old = p->name; // LEAK(elsewhere) missed-by(absint, valueflow): what was there before the call is not followed
  p->name = strdup(name);
  if (!p->name)
    return old && old[0] ? -1 : 0;
  free(old);
  return 0;
}

// Who gives it to realloc() knows that it is there.
// DRIVE: struct person *p = person_new("a"); if (p) grown_bad(p, 100); person_free(p)
int grown_bad(struct person *p, size_t n) {
  p->name = realloc(p->name, n); // LEAK(elsewhere) missed-by(absint, valueflow): what was there before the call is not followed
  return p->name ? 0 : -1;
}

static char *resized(char *text, size_t n) { return realloc(text, n + 1); }

// DRIVE: struct person *p = person_new("a"); if (p) grown_by_wrapper_bad(p, 100); person_free(p)
int grown_by_wrapper_bad(struct person *p, size_t n) {
  p->name = resized(p->name, n); // LEAK(elsewhere) missed-by(absint, valueflow): what was there before the call is not followed
  return p->name ? 0 : -1;
}

// DRIVE: struct person *p = person_new("a"); if (p) grown_ok(p, 100); person_free(p)
int grown_ok(struct person *p, size_t n) {
  char *name = resized(p->name, n);
  if (!name)
    return -1;
  p->name = name;
  return 0;
}
