// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A hook that code outside sets is told about blocks, also when they are freed:
// it owns none of them.  One that is only ever given blocks may keep them.

#include "../leak.h"

typedef void (*trace_fn)(void *block, size_t bytes);

static trace_fn trace;
void set_trace(trace_fn hook) { trace = hook; }

static void *traced_alloc(size_t bytes) {
  void *block = malloc(bytes);
  if (trace)
    trace(block, bytes);
  return block;
}

static void traced_free(void *block) {
  if (trace)
    trace(block, 0);
  free(block);
}

// DRIVE: traced_bad(3)
int traced_bad(int n) {
  char *p = traced_alloc(10); // LEAK
  if (!p)
    return 0;
  if (n > 2)
    return n;
  traced_free(p);
  return 1;
}

// DRIVE: traced_ok(3)
int traced_ok(int n) {
  char *p = traced_alloc(10);
  if (!p)
    return 0;
  if (n > 2) {
    traced_free(p);
    return n;
  }
  traced_free(p);
  return 1;
}

// A table of hooks.
struct hooks {
  void (*made)(void *);
  void (*gone)(void *, int);
};
static struct hooks hooks;
void set_hooks(void (*made)(void *), void (*gone)(void *, int)) {
  hooks.made = made;
  hooks.gone = gone;
}

static void drop(void *block) {
  if (hooks.gone)
    hooks.gone(block, 1);
  free(block);
}

// DRIVE: told_gone_bad(3)
int told_gone_bad(int n) {
  int *p = malloc(sizeof *p); // LEAK
  if (!p)
    return -1;
  if (hooks.gone)
    hooks.gone(p, 0);
  if (n > 2)
    return n;
  drop(p);
  return 0;
}

// Nothing shows what becomes of it there.
static void (*adopt)(void *);
void set_adopt(void (*hook)(void *)) { adopt = hook; }
static void keep(void *block) { free(block); }

// DRIVE: set_adopt(keep); adopted_ok(3)
int adopted_ok(int n) {
  int *p = malloc(sizeof *p);
  if (!p)
    return -1;
  *p = n;
  if (!adopt) {
    free(p);
    return -1;
  }
  adopt(p);
  return 0;
}

// It says whether it took the block: who frees it then asked first.
static int (*offer)(void *);
void set_offer(int (*hook)(void *)) { offer = hook; }
static int take(void *block) {
  free(block);
  return 1;
}

// DRIVE: set_offer(take); offered_ok(3)
int offered_ok(int n) {
  int *p = malloc(sizeof *p);
  if (!p)
    return -1;
  *p = n;
  if (!offer || !offer(p)) {
    free(p);
    return -1;
  }
  return 0;
}
