// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Uses helpers whose bodies are in the other file.

#include "memory.h"

// DRIVE: got_ok()
void got_ok(void) {
  char *p = get(10);
  put(p);
}

// DRIVE: got_bad()
int got_bad(void) {
  char *p = get(10); // LEAK
  return p[0] = 0;
}

// DRIVE: joined_ok("a", "b")
int joined_ok(const char *a, const char *b) {
  char *p = join(a, b);
  if (!p)
    return -1;
  put(p);
  return 0;
}

// DRIVE: joined_bad("a", "b")
size_t joined_bad(const char *a, const char *b) {
  char *p = join(a, b); // LEAK
  if (!p)
    return 0;
  return strlen(p);
}

// DRIVE: joined_twice_bad("a", "b", "c")
size_t joined_twice_bad(const char *a, const char *b, const char *c) {
  size_t n = 0;
  char *ab = join(a, b), *abc; // LEAK
  if (!ab)
    return 0;
  abc = join(ab, c);
  if (!abc)
    return 0;
  n = strlen(abc);
  put(abc);
  put(ab);
  return n;
}
