// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arguments behind the dots: pointers, structs, va_list handed on and copied.
#include "observe.h"
#include <stdarg.h>
#include <stddef.h>

struct pair {
  int *p, *q;
};
struct big {
  int *p[6];
};

static int *nth(int n, ...) {
  va_list ap;
  va_start(ap, n);
  int *p = NULL;
  for (int i = 0; i <= n; ++i)
    p = va_arg(ap, int *);
  va_end(ap);
  return p;
}

static int *second_of_pair(int n, ...) {
  va_list ap;
  va_start(ap, n);
  struct pair s = va_arg(ap, struct pair);
  va_end(ap);
  return s.q;
}

static int *last_of_big(int n, ...) {
  va_list ap;
  va_start(ap, n);
  struct big s = va_arg(ap, struct big);
  va_end(ap);
  return s.p[5];
}

static int *next(va_list ap) { return va_arg(ap, int *); }

static int *handed_on(int n, ...) {
  va_list ap, copy;
  va_start(ap, n);
  va_copy(copy, ap);
  OBSERVE(next(ap));
  int *p = next(copy);
  va_end(copy);
  va_end(ap);
  return p;
}

static int *call_last(int n, ...) {
  va_list ap;
  va_start(ap, n);
  int *arg = va_arg(ap, int *);
  int *(*f)(int *) = va_arg(ap, int *(*)(int *));
  va_end(ap);
  return f(arg);
}

static int *same(int *p) { return p; }

int main(void) {
  int a, b, c;
  OBJECT(&a, sizeof a);
  OBJECT(&b, sizeof b);
  OBJECT(&c, sizeof c);
  OBSERVE(nth(0, &a));
  OBSERVE(nth(2, &a, &b, &c));
  OBSERVE(nth(7, &a, &a, &a, &a, &a, &a, &a, &b));
  struct pair s = {&a, &c};
  OBSERVE(second_of_pair(0, s));
  struct big big = {{&a, &a, &a, &a, &a, &b}};
  OBSERVE(last_of_big(0, big));
  OBSERVE(handed_on(1, &b));
  OBSERVE(call_last(2, &c, same));
  return 0;
}
