// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Unions, tagged variants, and bits of pointers kept in integers.
#include "observe.h"
#include <stdint.h>

enum kind { kInt, kPtr, kPair };
struct value {
  enum kind kind;
  union {
    long i;
    int *p;
    struct {
      int *first, *second;
    } pair;
    char raw[16];
  } u;
};

static int x, y;

static struct value of_pointer(int *p) {
  struct value v = {kPtr, {0}};
  v.u.p = p;
  return v;
}

static struct value of_pair(int *p, int *q) {
  struct value v;
  v.kind = kPair;
  v.u.pair.first = p;
  v.u.pair.second = q;
  return v;
}

static uintptr_t tag(int *p, unsigned bits) { return (uintptr_t)p | bits; }
static int *untag(uintptr_t w) { return (int *)(w & ~(uintptr_t)3); }

union link {
  union link *next;
  uintptr_t word;
};

int main(void) {
  OBJECT(&x, sizeof x);
  OBJECT(&y, sizeof y);
  struct value v = of_pointer(&x), w = of_pair(&x, &y);
  OBSERVE(v.u.p);
  OBSERVE((int *)v.u.i);
  OBSERVE(w.u.p);
  OBSERVE(w.u.pair.second);
  struct value copy = w;
  OBSERVE(copy.u.pair.second);

  uintptr_t word = tag(&y, 1);
  OBSERVE(untag(word));
  OBSERVE((int *)(word - 1));
  OBSERVE((int *)(word ^ 1));

  union link end, start;
  OBJECT(&end, sizeof end);
  start.word = (uintptr_t)&end + 2;
  start.word &= -4l;
  OBSERVE(start.next);
  // Two pointers in one word.
  uintptr_t both = (uintptr_t)&x ^ (uintptr_t)&y;
  OBSERVE((int *)(both ^ (uintptr_t)&x));
  return 0;
}
