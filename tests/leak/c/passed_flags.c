// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What callers pass: a function that is called with some flags only has no
// other paths.

#include "../leak.h"

enum { ACTIVE = 1, UNDO = 2, QUIET = 4 };

static char *kept;

static int apply_ok(int size, int flags) {
  char *text = malloc(size); // false-alarm(valueflow, contradiction, ownership): bits that every caller passes
  if (!text)
    return -1;
  if (flags & ACTIVE) {
    free(kept);
    kept = text;
  }
  return flags & UNDO;
}

// DRIVE: always_active_ok(4)
int always_active_ok(int size) {
  return apply_ok(size, ACTIVE) + apply_ok(size, ACTIVE | UNDO);
}

static int apply_bad(int size, int flags) {
  char *text = malloc(size); // LEAK
  if (!text)
    return -1;
  if (flags & ACTIVE) {
    free(kept);
    kept = text;
  }
  return flags & UNDO;
}

// DRIVE: not_always_active_bad(4)
int not_always_active_bad(int size) {
  return apply_bad(size, ACTIVE) + apply_bad(size, QUIET);
}

static int hand_on_ok(int size, int flags) {
  return size > 0 ? apply_ok(size, flags | UNDO) : 0;
}

// DRIVE: handed_on_ok(4)
int handed_on_ok(int size) { return hand_on_ok(size, ACTIVE | QUIET); }

// DRIVE: flags_of_a_stranger_bad(4, QUIET)
int flags_of_a_stranger_bad(int size, int flags) {
  char *text = malloc(size); // LEAK
  if (!text)
    return -1;
  if (flags & ACTIVE)
    free(text);
  return 0;
}
