// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ownership that moves by atomic exchange and compare-and-swap.

#include "../leak.h"
#include <stdatomic.h>

static _Atomic(char *) slot;

// DRIVE: exchange_ok(); exchange_ok()
void exchange_ok(void) {
  char *p = malloc(10);
  char *old = atomic_exchange(&slot, p);
  free(old);
}

// DRIVE: exchange_bad(); exchange_bad()
void exchange_bad(void) {
  char *p = malloc(10); // LEAK(one-of exchange) missed-by(sat, absint, valueflow): what was there before the call is not followed
  atomic_exchange(&slot, p); // LEAK(one-of exchange)
}

static _Atomic(char *) instance;

// DRIVE: install_once_ok(); install_once_ok()
char *install_once_ok(void) {
  char *fresh = malloc(10), *expected = NULL;
  if (atomic_compare_exchange_strong(&instance, &expected, fresh))
    return fresh;
  free(fresh);
  return expected;
}

static _Atomic(char *) instance2;

// DRIVE: install_once_bad(); install_once_bad()
char *install_once_bad(void) {
  char *fresh = malloc(10), *expected = NULL; // LEAK missed-by(absint): out of danger once states are joined
  if (atomic_compare_exchange_strong(&instance2, &expected, fresh))
    return fresh;
  return expected;
}

struct counted {
  atomic_int count;
};

static void release(struct counted *c) {
  if (atomic_fetch_sub(&c->count, 1) == 1)
    free(c);
}

// DRIVE: counted_ok()
void counted_ok(void) {
  struct counted *c = malloc(sizeof *c);
  if (!c)
    return;
  atomic_init(&c->count, 1);
  release(c);
}

// DRIVE: counted_bad()
void counted_bad(void) {
  struct counted *c = malloc(sizeof *c); // LEAK missed-by(valueflow): what is counted is out of danger
  if (!c)
    return;
  atomic_init(&c->count, 2);
  release(c);
}

// DRIVE: local_atomic_ok()
void local_atomic_ok(void) {
  _Atomic(char *) p = malloc(10);
  free(atomic_load(&p));
}
