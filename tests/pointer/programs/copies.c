// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Structs that are copied: by assignment, by memcpy, byte by byte, by value.
#include "observe.h"
#include <stdlib.h>
#include <string.h>

struct inner {
  int *p, *q;
};
struct outer {
  long n;
  struct inner in[2];
  char *tail;
};

static struct outer global_one;

static struct outer by_value(struct outer o, int *p) {
  o.in[1].q = p;
  return o;
}

static struct inner small(int *p, int *q) {
  struct inner i = {p, q};
  return i;
}

static void swap(void *a, void *b, size_t n) {
  char *x = a, *y = b;
  while (n--) {
    char t = *x;
    *x++ = *y;
    *y++ = t;
  }
}

static void *duplicate(const void *from, size_t n) {
  char *to = malloc(n);
  for (size_t i = 0; i < n; ++i)
    to[i] = ((const char *)from)[i];
  return to;
}

int main(void) {
  int a, b, c;
  char text[4];
  OBJECT(&a, sizeof a);
  OBJECT(&b, sizeof b);
  OBJECT(&c, sizeof c);
  OBJECT(text, sizeof text);
  struct outer one = {1, {{&a, &b}, {&c, NULL}}, text};
  struct outer two = one;
  OBSERVE(two.in[0].q);
  OBSERVE(two.tail);
  memcpy(&global_one, &two, sizeof two);
  OBSERVE(global_one.in[1].p);
  struct outer three = by_value(global_one, &b);
  OBSERVE(three.in[1].q);
  OBSERVE(three.in[0].p);
  struct inner i = small(&b, &c), j = small(&a, &a);
  OBSERVE(i.p);
  OBSERVE(j.q);
  swap(&i, &j, sizeof i);
  OBSERVE(i.p);
  OBSERVE(j.p);
  OBSERVE(j.q);
  struct inner *heap = duplicate(&i, sizeof i);
  OBSERVE(heap->p);
  memmove(&three.in[0], &three.in[1], sizeof three.in[0]);
  OBSERVE(three.in[0].p);
  struct outer *many = malloc(3 * sizeof *many);
  memcpy(&many[1], &one, sizeof one);
  many[2] = many[1];
  OBSERVE(many[2].tail);
  OBSERVE(many[2].in[0].p);
  void *array[3] = {&a, &b, text}, *other[3];
  memcpy(other, array, sizeof array);
  OBSERVE(other[2]);
  return 0;
}
