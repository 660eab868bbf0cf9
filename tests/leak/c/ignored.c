// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fresh results that nobody catches, or only a reader does.

#include "../leak.h"

static size_t length(const char *s) { return s ? strlen(s) : 0; }
static char *held;
static void hold(char *s) { held = s; }

// DRIVE: dropped_bad("x")
void dropped_bad(const char *s) {
  strdup(s); // LEAK
}

// DRIVE: cast_away_bad("x")
void cast_away_bad(const char *s) {
  (void)strdup(s); // LEAK
}

// DRIVE: only_tested_bad()
int only_tested_bad(void) {
  if (malloc(10)) // LEAK
    return 1;
  return 0;
}

// DRIVE: read_in_call_bad("x")
size_t read_in_call_bad(const char *s) {
  return length(strdup(s)); // LEAK
}

// DRIVE: library_reads_bad("x")
int library_reads_bad(const char *s) {
  return atoi(strndup(s, 1)); // LEAK
}

// DRIVE: kept_in_call_ok("x")
void kept_in_call_ok(const char *s) { hold(strdup(s)); }

// DRIVE: freed_in_call_ok("x")
void freed_in_call_ok(const char *s) { free(strdup(s)); }

// DRIVE: stream_dropped_bad()
void stream_dropped_bad(void) {
  fopen("/dev/null", "r"); // LEAK
}

// DRIVE: copy_of_copy_bad("x")
char *copy_of_copy_bad(const char *s) {
  char *p = strdup(s), *q; // LEAK
  if (!p)
    return NULL;
  q = strdup(p);
  free(q);
  return NULL;
}

// DRIVE: free(nested_bad("x"))
char *nested_bad(const char *s) {
  return strdup(strdup(s)); // LEAK
}

static void inspect(const char *const *words, int n) {
  while (n-- > 0)
    length(words[n]);
}

// DRIVE: const_reader_ok("x")
void const_reader_ok(const char *s) {
  char *p = strdup(s);
  const char *words[] = {p, s};
  inspect(words, 2);
  free(p);
}

// DRIVE: const_reader_bad("x")
void const_reader_bad(const char *s) {
  char *p = strdup(s); // LEAK
  const char *words[] = {p, s};
  inspect(words, 2);
}
