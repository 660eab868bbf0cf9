// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Who still holds it (after the examples of Xie and Aiken, ESEC/FSE 2005): the
// callee's stack, a ring, a summary's escapees, a part of a larger object.

#include "../leak.h"

struct state {
  struct state *next;
  char *data, *name;
};

static struct state *stack;
static void *kept;

static void push_on_stack(struct state *s) {
  s->next = stack;
  stack = s;
}

static int depth_below(const struct state *s) {
  return s->next ? 2 : s->name != NULL;
}

// DRIVE: pushed_ok("a")
int pushed_ok(const char *name) {
  struct state *s = calloc(1, sizeof *s);
  if (!s)
    return -1;
  s->name = strdup(name);
  push_on_stack(s);
  return 0;
}

// DRIVE: struct state s = {0}; pushed_name_ok(&s, "a"); stack = NULL; free(s.name)
void pushed_name_ok(struct state *s, const char *name) {
  s->name = strdup(name);
  push_on_stack(s);
}

// DRIVE: only_looked_at_bad("a")
int only_looked_at_bad(const char *name) {
  struct state s = {0};
  s.name = strdup(name); // LEAK
  return depth_below(&s);
}

// DRIVE: ring_bad()
int ring_bad(void) {
  struct state *s = calloc(1, sizeof *s); // LEAK(one-of ring)
  if (!s)
    return -1;
  s->next = calloc(1, sizeof *s); // LEAK(one-of ring)
  if (!s->next) {
    free(s);
    return -1;
  }
  s->next->next = s;
  return 0;
}

// DRIVE: ring_ok()
int ring_ok(void) {
  struct state *s = calloc(1, sizeof *s);
  if (!s)
    return -1;
  s->next = calloc(1, sizeof *s);
  if (s->next)
    s->next->next = s;
  free(s->next);
  free(s);
  return 0;
}

// A new block; and what hangs on the next state is out of our hands.
static void *next_block(struct state *s) {
  kept = s->next->data;
  return malloc(5);
}

// DRIVE: free(escapee_ok()); free(kept)
void *escapee_ok(void) {
  struct state second = {0}, first = {&second, NULL, NULL};
  second.data = malloc(10);
  return next_block(&first);
}

// DRIVE: free(not_an_escapee_bad()); free(kept)
void *not_an_escapee_bad(void) {
  struct state second = {0}, first = {&second, NULL, NULL};
  first.data = malloc(10); // LEAK
  second.data = malloc(10);
  return next_block(&first);
}

// DRIVE: new_block_dropped_bad(); free(kept)
int new_block_dropped_bad(void) {
  struct state second = {0}, first = {&second, NULL, NULL};
  second.data = malloc(10);
  return next_block(&first) != NULL; // LEAK
}

static void insert_after(struct state *head, struct state *fresh) {
  fresh->next = head->next;
  head->next = fresh;
}

// DRIVE: struct state head = {0}; inserted_ok(&head); free(head.next)
int inserted_ok(struct state *head) {
  struct state *s = calloc(1, sizeof *s);
  if (!s)
    return -1;
  insert_after(head, s);
  return 0;
}

// DRIVE: inserted_into_local_bad()
int inserted_into_local_bad(void) {
  struct state head = {0};
  struct state *s = calloc(1, sizeof *s); // LEAK
  if (!s)
    return -1;
  insert_after(&head, s);
  return head.next == s;
}

// DRIVE: inserted_into_local_ok()
int inserted_into_local_ok(void) {
  struct state head = {0};
  struct state *s = calloc(1, sizeof *s);
  if (!s)
    return -1;
  insert_after(&head, s);
  free(head.next);
  return 0;
}
