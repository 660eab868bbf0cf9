// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Callees that acquire, free or keep only for some flags or modes, which the
// caller gives them.

#include "../leak.h"

enum { OWNED = 1, LOGGED = 2, SECRET = 4 };

static void release(char *p, unsigned flags) {
  if (flags & LOGGED)
    puts("released");
  if (flags & OWNED)
    free(p);
}

// DRIVE: constant_flags_ok("a")
void constant_flags_ok(const char *text) {
  char *p = strdup(text);
  if (p)
    release(p, OWNED | SECRET);
}

// DRIVE: constant_flags_bad("a")
void constant_flags_bad(const char *text) {
  char *p = strdup(text); // LEAK
  if (p)
    release(p, LOGGED | SECRET);
}

// DRIVE: passed_flags_ok("a", OWNED); passed_flags_ok("a", LOGGED)
void passed_flags_ok(char *text, unsigned flags) {
  if (flags & OWNED)
    text = strdup(text);
  release(text, flags);
}

// DRIVE: passed_flags_bad("a", OWNED)
void passed_flags_bad(char *text, unsigned flags) {
  if (flags & OWNED)
    text = strdup(text); // LEAK
  release(text, flags >> 1);
}

static char *obtain(char *text, unsigned flags) {
  return flags & OWNED ? strdup(text) : text;
}

// DRIVE: obtained_ok("a", 0); obtained_ok("a", OWNED)
void obtained_ok(char *text, unsigned flags) {
  char *p = obtain(text, flags);
  if (p)
    puts(p);
  if (flags & OWNED)
    free(p);
}

// DRIVE: obtained_bad("a", OWNED)
void obtained_bad(char *text, unsigned flags) {
  char *p = obtain(text, flags); // LEAK
  if (p)
    puts(p);
  if ((flags & (OWNED | SECRET)) == (OWNED | SECRET))
    free(p);
}

// DRIVE: obtained_always_bad("a")
int obtained_always_bad(char *text) {
  char *p = obtain(text, OWNED | LOGGED); // LEAK
  return p ? p[0] : 0;
}

// DRIVE: obtained_never_ok("a")
int obtained_never_ok(char *text) {
  char *p = obtain(text, LOGGED);
  return p[0];
}

enum after_use { FREE_IT, KEEP_IT, LEAVE_IT };
static char *last_used;

static int use(char *p, enum after_use after) {
  int first = p[0];
  switch (after) {
  case FREE_IT:
    free(p);
    break;
  case KEEP_IT:
    free(last_used);
    last_used = p;
    break;
  case LEAVE_IT:
    break;
  }
  return first;
}

// DRIVE: used_ok("a", 0); used_ok("a", 1)
int used_ok(const char *text, int is_last) {
  char *p = strdup(text);
  if (!p)
    return -1;
  return use(p, is_last ? KEEP_IT : FREE_IT);
}

// DRIVE: used_bad("a", 0); used_bad("a", 1)
int used_bad(const char *text, int is_last) {
  char *p = strdup(text); // LEAK
  if (!p)
    return -1;
  return use(p, is_last ? FREE_IT : LEAVE_IT);
}

static void free_above(char *p, int level, int limit) {
  if (level > limit)
    free(p);
}

// DRIVE: compared_in_callee_ok(5, 3); compared_in_callee_ok(3, 5)
void compared_in_callee_ok(int level, int limit) {
  char *p = level > limit ? malloc(8) : NULL;
  free_above(p, level, limit);
}

// DRIVE: compared_in_callee_bad(5, 5)
void compared_in_callee_bad(int level, int limit) {
  char *p = level >= limit ? malloc(8) : NULL; // LEAK
  free_above(p, level, limit);
}
