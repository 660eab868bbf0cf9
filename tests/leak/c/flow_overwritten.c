// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A global or a field of the caller holds the object, and gets another before
// anybody could look.

#include "../leak.h"

static char *current;
static char *spare;

struct owner {
  char *name, *other;
};

static void forget_current(void) {
  free(current);
  current = NULL;
}

// DRIVE: global_twice_bad()
void global_twice_bad(void) {
  current = malloc(8); // LEAK
  current = malloc(16);
}

// DRIVE: global_kept_ok()
void global_kept_ok(void) {
  current = malloc(8);
  spare = current;
  current = malloc(16);
}

// DRIVE: global_freed_ok()
void global_freed_ok(void) {
  current = malloc(8);
  free(current);
  current = malloc(16);
}

// DRIVE: freed_by_who_looks_ok()
void freed_by_who_looks_ok(void) {
  current = malloc(8);
  forget_current();
  current = malloc(16);
}

// DRIVE: global_sometimes_bad(0); global_sometimes_bad(1)
void global_sometimes_bad(int again) {
  current = malloc(8); // LEAK
  if (again)
    current = NULL;
}

// DRIVE: static struct owner o; field_twice_bad(&o)
int field_twice_bad(struct owner *owner) {
  owner->name = malloc(8); // LEAK
  if (!owner->name)
    return 0;
  owner->name = malloc(16);
  return owner->name != NULL;
}

// DRIVE: static struct owner o; field_moved_ok(&o)
void field_moved_ok(struct owner *owner) {
  owner->name = malloc(8);
  owner->other = owner->name;
  owner->name = NULL;
}

// DRIVE: static struct owner o; field_on_failure_ok(&o)
int field_on_failure_ok(struct owner *owner) {
  owner->name = malloc(8);
  owner->other = malloc(8);
  if (!owner->name || !owner->other) {
    free(owner->name);
    free(owner->other);
    owner->name = owner->other = NULL;
    return 0;
  }
  return 1;
}

// DRIVE: static struct owner o; field_on_failure_bad(&o)
int field_on_failure_bad(struct owner *owner) {
  owner->name = malloc(8); // LEAK
  owner->other = malloc(8);
  if (!owner->other) {
    owner->name = NULL;
    return 0;
  }
  return 1;
}
