// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A record is copied, as many bytes as its caller says: the copy holds what the
// record held.

#include "../leak.h"

struct data {
  char *name;
};
struct element {
  struct element *next;
  void *data;
};
static struct element *all;

static void *checked_malloc(size_t size) {
  void *p = malloc(size);
  if (p == NULL)
    exit(1);
  return p;
}

static struct element *push(void) {
  struct element *e = checked_malloc(sizeof *e);
  e->data = NULL;
  e->next = all;
  all = e;
  return e;
}

static void pop(void) {
  struct element *e = all;
  all = e->next;
  if (e->data != NULL)
    free(((struct data *)e->data)->name);
  free(e->data);
  free(e);
}

static void set_value(struct element *e, const void *value, size_t size) {
  e->data = checked_malloc(size);
  memcpy(e->data, value, size);
}

// DRIVE: name_kept_ok(); pop()
void name_kept_ok(void) {
  struct data d;
  d.name = checked_malloc(20);
  strcpy(d.name, "x");
  struct element *e = push();
  set_value(e, &d, sizeof d);
}

// DRIVE: name_lost_bad(); pop()
void name_lost_bad(void) {
  struct data d;
  d.name = checked_malloc(20); // LEAK
  strcpy(d.name, "x");
  puts(d.name);
  struct element *e = push();
  set_value(e, "none", 5);
  free(e->data);
  e->data = NULL;
}
