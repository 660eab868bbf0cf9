// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Objects that come from a list of used ones and go back to it.

#include "../leak.h"

struct cell {
  struct cell *next;
  char *text;
};

static struct cell *used;
static int used_count;

static struct cell *cell_get(void) {
  struct cell *c = used;
  if (!c)
    return calloc(1, sizeof *c);
  used = c->next;
  used_count--;
  c->next = NULL;
  return c;
}

static void cell_put(struct cell *c) {
  free(c->text);
  c->text = NULL;
  c->next = used;
  used = c;
  used_count++;
}

// Keeps a few, frees the others.
static void cell_put_or_free(struct cell *c) {
  free(c->text);
  c->text = NULL;
  if (used_count >= 2) {
    free(c);
    return;
  }
  c->next = used;
  used = c;
  used_count++;
}

// DRIVE: put_back_ok(); put_back_ok()
void put_back_ok(void) {
  struct cell *c = cell_get();
  if (c)
    cell_put(c);
}

// DRIVE: not_put_back_bad()
int not_put_back_bad(void) {
  struct cell *c = cell_get(); // LEAK missed-by(sat, absint, valueflow): new or taken from a list
  return c != NULL;
}

// DRIVE: put_or_freed_ok(1); put_or_freed_ok(4)
void put_or_freed_ok(int count) {
  struct cell *held = NULL, *c;
  while (count-- > 0 && (c = cell_get())) {
    c->next = held;
    held = c;
  }
  while ((c = held)) {
    held = c->next;
    cell_put_or_free(c);
  }
}

// DRIVE: text_goes_back_ok("a")
int text_goes_back_ok(const char *text) {
  struct cell *c = cell_get();
  if (!c)
    return -1;
  c->text = strdup(text);
  cell_put(c);
  return 0;
}

static void cell_put_carelessly(struct cell *c) {
  c->text = NULL; // LEAK(one-of text) missed-by(valueflow): a sink that is only possible counts
  c->next = used;
  used = c;
}

// DRIVE: text_forgotten_bad("a")
int text_forgotten_bad(const char *text) {
  struct cell *c = cell_get();
  if (!c)
    return -1;
  c->text = strdup(text); // LEAK(one-of text)
  cell_put_carelessly(c);
  return 0;
}

// DRIVE: early_end_bad("")
int early_end_bad(const char *text) {
  struct cell *c = calloc(1, sizeof *c); // LEAK
  if (!c || !*text)
    return -1;
  cell_put(c);
  return 0;
}

// DRIVE: early_end_ok(""); early_end_ok("a")
int early_end_ok(const char *text) {
  struct cell *c = calloc(1, sizeof *c);
  if (!c)
    return -1;
  if (*text)
    cell_put(c);
  else
    free(c);
  return 0;
}

// DRIVE: put_back_ok(); all_freed_ok()
void all_freed_ok(void) {
  while (used) {
    struct cell *c = used;
    used = c->next;
    free(c);
  }
}
