// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tables of functions: constant, filled at run time, handed on in structs.
#include "observe.h"
#include <stddef.h>

static int a, b, c;

static int *get_a(void *unused) { return &a; }
static int *get_b(void *unused) { return &b; }
static int *get_arg(void *p) { return p; }
static int *get_c(void *unused) { return &c; }

typedef int *(*getter)(void *);
static const struct {
  const char *name;
  getter get;
} table[] = {{"a", get_a}, {"b", get_b}};

struct handler {
  getter get;
  void *arg;
  struct handler *next;
};
static struct handler *handlers;

static void add(struct handler *h, getter get, void *arg) {
  h->get = get;
  h->arg = arg;
  h->next = handlers;
  handlers = h;
}

static int *run(getter get, void *arg) { return get(arg); }

static getter slots[4];

int main(void) {
  OBJECT(&a, sizeof a);
  OBJECT(&b, sizeof b);
  OBJECT(&c, sizeof c);
  for (unsigned i = 0; i < 2; ++i)
    OBSERVE(table[i].get(NULL));
  static struct handler x, y;
  int local;
  OBJECT(&local, sizeof local);
  add(&x, get_arg, &local);
  add(&y, get_c, NULL);
  for (struct handler *h = handlers; h; h = h->next)
    OBSERVE(h->get(h->arg));
  OBSERVE(run(get_arg, &c));
  OBSERVE(run(get_b, NULL));
  slots[2] = get_a;
  slots[3] = get_arg;
  for (int i = 0; i < 4; ++i)
    if (slots[i])
      OBSERVE((*slots[i])(&local));
  return 0;
}
