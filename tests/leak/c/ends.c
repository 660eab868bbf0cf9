// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Paths that end the process: nothing is lost on them.

#include "../leak.h"
#include <assert.h>

static void die(const char *why) __attribute__((noreturn));
static void die(const char *why) {
  fprintf(stderr, "%s\n", why);
  exit(1);
}

static void usage(void) { exit(2); } // noreturn by its body

// DRIVE: exits_ok(0)
// DRIVE: exits_ok(1)
void exits_ok(int bad) {
  char *p = malloc(10);
  if (bad)
    exit(1);
  free(p);
}

// DRIVE: dies_ok(0)
// DRIVE: dies_ok(1)
void dies_ok(int bad) {
  char *p = malloc(10);
  if (bad)
    die("bad");
  free(p);
}

// DRIVE: usage_ok(0)
// DRIVE: usage_ok(1)
void usage_ok(int bad) {
  char *p = malloc(10);
  if (bad)
    usage();
  free(p);
}

// DRIVE: asserts_ok(1)
// DRIVE: asserts_ok(0)
void asserts_ok(int good) {
  char *p = malloc(10);
  assert(good);
  free(p);
}

// DRIVE: aborts_ok(1)
void aborts_ok(int bad) {
  char *p = malloc(10);
  if (bad)
    abort();
  free(p);
}

// DRIVE: before_exit_bad(0)
// DRIVE: before_exit_bad(1)
void before_exit_bad(int bad) {
  char *p = malloc(10); // LEAK
  p = NULL;
  if (bad)
    exit(1);
}

static void warn(const char *why) { fprintf(stderr, "%s\n", why); }

// DRIVE: only_warns_bad(1)
int only_warns_bad(int bad) {
  char *p = malloc(10); // LEAK
  if (bad) {
    warn("bad");
    return -1;
  }
  free(p);
  return 0;
}

static void maybe_die(int bad) {
  if (bad)
    exit(1);
}

// DRIVE: may_return_bad(0)
void may_return_bad(int bad) {
  char *p = malloc(10); // LEAK
  maybe_die(bad);
  p = NULL;
}

// DRIVE: endless_ok(3)
void endless_ok(int n) {
  char *p = malloc(10);
  for (;;) {
    if (n-- == 0)
      exit(0);
    if (p)
      p[0] = 'x';
  }
}
