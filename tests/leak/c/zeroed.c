// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What calloc() and memset() leave in memory is zero until it is written.

#include "../leak.h"

struct part {
  int id;
};

struct holder {
  int kind;
  char *text;
  struct part *part;
  struct part inner;
  char *more[4];
};

// DRIVE: same_function_ok(0); same_function_ok(1)
int same_function_ok(int keep) {
  struct holder *h = calloc(1, sizeof *h);
  if (!h)
    return -1;
  char *text = malloc(8);
  if (keep)
    h->text = text;
  int held = h->text != NULL;
  if (!held)
    free(text);
  free(h->text);
  free(h);
  return held;
}

// DRIVE: same_function_bad(0); same_function_bad(1)
int same_function_bad(int keep) {
  struct holder *h = calloc(1, sizeof *h);
  if (!h)
    return -1;
  char *text = malloc(8); // LEAK
  if (keep)
    h->text = text;
  int held = h->text != NULL;
  if (held)
    free(text);
  free(h);
  return held;
}

// Not zeros: malloc() and what realloc() adds.
// DRIVE: grown_bad()
int grown_bad(void) {
  char **table = malloc(sizeof *table);
  if (!table)
    return -1;
  table[0] = malloc(8); // LEAK missed-by(contradiction): what was in a block that is resized
  char **larger = realloc(table, 2 * sizeof *table);
  if (!larger) {
    free(table[0]);
    free(table);
    return -1;
  }
  free(larger);
  return 0;
}

static void *zalloc(size_t size) {
  void *p = calloc(1, size);
  if (!p)
    abort();
  return p;
}

static struct holder *holder_new(int kind) {
  struct holder *h = zalloc(sizeof *h);
  h->kind = kind;
  return h;
}

// DRIVE: wrapped_ok(0); wrapped_ok(7)
int wrapped_ok(int kind) {
  struct holder *h = holder_new(kind);
  struct part *part = malloc(sizeof *part);
  if (h->kind == 7)
    h->part = part;
  if (!h->part)
    free(part);
  free(h->part);
  free(h);
  return 0;
}

// DRIVE: wrapped_bad(0); wrapped_bad(7)
int wrapped_bad(int kind) {
  struct holder *h = holder_new(kind);
  struct part *part = malloc(sizeof *part); // LEAK
  if (h->kind == 7)
    h->part = part;
  if (h->part)
    free(part);
  free(h);
  return 0;
}

static struct holder *holder_copy(const char *text) {
  struct holder *h = malloc(sizeof *h);
  if (!h)
    return NULL;
  memset(h, 0, sizeof *h);
  if (text)
    h->text = strdup(text);
  return h;
}

// DRIVE: filled_ok(NULL); filled_ok("a")
int filled_ok(const char *text) {
  struct holder *h = holder_copy(text);
  if (!h)
    return -1;
  if (h->more[2])
    h->text = NULL;
  free(h->text);
  free(h);
  return 0;
}

// DRIVE: filled_bad(NULL); filled_bad("a")
int filled_bad(const char *text) {
  struct holder *h = holder_copy(text); // LEAK(elsewhere) missed-by(ownership, valueflow): overwritten in a record
  if (!h)
    return -1;
  if (!h->more[2])
    h->text = NULL;
  free(h->text);
  free(h);
  return 0;
}

// The record within and the array within are zero too.
// DRIVE: within_ok()
int within_ok(void) {
  struct holder *h = calloc(3, sizeof *h);
  if (!h)
    return -1;
  char *a = malloc(3);
  if (h->inner.id)
    return 1;
  if (h[1].more[3]) {
    free(h);
    return 1;
  }
  free(a);
  free(h);
  return 0;
}
