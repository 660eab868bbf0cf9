// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// setjmp and longjmp; values that change in between; goto over a cleanup.
#include "observe.h"
#include <setjmp.h>
#include <stdlib.h>

static jmp_buf back;
static int *volatile result;

static void deep(int n, int *p) {
  if (n == 0) {
    result = p;
    longjmp(back, 1);
  }
  deep(n - 1, p);
}

struct frame {
  jmp_buf buf;
  struct frame *outer;
  int *value;
};
static struct frame *top;

static void raise_with(int *p) {
  top->value = p;
  longjmp(top->buf, 2);
}

int main(void) {
  int a, b, c;
  OBJECT(&a, sizeof a);
  OBJECT(&b, sizeof b);
  OBJECT(&c, sizeof c);
  int *volatile p = &a;
  if (setjmp(back) == 0) {
    p = &b;
    deep(3, &c);
  }
  OBSERVE(p);
  OBSERVE(result);
  struct frame f;
  OBJECT(&f, sizeof f);
  f.outer = top;
  f.value = &a;
  top = &f;
  if (setjmp(f.buf) == 0)
    raise_with(&b);
  OBSERVE(f.value);
  OBSERVE(top);
  return 0;
}
