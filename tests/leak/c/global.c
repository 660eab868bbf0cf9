// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a global reaches is kept; what it held before is not.

#include "../leak.h"

static char *kept;
static char *current;
static char *checked;
static struct { char *name; } settings;
static char *slots[4];

// DRIVE: keep_ok("x")
void keep_ok(const char *s) { kept = strdup(s); }

// DRIVE: overwrite_bad("b")
void overwrite_bad(const char *s) {
  current = strdup("default"); // LEAK
  if (s)
    current = strdup(s);
}

static void set_current(const char *s) {
  current = strdup(s); // LEAK(one-of setter) missed-by(absint, valueflow): what was there before the call is not followed
}

// DRIVE: set_twice_bad()
void set_twice_bad(void) {
  set_current("a"); // LEAK(one-of setter)
  set_current("b"); // LEAK(one-of setter)
}

// DRIVE: replace_ok("a"); replace_ok("b")
void replace_ok(const char *s) {
  free(checked);
  checked = strdup(s);
}

// Everyone else frees the old value first.
// DRIVE: replace_ok("a"); replace_forgets_bad("b")
void replace_forgets_bad(const char *s) {
  checked = strdup(s); // LEAK(elsewhere) missed-by(sat, fused, absint, valueflow): what was there before the call is not followed
}

// DRIVE: once_ok("a"); once_ok("b")
static char *once;
void once_ok(const char *s) {
  if (!once)
    once = strdup(s);
}

// DRIVE: set_null_bad()
static char *dropped;
void set_null_bad(void) {
  dropped = malloc(10); // LEAK
  dropped = NULL;
}

// DRIVE: field_ok("x")
void field_ok(const char *s) { settings.name = strdup(s); }

// DRIVE: slot_ok(1)
void slot_ok(int i) { slots[i & 3] = malloc(10); }

// DRIVE: through_pointer_ok("x")
static char *target;
void through_pointer_ok(const char *s) {
  char **place = &target;
  *place = strdup(s);
}

// DRIVE: temporarily_ok()
static char *temporary;
void temporarily_ok(void) {
  temporary = malloc(10);
  free(temporary);
  temporary = NULL;
}

// DRIVE: both_ok()
static char *shared;
char *both_ok(void) {
  char *p = malloc(10);
  shared = p;
  return p;
}

struct entry {
  struct entry *next;
  int key;
};
static struct entry *registry;

// DRIVE: registered_ok(1); registered_ok(2)
int registered_ok(int key) {
  struct entry *e = malloc(sizeof *e);
  if (!e)
    return -1;
  e->key = key;
  e->next = registry;
  registry = e;
  return 0;
}

// DRIVE: unregistered_bad(1)
int unregistered_bad(int key) {
  struct entry *e = malloc(sizeof *e); // LEAK
  if (!e)
    return -1;
  e->key = key;
  e->next = registry;
  return 0;
}

// DRIVE: registered_ok(5); removed_ok()
void removed_ok(void) {
  struct entry *e = registry;
  if (!e)
    return;
  registry = e->next;
  free(e);
}

// DRIVE: registered_ok(5); removed_bad()
void removed_bad(void) {
  struct entry *e = registry; // LEAK(elsewhere, one-of removed) missed-by(sat, fused, absint, valueflow): what was there before the call is not followed
  if (!e)
    return;
  registry = e->next; // LEAK(elsewhere, one-of removed)
}
