// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Records with text of any length at their end: copying it changes nothing of
// what stands before it.

#include "../leak.h"

struct handle {
  void *value;
  struct handle *next;
  char name[1];
};

static struct handle *handles;

// The handle is kept, and the value in it.
static void put(const char *name, void *value) {
  size_t n = strlen(name);
  struct handle *h = malloc(sizeof *h + n);
  if (!h) {
    free(value);
    return;
  }
  h->value = value;
  memcpy(h->name, name, n + 1);
  h->next = handles;
  handles = h;
}

// DRIVE: value_kept_ok("name")
void value_kept_ok(const char *name) {
  char *p = malloc(4);
  put(name, p);
}

static struct handle *handle_new(const char *name, void *value) {
  size_t n = strlen(name);
  struct handle *h = malloc(sizeof *h + n);
  if (!h)
    return NULL;
  h->value = value;
  h->next = NULL;
  memcpy(h->name, name, n + 1);
  return h;
}

// DRIVE: both_freed_ok("name")
void both_freed_ok(const char *name) {
  char *p = malloc(4);
  struct handle *h = handle_new(name, p);
  free(p);
  free(h);
}

// DRIVE: free(value_taken_ok("name"))
char *value_taken_ok(const char *name) {
  char *p = malloc(4);
  struct handle *h = handle_new(name, p);
  if (!h)
    return p;
  p = h->value;
  free(h);
  return p;
}

// DRIVE: value_forgotten_bad("name")
void value_forgotten_bad(const char *name) {
  char *p = malloc(4); // LEAK
  struct handle *h = handle_new(name, p);
  free(h);
}
