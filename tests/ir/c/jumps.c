// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// goto, computed goto, switch, Duff's device, setjmp, inline assembly.
#include <setjmp.h>
void *malloc(unsigned long);
void free(void *);

// Every label may be meant.
// CHECK-FN: computed
// CHECK: %[c] = unknown i32 "computed goto"
// CHECK: switch %[c] [1, 2] -> b[x], b[y], b[z]
// CHECK: call void %[_](%[_]) ... @free
int computed(int n, char *p) {
  static void *const table[] = {&&a, &&b, &&c};
  goto *table[n];
a:
  free(p);
  return 1;
b:
  return 2;
c:
  p = malloc(2);
  goto *table[n + 1];
}

// CHECK-FN: duff
// CHECK: switch %[_] [0, 3, 2, 1] "n % 4" ... -> b[d], b[e], b[f], b[g], b[h]
void duff(char **to, char **from, int n) {
  int count = (n + 3) / 4;
  switch (n % 4) {
  case 0: do { *to++ = *from++;
  case 3: *to++ = *from++;
  case 2: *to++ = *from++;
  case 1: *to++ = *from++;
          } while (--count > 0);
  }
}

// CHECK-FN: nested
// CHECK: switch %0 [1, 2] "a"
// CHECK: switch %1 [5] "b"
// CHECK: free
int nested(int a, int b, char *p) {
  switch (a) {
  case 1:
    switch (b) {
    case 5: free(p); break;
    default: return 3;
    }
  case 2: return 4;
  }
  return 5;
}

// A range of cases.
// CHECK-FN: range
// CHECK: compare ule
// CHECK: branch
int range(int c) {
  switch (c) {
  case 'a' ... 'z': return 1;
  case 1000 ... 2000000: return 2;
  }
  return 0;
}

// CHECK-FN: jump
// CHECK: %[r] = call i32 ... @_setjmp
// CHECK: compare ne u1 %[r]
// CHECK: call void ... noreturn ... @longjmp
// CHECK: unreachable
jmp_buf buffer;
int jump(void) {
  char *volatile p = malloc(3);
  if (setjmp(buffer)) {
    free(p);
    return 1;
  }
  longjmp(buffer, 2);
}

// Assembly keeps what it is given, and its results are anything.
// CHECK-FN: assembly
// CHECK: %[q] = slot ptr<ptr<i8>> ... ; q
// CHECK: %[r] = unknown ptr<unknown> %0 "inline assembly"
// CHECK: assign $[_], %[r] ... ; r
// CHECK: unknown void %[q], %[r] "inline assembly"
// CHECK: %[v] = load ptr<i8> %[q]
// CHECK: call void %[_](%[v]) ... @free
void assembly(char *p) {
  char *q = 0, *r;
  asm volatile("mov %1,%0" : "=r"(r) : "r"(p));
  asm("mov %1, %0" : "=m"(q) : "r"(r));
  free(q);
}

// Two results: through a temporary that the assembly fills.
// CHECK-FN: two_results
// CHECK: %[t] = slot
// CHECK: unknown void %[t] "inline assembly"
// CHECK: %[f] = field ptr<i64> %[t] ... +8
// CHECK: load i64 %[f]
long two_results(void) {
  long a, d;
  asm("cpuid" : "=a"(a), "=d"(d));
  return a + d;
}

// CHECK-FN: asm_goto
// CHECK: unknown void %0 "inline assembly"
// CHECK: %[c] = unknown i32 "assembly goto"
// CHECK: switch %[c] [1] ... -> b[x], b[y]
int asm_goto(char *p) {
  asm goto("jmp %l0" : : "r"(p) : : fail);
  return 0;
fail:
  free(p);
  return 1;
}

// CHECK-FN: into_loop
// CHECK: branch ... -> b[a], b[b]
// CHECK-COUNT: 1 ; @free
void into_loop(int n, char **p) {
  if (n)
    goto middle;
  while (*p) {
    p++;
  middle:
    free(*p);
  }
}
