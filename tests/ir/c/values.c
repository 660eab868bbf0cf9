// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// FLAGS: -std=gnu2x -msse2
// Numbers that the language does not compute with, and pointers inside them.
#include <complex.h>
#include <emmintrin.h>
void *malloc(unsigned long);
void free(void *);

// CHECK-FN: wide
// CHECK: %[w] = cast zext i128
// CHECK: binop shl i128 %[w]
// CHECK: cast inttoptr ptr<unknown>
char *wide(char *p) {
  __int128 w = (unsigned long)p;
  w = w << 64;
  return (char *)(unsigned long)(w >> 64);
}
// CHECK-FN: bits
// CHECK: binop add i37
// CHECK: return
_BitInt(37) bits(_BitInt(37) n) { return n + 1; }

// CHECK-FN: long_double
// CHECK: var $0 x f128 param promoted
// CHECK: unknown f128 %0, %[_] "fadd"
long double long_double(long double x) { return x + 1; }

// CHECK-FN: complex_number
// CHECK: return
double complex_number(double _Complex z) { return creal(z * z); }

// CHECK-FN: vector
// CHECK: %[a] = load unknown %0
// CHECK: %[b] = load unknown %1
// CHECK: %[c] = call unknown %[_](%[a], %[b])
// CHECK: store %0, %[c]
// CHECK-FN: _mm_add_epi32
// CHECK: unknown unknown %[_], %[_] "add"
void vector(__m128i *a, __m128i *b) { *a = _mm_add_epi32(*a, *b); }

// CHECK-FN: address_as_number
// CHECK: %[n] = cast ptrtoint i64 %0
// CHECK: %[m] = binop or i64 %[n], %[_]
// CHECK: %[p] = cast inttoptr ptr<unknown> %[m]
// CHECK: return %[p]
char *address_as_number(char *p) { return (char *)((unsigned long)p | 1); }

bool is(char *);
// CHECK-FN: boolean
// CHECK: %[b] = param i1 $0
// CHECK: branch %[b] "c"
int boolean(bool c, char *p) {
  if (c)
    free(p);
  return 0;
}
// CHECK-FN: truth
// CHECK: %[c] = call i1 %[_](%0)
// CHECK: branch %[c] "is(p)"
void truth(char *p) {
  if (is(p))
    free(p);
}

// CHECK-FN: new_words
// CHECK: %[m] = call ptr<void> ... @malloc
// CHECK: assign $[_], %[m] ... ; p
// CHECK: compare eq u1 %[m], %[_]
void new_words(void) {
  constexpr unsigned long size = 3;
  auto p = (char *)malloc(size);
  typeof(p) q = nullptr;
  if (p == q)
    return;
  free(p);
}

// CHECK-FN: chosen_by_type
// CHECK: call void %[_](%0) ... @free
#define RELEASE(x) _Generic((x), char *: free, default: (void (*)(void *))0)(x)
void chosen_by_type(char *p) { RELEASE(p); }

// CHECK-FN: statement_expression
// CHECK: %[m] = call ptr<void> ... @malloc
// CHECK: return %[m]
void *statement_expression(int n) {
  return ({ void *p = malloc(n); p; });
}
// CHECK-FN: restricted
// CHECK: param ptr<ptr<i8>> $0
// CHECK: store %0, %1
void restricted(char **restrict to, char *restrict p) { *to = p; }

// CHECK-FN: saturating
// CHECK: load
float saturating(_Float16 h, __bf16 *b) { return h + *b; }
