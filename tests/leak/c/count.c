// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reference counts, arenas, cycles.

#include "../leak.h"

struct object {
  int count;
  char *text;
  struct object *peer;
};

static struct object *object_new(void) {
  struct object *o = calloc(1, sizeof *o);
  if (o)
    o->count = 1;
  return o;
}
static struct object *object_ref(struct object *o) {
  o->count++;
  return o;
}
static void object_unref(struct object *o) {
  if (o && --o->count == 0) {
    free(o->text);
    free(o);
  }
}

// DRIVE: released_ok()
void released_ok(void) {
  struct object *o = object_new();
  object_unref(o);
}

// DRIVE: two_references_ok()
void two_references_ok(void) {
  struct object *o = object_new(), *p;
  if (!o)
    return;
  p = object_ref(o);
  object_unref(o);
  object_unref(p);
}

// DRIVE: one_too_few_bad()
void one_too_few_bad(void) {
  struct object *o = object_new(); // LEAK missed-by(valueflow): what is counted is out of danger
  if (!o)
    return;
  object_ref(o);
  object_unref(o);
}

// DRIVE: never_released_bad()
int never_released_bad(void) {
  struct object *o = object_new(); // LEAK
  return o ? o->count : -1;
}

// DRIVE: one_too_many_bad()
void one_too_many_bad(void) {
  struct object *o = object_new();
  if (!o)
    return;
  object_unref(o);
  object_unref(o); // USE-AFTER-FREE missed-by(absint): late uses are not looked for
}

// DRIVE: cycle_bad()
void cycle_bad(void) {
  struct object *a = object_new(); // LEAK(one-of cycle)
  struct object *b = object_new(); // LEAK(one-of cycle)
  if (!a || !b) {
    object_unref(a);
    object_unref(b);
    return;
  }
  a->peer = b;
  b->peer = a;
}

// DRIVE: cycle_ok()
void cycle_ok(void) {
  struct object *a = object_new();
  struct object *b = object_new();
  if (a && b) {
    a->peer = b;
    b->peer = a;
  }
  object_unref(a);
  object_unref(b);
}

// DRIVE: self_cycle_bad()
void self_cycle_bad(void) {
  struct object *o = object_new(); // LEAK
  if (o)
    o->peer = o;
}

struct arena {
  struct arena_block {
    struct arena_block *next;
    char bytes[48];
  } *blocks;
};

static void *arena_new(struct arena *a) {
  struct arena_block *b = malloc(sizeof *b);
  if (!b)
    return NULL;
  b->next = a->blocks;
  a->blocks = b;
  return b->bytes;
}
static void arena_done(struct arena *a) {
  while (a->blocks) {
    struct arena_block *b = a->blocks;
    a->blocks = b->next;
    free(b);
  }
}

// DRIVE: arena_ok()
int arena_ok(void) {
  struct arena a = {NULL};
  char *p = arena_new(&a), *q = arena_new(&a);
  int both = p && q;
  arena_done(&a);
  return both;
}

// DRIVE: arena_bad()
int arena_bad(void) {
  struct arena a = {NULL};
  char *p = arena_new(&a); // LEAK
  return p != NULL;
}
