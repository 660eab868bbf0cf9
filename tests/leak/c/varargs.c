// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Objects that travel through `...`.

#include "../leak.h"
#include <stdarg.h>

static void free_all(int n, ...) {
  va_list list;
  va_start(list, n);
  while (n-- > 0)
    free(va_arg(list, void *));
  va_end(list);
}

static size_t total_length(int n, ...) {
  size_t total = 0;
  va_list list;
  va_start(list, n);
  while (n-- > 0) {
    const char *s = va_arg(list, const char *);
    total += s ? strlen(s) : 0;
  }
  va_end(list);
  return total;
}

static char *format(const char *f, ...) {
  char *p;
  va_list list;
  va_start(list, f);
  if (vasprintf(&p, f, list) < 0)
    p = NULL;
  va_end(list);
  return p;
}

// DRIVE: freed_ok()
void freed_ok(void) {
  char *a = malloc(1), *b = malloc(2);
  free_all(2, a, b);
}

// DRIVE: only_read_bad("x")
size_t only_read_bad(const char *s) {
  char *p = strdup(s); // LEAK
  return total_length(2, s, p);
}

// DRIVE: only_read_ok("x")
size_t only_read_ok(const char *s) {
  char *p = strdup(s);
  size_t n = total_length(2, s, p);
  free(p);
  return n;
}

// DRIVE: printed_bad("x")
void printed_bad(const char *s) {
  char *p = strdup(s); // LEAK
  if (p)
    printf("%s\n", p);
}

// DRIVE: printed_ok("x")
void printed_ok(const char *s) {
  char *p = strdup(s);
  if (p)
    printf("%s\n", p);
  free(p);
}

// DRIVE: formatted_ok(3)
int formatted_ok(int n) {
  char *p = format("%d", n);
  if (!p)
    return -1;
  free(p);
  return 0;
}

// DRIVE: formatted_bad(3)
int formatted_bad(int n) {
  char *p = format("%d", n); // LEAK
  if (!p)
    return -1;
  return p[0];
}
