// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Allocators that hide a header before what they hand out.

#include "../leak.h"

struct header {
  size_t size, unused;
};

static void *take(size_t size) {
  struct header *h = malloc(sizeof *h + size);
  if (!h)
    return NULL;
  h->size = size;
  return h + 1;
}

static void give_back(void *p) {
  if (p)
    free((struct header *)p - 1);
}

static size_t size_of(const void *p) {
  return ((const struct header *)p - 1)->size;
}

static void give_back_text(char **text) {
  give_back(*text);
  *text = NULL;
}

// DRIVE: taken_ok()
void taken_ok(void) {
  char *p = take(8);
  give_back(p);
}

// DRIVE: taken_bad()
void taken_bad(void) {
  char *p = take(8); // LEAK
  if (p)
    p[0] = 1;
}

// DRIVE: through_variable_ok()
void through_variable_ok(void) {
  char *p = take(8);
  give_back_text(&p);
  give_back_text(&p);
}

// DRIVE: twice_bad()
void twice_bad(void) {
  char *p = take(8);
  if (!p)
    return;
  give_back(p);
  give_back(p); // DOUBLE-FREE
}

// DRIVE: sized_ok()
size_t sized_ok(void) {
  char *p = take(8);
  size_t size = p ? size_of(p) : 0;
  give_back(p);
  return size;
}

// DRIVE: sized_bad()
size_t sized_bad(void) {
  char *p = take(8);
  if (!p)
    return 0;
  give_back(p);
  return size_of(p); // USE-AFTER-FREE missed-by(absint): late uses are not looked for
}

// The whole block is passed on as what is behind its header.
// DRIVE: whole_ok()
void whole_ok(void) {
  struct header *h = malloc(sizeof *h + 8);
  if (h)
    give_back(h + 1);
}
