// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A part stands for the whole (after Xie and Aiken, ESEC/FSE 2005): inheritance
// in C, addresses with an offset, blocks that their region remembers, holders
// that are local, global or given.

#include "../leak.h"

#include <stddef.h>

struct super {
  int kind;
};

struct sub {
  int value;
  struct super super;
};

static void super_free(struct super *s) {
  free((char *)s - offsetof(struct sub, super));
}

// DRIVE: struct super *s = sub_new_ok(3); if (s) super_free(s)
struct super *sub_new_ok(int value) {
  struct sub *p = malloc(sizeof *p);
  if (!p)
    return NULL;
  p->value = value;
  p->super.kind = 1;
  return &p->super;
}

// DRIVE: struct super *s = sub_new_bad(-3)
struct super *sub_new_bad(int value) {
  struct sub *p = malloc(sizeof *p); // LEAK
  if (!p)
    return NULL;
  p->value = value;
  p->super.kind = 1;
  return p->value < 0 ? NULL : &p->super;
}

// DRIVE: part_freed_ok()
int part_freed_ok(void) {
  struct super *s = sub_new_ok(3);
  if (!s)
    return -1;
  s->kind++;
  super_free(s);
  return 0;
}

// DRIVE: part_lost_bad()
int part_lost_bad(void) {
  struct super *s = sub_new_ok(3); // LEAK
  if (!s)
    return -1;
  return s->kind;
}

#define BUS_OFFSET ((uintptr_t)0x1000)
#define TO_BUS(p) ((uintptr_t)(p) + BUS_OFFSET)
#define FROM_BUS(a) ((void *)((a) - BUS_OFFSET))

// DRIVE: bus_address_ok(16)
int bus_address_ok(size_t size) {
  char *page = malloc(size);
  if (!page)
    return -1;
  uintptr_t address = TO_BUS(page);
  page = NULL;
  free(FROM_BUS(address));
  return 0;
}

// DRIVE: bus_address_bad(16, 0x2000)
int bus_address_bad(size_t size, uintptr_t window) {
  char *page = malloc(size); // LEAK
  if (!page)
    return -1;
  uintptr_t address = TO_BUS(page);
  if (address > window)
    return -2;
  free(FROM_BUS(address));
  return 0;
}

struct region {
  struct region *older;
};
static struct region *region;

// Remembered: all blocks of the region are freed together.
static void *region_block(size_t size) {
  struct region *r = malloc(sizeof *r + size);
  if (!r)
    return NULL;
  r->older = region;
  region = r;
  return r + 1;
}

// DRIVE: from_region_ok("a")
int from_region_ok(const char *text) {
  size_t size = strlen(text) + 1;
  char *copy = region_block(size);
  if (!copy)
    return -1;
  memcpy(copy, text, size);
  return copy[0];
}

struct holder {
  char *data;
};
static struct holder shared;

// DRIVE: held_by_global_ok()
void held_by_global_ok(void) {
  struct holder *p = &shared;
  p->data = malloc(10);
}

// DRIVE: struct holder h; held_by_caller_ok(&h); free(h.data)
void held_by_caller_ok(struct holder *p) { p->data = malloc(10); }

// DRIVE: held_by_local_bad()
void held_by_local_bad(void) {
  struct holder local, *p = &local;
  p->data = malloc(10); // LEAK
}

// DRIVE: struct holder *p = held_by_new_ok(0); if (p) free(p->data); free(p)
// DRIVE: held_by_new_ok(1)
struct holder *held_by_new_ok(int is_shared) {
  struct holder *p = calloc(1, sizeof *p);
  if (!p)
    return NULL;
  p->data = malloc(10);
  if (!is_shared)
    return p;
  shared = *p;
  free(p);
  return NULL;
}
