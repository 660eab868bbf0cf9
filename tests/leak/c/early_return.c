// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A return that forgets what was acquired above it.

#include "../leak.h"

// DRIVE: after_check_bad("x", 1)
// DRIVE: after_check_bad("x", 0)
int after_check_bad(const char *s, int bad) {
  char *p = strdup(s); // LEAK
  if (!p)
    return -1;
  if (bad)
    return -1;
  free(p);
  return 0;
}

// DRIVE: after_check_ok("x", 1)
// DRIVE: after_check_ok("x", 0)
int after_check_ok(const char *s, int bad) {
  char *p = strdup(s);
  if (!p)
    return -1;
  if (bad) {
    free(p);
    return -1;
  }
  free(p);
  return 0;
}

// DRIVE: second_fails_bad()
int second_fails_bad(void) {
  char *a = malloc(10); // LEAK
  char *b;
  if (!a)
    return -1;
  b = malloc(20);
  if (!b)
    return -1;
  free(b);
  free(a);
  return 0;
}

// DRIVE: second_fails_ok()
int second_fails_ok(void) {
  char *a = malloc(10);
  char *b;
  if (!a)
    return -1;
  b = malloc(20);
  if (!b) {
    free(a);
    return -1;
  }
  free(b);
  free(a);
  return 0;
}

// DRIVE: file_early_bad("/dev/null")
int file_early_bad(const char *name) {
  char line[10];
  FILE *f = fopen(name, "r"); // LEAK
  if (!f)
    return -1;
  if (!fgets(line, sizeof line, f))
    return -2;
  fclose(f);
  return 0;
}
