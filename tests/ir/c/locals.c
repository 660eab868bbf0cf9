// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// FLAGS: -std=gnu89
// Variable-length arrays, old definitions, function pointers, places.
void *malloc();
void free();

// CHECK-FN: array
// CHECK: %[n] = cast zext i64 %0
// CHECK: %[a] = slot ptr<[0 x ptr<i8>]> $[_], %[n] ... ; a
// CHECK: %[e] = element ptr<ptr<i8>> %[a], %[_] x 8
// CHECK: store %[e], %1
void array(int n, char *x) { char *a[n]; a[n - 1] = x; free(a[0]); }
// CHECK-FN: two_dimensions
// CHECK: slot ptr<[0 x [0 x i32]]> $[_], %[_] ... ; m
void two_dimensions(int n) { int m[n][n + 1]; m[1][2] = 3; free(m[0]); }

// CHECK-FN: old_style
// CHECK: param i32 $[_]
// CHECK: %[p] = param ptr<i8> $[_]
// CHECK: call i32 %[_](%[p]) ... @keep
old_style(n, p)
  int n;
  char *p;
{ return keep(p); }

// CHECK-FN: narrow
// CHECK: param i32
// CHECK: cast trunc
narrow(c) char c; { return c; }

struct ops { char *(*make)(int); void (*drop)(char *); };
// CHECK-FN: through_pointers
// CHECK: %[f] = field ptr<ptr<fn(i32) -> ptr<i8>>> %0 (%ops, 0) +0
// CHECK: %[m] = load ptr<fn(i32) -> ptr<i8>> %[f]
// CHECK: %[p] = call ptr<i8> %[m](%[_]) type fn(i32) -> ptr<i8>
// CHECK: call void %[_](%[p]) type fn(ptr<i8>) -> void
void through_pointers(struct ops *o) { o->drop(o->make(3)); }

// CHECK-FN: choice
// CHECK: return %2
// CHECK: return %1
char *choice(int c, char *a, char *b) { return c ? a : b; }
// CHECK-FN: elvis
// CHECK: branch %[_] "a"
char *elvis(char *a, char *b) { return a ?: b; }

#define RELEASE(p) do { free(p); p = 0; } while (0)
#define TWICE(p) RELEASE(p); RELEASE(p)
// The outermost macro.
// CHECK-FN: macros
// CHECK-COUNT: 2 !m"TWICE" ; @free
void macros(char *p) { TWICE(p); }

// Conditions in the words of the source.
// CHECK-FN: conditions
// CHECK: branch %[_] "a > 2"
// CHECK: branch %[_] "p"
// CHECK: branch %[_] "a % 3 == 1"
void conditions(int a, char *p) {
  if (a > 2 && !p)
    while (a % 3 == 1)
      a--;
}

// Numbers that somebody else may change are read anew; not so pointers and
// locals.
// CHECK-FN: changed_by_others
// CHECK: load i32 %0 volatile
// CHECK: %[n] = unknown i32 "volatile"
// CHECK: %[m] = load i32 %[_] volatile
// CHECK: %[sum] = binop add i32 %[n], %[m]
// CHECK: %[p] = load ptr<i8> %1 volatile
// CHECK: store %1, %[p] volatile
int changed_by_others(volatile int *n, char *volatile *p) {
  volatile int m = 1;
  int sum = *n + m;
  *p = *p;
  return sum;
}

// Places that #line names: line 7 of file 1.
// CHECK-FN: elsewhere
// CHECK: call void %[_](%0) ... !1:7:
#line 7 "/a/grammar.y"
void elsewhere(char *p) { free(p); }
