// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the compiler's builtins become.
void free(void *);
void *malloc(unsigned long);

// CHECK-FN: expected
// CHECK: %[c] = compare eq u1 %0, %[_]
// CHECK: branch %[c] "__builtin_expect(!p, 0)"
int expected(char *p) {
  if (__builtin_expect(!p, 0))
    return -1;
  free(p);
  return 0;
}

// CHECK-FN: never
// CHECK: unreachable
int never(int n) {
  if (n)
    return 1;
  __builtin_unreachable();
}

// CHECK-FN: trap
// CHECK: unreachable
void trap(void) { __builtin_trap(); }

// CHECK-FN: sizes
// CHECK: int i64 -1
// CHECK: int i64 0
// CHECK: call void %[_](%[_], %[_]) ... @two
void two(unsigned long, unsigned long);
void sizes(char *p) {
  two(__builtin_object_size(p, 0), __builtin_object_size(p, 2));
}

// CHECK-FN: constant_p
// CHECK: return %[_]
int constant_p(int n) { return __builtin_constant_p(n); }

// Exact for unsigned sums.
// CHECK-FN: add_overflow
// CHECK: %[s] = binop add i64 %0, %1
// CHECK: %[o] = compare ult u1 %[s], %0
// CHECK: branch %[o]
void *add_overflow(unsigned long a, unsigned long b) {
  unsigned long n;
  if (__builtin_add_overflow(a, b, &n))
    return 0;
  return malloc(n);
}
// CHECK-FN: mul_overflow
// CHECK: binop mul i64 %0, %1
// CHECK: %[o] = unknown u1 "overflow"
// CHECK: branch %[o]
int mul_overflow(long a, long b, long *n) {
  if (__builtin_mul_overflow(a, b, n))
    free(n);
  return 0;
}

// CHECK-FN: copies
// CHECK: memcopy %0, %1, %[n]
// CHECK: memcopy %1, %0, %[n]
// CHECK: memfill %0, %[_], %[n]
void copies(char *a, char *b) {
  __builtin_memcpy(a, b, 9);
  __builtin_memmove(b, a, 9);
  __builtin_memset(a, 0, 9);
}
// CHECK-FN: length
// CHECK: call u64 %[_](%0) ... @strlen
unsigned long length(char *p) { return __builtin_strlen(p); }

// CHECK-FN: stack
// CHECK: %[s] = slot ptr<i8> $[_], %[_]
// CHECK: call void %[_](%[s]) ... @see
void see(void *);
void stack(int n) { see(__builtin_alloca(n)); }

// CHECK-FN: choose
// CHECK: return %0
char *choose(char *p) {
  return __builtin_choose_expr(__builtin_types_compatible_p(char *, typeof(p)),
                               p, (char *)0);
}
// CHECK-FN: frame
// CHECK: unknown ptr<unknown> %[_] "llvm.returnaddress"
void *frame(void) { return __builtin_return_address(0); }

// The pointer stays a pointer into the same object.
// CHECK-FN: aligned
// CHECK: element ptr<void> %0, %[_] x 1
void *aligned(void *p) { return __builtin_align_down(p, 16); }
// CHECK-FN: assume
// CHECK: return %0
char *assume(char *p) {
  __builtin_assume(p != 0);
  return __builtin_assume_aligned(p, 8);
}
// CHECK-FN: smallest
// CHECK: %[c] = compare
// CHECK: select i32 %[c]
int smallest(int a, int b) { return __builtin_elementwise_min(a, b); }
