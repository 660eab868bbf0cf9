// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// __attribute__((cleanup)): freed at the end of the scope, whatever the way out.

#include "../leak.h"

static void free_string(char **p) { free(*p); }
static void close_stream(FILE **f) {
  if (*f)
    fclose(*f);
}
static void look_only(char **p) { (void)p; }
#define AUTO_FREE __attribute__((cleanup(free_string)))
#define AUTO_CLOSE __attribute__((cleanup(close_stream)))

// DRIVE: early_return_ok("x", 0); early_return_ok("x", 1)
int early_return_ok(const char *s, int bad) {
  AUTO_FREE char *p = strdup(s);
  if (bad)
    return -1;
  return p ? 0 : -1;
}

// DRIVE: reassigned_bad("a", "b")
void reassigned_bad(const char *s, const char *t) {
  AUTO_FREE char *p = strdup(s); // LEAK
  p = strdup(t);
}

// DRIVE: reassigned_ok("a", "b")
void reassigned_ok(const char *s, const char *t) {
  AUTO_FREE char *p = strdup(s);
  free(p);
  p = strdup(t);
}

static char *steal(char **p) {
  char *q = *p;
  *p = NULL;
  return q;
}

// DRIVE: free(stolen_ok("x"))
char *stolen_ok(const char *s) {
  AUTO_FREE char *p = strdup(s);
  return steal(&p);
}

// DRIVE: stolen_bad("x")
int stolen_bad(const char *s) {
  AUTO_FREE char *p = strdup(s); // LEAK
  char *q = steal(&p);
  return q != NULL;
}

// DRIVE: freed_too_bad("x")
void freed_too_bad(const char *s) {
  AUTO_FREE char *p = strdup(s);
  free(p);
} // DOUBLE-FREE

// DRIVE: stream_ok("/dev/null")
int stream_ok(const char *name) {
  AUTO_CLOSE FILE *f = fopen(name, "r");
  if (!f)
    return -1;
  return fgetc(f);
}

// DRIVE: in_loop_ok(3)
void in_loop_ok(int n) {
  while (n-- > 0) {
    AUTO_FREE char *p = malloc(10);
    if (n == 1)
      continue;
    if (!p)
      break;
  }
}

// DRIVE: wrong_cleanup_bad("x")
void wrong_cleanup_bad(const char *s) {
  __attribute__((cleanup(look_only))) char *p = strdup(s); // LEAK
  (void)p;
}
