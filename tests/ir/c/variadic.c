// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// va_list: what is read from it is a value from memory that nobody knows.
#include <stdarg.h>
void free(void *);

struct pair { char *p; long n; };

// CHECK-FN: first
// CHECK: variadic
// CHECK: %[ap] = slot ptr<[1 x %__va_list_tag]> ... ; ap
// CHECK: %[a] = element ptr<%__va_list_tag> %[ap]
// CHECK: unknown void %[a] "llvm.va_start" ... !m"va_start"
// CHECK: %[v] = load ptr<unknown> %[_] ... !m"va_arg"
// CHECK: assign $[_], %[v] ... ; p
// CHECK: return %[v]
char *first(int n, ...) {
  va_list ap;
  va_start(ap, n);
  char *p = va_arg(ap, char *);
  va_end(ap);
  return p;
}

// CHECK-FN: copied
// CHECK: %[n] = int i64 24
// CHECK: unknown void %[_] "llvm.va_start"
// CHECK: %[b] = element ptr<%__va_list_tag>
// CHECK: %[a] = element ptr<%__va_list_tag>
// CHECK: memcopy %[b], %[a], %[n]
// CHECK-NOT: va_end
void copied(int n, ...) {
  va_list a, b;
  va_start(a, n);
  va_copy(b, a);
  va_end(b);
  va_end(a);
}

// CHECK-FN: record
// CHECK: %[s] = slot ptr<%pair> ... ; s
// CHECK: memcopy %[s], %[_]
// CHECK: call void ... @free
void record(int n, ...) {
  va_list ap;
  va_start(ap, n);
  struct pair s = va_arg(ap, struct pair);
  free(s.p);
  va_end(ap);
}

// A va_list as a parameter is a pointer.
// CHECK-FN: next
// CHECK: param ptr<%__va_list_tag>
// CHECK: return %[_]
char *next(va_list ap) { return va_arg(ap, char *); }

// All arguments are operands of the call.
// CHECK-FN: call
// CHECK: call ptr<i8> %[_](%[_], %0, %[_]) type fn(i32, ...) -> ptr<i8>
void call(char *q) { free(first(1, q, 2.0)); }
