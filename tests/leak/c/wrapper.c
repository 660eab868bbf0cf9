// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions that hand out fresh memory.  The site is the call of the wrapper.

#include "../leak.h"

static void *xmalloc(size_t n) {
  void *p = malloc(n);
  if (!p)
    abort();
  return p;
}

static char *xstrdup(const char *s) {
  char *p = xmalloc(strlen(s) + 1);
  strcpy(p, s);
  return p;
}

static char *duplicate(const char *s) {
  if (!s)
    return NULL;
  return strdup(s);
}

// DRIVE: aborting_ok()
void aborting_ok(void) {
  char *p = xmalloc(10);
  p[0] = 'x';
  free(p);
}

// DRIVE: aborting_bad()
void aborting_bad(void) {
  char *p = xmalloc(10); // LEAK
  p[0] = 'x';
}

// DRIVE: two_deep_bad("x")
int two_deep_bad(const char *s) {
  char *p = xstrdup(s); // LEAK
  return p[0] == 'x';
}

// DRIVE: two_deep_ok("x")
int two_deep_ok(const char *s) {
  char *p = xstrdup(s);
  int is_x = p[0] == 'x';
  free(p);
  return is_x;
}

// DRIVE: failing_ok("x"); failing_ok(NULL)
int failing_ok(const char *s) {
  char *p = duplicate(s);
  if (!p)
    return -1;
  free(p);
  return 0;
}

// DRIVE: failing_bad("x")
int failing_bad(const char *s) {
  char *p = duplicate(s); // LEAK
  if (!p)
    return -1;
  return p[0];
}

static char *either(int fresh, char *given) {
  return fresh ? strdup(given) : given;
}

// DRIVE: char s[] = "x"; either_ok(s, 0); either_ok(s, 1)
int either_ok(char *s, int fresh) {
  char *p = either(fresh, s);
  if (!p)
    return -1;
  if (p != s)
    free(p);
  return 0;
}

// DRIVE: char s[] = "x"; either_bad(s)
int either_bad(char *s) {
  char *p = either(1, s); // LEAK
  return p ? p[0] : -1;
}

static char *identity(char *p) { return p; }

// DRIVE: through_identity_ok()
void through_identity_ok(void) {
  char *p = malloc(10);
  char *q = identity(p);
  free(q);
}

// DRIVE: through_identity_bad()
int through_identity_bad(void) {
  char *p = malloc(10); // LEAK
  char *q = identity(p);
  return q != NULL;
}

static char buffer[100];
static char *not_fresh(const char *s) {
  strncpy(buffer, s, sizeof buffer - 1);
  return buffer;
}

// DRIVE: static_result_ok("x")
int static_result_ok(const char *s) {
  char *p = not_fresh(s);
  return p[0];
}

// DRIVE: overwritten_result_bad("a", "b")
void overwritten_result_bad(const char *s, const char *t) {
  char *p = xstrdup(s); // LEAK
  p = xstrdup(t);
  free(p);
}
