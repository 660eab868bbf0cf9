// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Several frees of one object, of which at most one may run.

#include "../leak.h"

// DRIVE: exclusive_bits_ok(1); exclusive_bits_ok(2); exclusive_bits_ok(0)
void exclusive_bits_ok(unsigned mode) {
  char *p = malloc(8);
  if ((mode & 3) == 1)
    free(p);
  if ((mode & 3) == 2)
    free(p);
  if ((mode & 1) == (mode >> 1 & 1))
    free(p);
}

// DRIVE: exclusive_bits_bad(3)
void exclusive_bits_bad(unsigned mode) {
  char *p = malloc(8);
  if (mode & 1)
    free(p);
  if (mode & 2)
    free(p); // DOUBLE-FREE
  if (!(mode & 3))
    free(p);
}

// DRIVE: ranges_ok(-5); ranges_ok(0); ranges_ok(50); ranges_ok(500)
void ranges_ok(int level) {
  char *p = malloc(8);
  if (level < 0)
    free(p);
  if (level >= 0 && level < 100)
    free(p);
  if (level / 100 > 0)
    free(p); // false-alarm(absint): tests that no interval relates
}

// DRIVE: ranges_bad(100)
void ranges_bad(int level) {
  char *p = malloc(8);
  if (level <= 100)
    free(p);
  if (level >= 100)
    free(p); // DOUBLE-FREE
}

// DRIVE: gap_bad(10)
void gap_bad(unsigned level) {
  char *p = malloc(8); // LEAK
  if (level < 10)
    free(p);
  else if (level > 10)
    free(p);
}

// DRIVE: status_ok("a", 1); status_ok("a", 0); status_ok("a", 2)
int status_ok(const char *text, int mode) {
  int status = 0;
  char *p = strdup(text);
  if (!p)
    return -1;
  if (mode == 1) {
    free(p);
    status = -2;
  } else if (mode == 2) {
    status = 3;
  }
  if (status < 0)
    return status;
  free(p);
  return status;
}

// DRIVE: status_bad("a", 1)
int status_bad(const char *text, int mode) {
  int status = 0;
  char *p = strdup(text);
  if (!p)
    return -1;
  if (mode == 1) {
    free(p);
    status = 2;
  } else if (mode == 2) {
    status = -3;
  }
  if (status < 0) {
    free(p);
    return status;
  }
  free(p); // DOUBLE-FREE
  return status;
}

static int consume(char *p, int limit) {
  if (p[0] > limit)
    return 0;
  free(p);
  return 1;
}

// DRIVE: consumed_ok("a", 200); consumed_ok("a", 2)
void consumed_ok(const char *text, int limit) {
  char *p = strdup(text);
  if (p && !consume(p, limit))
    free(p);
}

// DRIVE: consumed_bad("a", 200)
void consumed_bad(const char *text, int limit) {
  char *p = strdup(text);
  if (p && consume(p, limit))
    free(p); // DOUBLE-FREE
  else if (p)
    free(p);
}

// DRIVE: used_after_ok("a", 5); used_after_ok("a", 50)
int used_after_ok(const char *text, unsigned count) {
  int first = 0;
  char *p = strdup(text);
  if (!p)
    return -1;
  if (count > 9)
    free(p);
  if (count < 10) {
    first = p[0];
    free(p);
  }
  return first;
}

// DRIVE: used_after_bad("a", 10)
int used_after_bad(const char *text, unsigned count) {
  int first = 0;
  char *p = strdup(text);
  if (!p)
    return -1;
  if (count > 9)
    free(p);
  if (count <= 10)
    first = p[0]; // USE-AFTER-FREE missed-by(absint): late uses are not looked for
  if (count <= 9)
    free(p);
  return first;
}
