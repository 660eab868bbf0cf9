// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies of structures: deep and shallow ones, copies that fail half way,
// copies over something that was there.

#include "../leak.h"

struct part {
  struct part *next;
  char *name;
};

static void part_free(struct part *p) {
  while (p) {
    struct part *next = p->next;
    free(p->name);
    free(p);
    p = next;
  }
}

static struct part *part_new(const char *name) {
  struct part *p = calloc(1, sizeof *p);
  if (!p)
    return NULL;
  p->name = strdup(name);
  if (p->name)
    return p;
  free(p);
  return NULL;
}

// DRIVE: struct part p = {0, "a"}; part_free(clone_ok(&p))
struct part *clone_ok(const struct part *from) {
  struct part *p = malloc(sizeof *p);
  if (!p)
    return NULL;
  *p = *from;
  p->next = NULL;
  p->name = strdup(from->name);
  if (!p->name) {
    free(p);
    return NULL;
  }
  return p;
}

// DRIVE: struct part p = {0, "a"}; part_free(clone_bad(&p))
struct part *clone_bad(const struct part *from) {
  struct part *p = malloc(sizeof *p); // LEAK
  if (!p)
    return NULL;
  *p = *from;
  p->next = NULL;
  p->name = strdup(from->name);
  return p->name ? p : NULL;
}

// DRIVE: struct part b = {0, "b"}, a = {&b, "a"}; part_free(clone_list_ok(&a))
struct part *clone_list_ok(const struct part *from) {
  struct part *head = NULL, **tail = &head;
  for (; from; from = from->next) {
    *tail = clone_ok(from);
    if (!*tail) {
      part_free(head);
      return NULL;
    }
    tail = &(*tail)->next;
  }
  return head;
}

// DRIVE: struct part b = {0, "b"}, a = {&b, "a"}; part_free(clone_list_bad(&a))
struct part *clone_list_bad(const struct part *from) {
  struct part *head = NULL, **tail = &head;
  for (; from; from = from->next) {
    *tail = clone_ok(from); // LEAK
    if (!*tail)
      return NULL;
    tail = &(*tail)->next;
  }
  return head;
}

// DRIVE: struct part b = {0, "b"}, a = {&b, "a"}; part_free(clone_recursively_ok(&a))
struct part *clone_recursively_ok(const struct part *from) {
  if (!from)
    return NULL;
  struct part *p = clone_ok(from);
  if (!p)
    return NULL;
  p->next = clone_recursively_ok(from->next);
  if (from->next && !p->next) {
    part_free(p);
    return NULL;
  }
  return p;
}

// DRIVE: struct part b = {0, "b"}, a = {&b, "a"}; part_free(clone_recursively_bad(&a))
struct part *clone_recursively_bad(const struct part *from) {
  if (!from)
    return NULL;
  struct part *rest = clone_recursively_bad(from->next); // LEAK
  struct part *p = clone_ok(from);
  if (p)
    p->next = rest;
  return p;
}

// DRIVE: shallow_ok()
void shallow_ok(void) {
  struct part *p = part_new("a");
  if (!p)
    return;
  struct part copy = *p;
  free(p);
  free(copy.name);
}

// DRIVE: shallow_bad()
int shallow_bad(void) {
  struct part *p = part_new("a"); // LEAK
  if (!p)
    return -1;
  struct part copy = *p;
  free(p);
  return copy.name[0];
}

// DRIVE: shallow_twice_bad()
void shallow_twice_bad(void) {
  struct part *p = part_new("a");
  if (!p)
    return;
  struct part copy = *p;
  part_free(p);
  free(copy.name); // DOUBLE-FREE
}

// DRIVE: copied_over_bad()
void copied_over_bad(void) {
  struct part *p = part_new("a"); // LEAK
  struct part empty = {0};
  if (p)
    *p = empty;
  part_free(p);
}
