// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Allocation behind functions: results, out-parameters, fields, self pointers.
#include "observe.h"
#include <stdlib.h>
#include <string.h>

static void *xmalloc(size_t n) {
  void *p = malloc(n);
  if (!p)
    abort();
  return p;
}

struct buffer {
  char *bytes;
  size_t size;
  struct buffer *self;
};

static struct buffer *buffer_new(size_t n) {
  struct buffer *b = xmalloc(sizeof *b);
  b->bytes = xmalloc(n);
  b->size = n;
  b->self = b;
  return b;
}

static int make(char **out, size_t n) {
  *out = xmalloc(n);
  return 0;
}

static struct buffer *registry;
static struct buffer *registered(void) {
  struct buffer *b = buffer_new(3);
  registry = b;
  return b;
}

static struct buffer *maybe(int again) {
  if (again)
    return maybe(again - 1);
  return buffer_new(1);
}

int main(void) {
  struct buffer *one = buffer_new(10);
  OBJECT(one, sizeof *one);
  OBJECT(one->bytes, 10);
  struct buffer *two = buffer_new(20);
  OBJECT(two, sizeof *two);
  OBJECT(two->bytes, 20);
  OBSERVE(one);
  OBSERVE(one->bytes);
  OBSERVE(one->self);
  OBSERVE(two->self->bytes);
  char *x, *y;
  make(&x, 5);
  OBJECT(x, 5);
  make(&y, 5);
  OBJECT(y, 5);
  OBSERVE(x);
  OBSERVE(y);
  struct buffer *three = registered();
  OBJECT(three, sizeof *three);
  OBSERVE(registry);
  registry->bytes = y;
  OBSERVE(three->bytes);
  struct buffer *four = maybe(2);
  OBJECT(four, sizeof *four);
  OBSERVE(four->self);
  struct buffer *(*maker)(size_t) = buffer_new;
  struct buffer *five = maker(7);
  OBJECT(five, sizeof *five);
  OBSERVE(five->self);
  return 0;
}
