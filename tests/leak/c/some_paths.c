// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Callees that free on some of their paths: told by a flag, by the object
// itself, by a count, by a level further down, or by nothing.

#include "../leak.h"

struct message {
  int shared;
  int uses;
  char *text;
};

static struct message *message_new(int shared) {
  struct message *m = calloc(1, sizeof *m);
  if (!m)
    return NULL;
  m->shared = shared;
  m->uses = 1;
  return m;
}

static void free_if_own(struct message *m) {
  if (!m->shared)
    free(m);
}

// DRIVE: own_ok()
void own_ok(void) {
  struct message *m = message_new(0);
  if (m)
    free_if_own(m);
}

// DRIVE: shared_bad()
void shared_bad(void) {
  struct message *m = message_new(1); // LEAK missed-by(valueflow): a sink that is only possible counts
  if (m)
    free_if_own(m);
}

// DRIVE: made_own_ok()
void made_own_ok(void) {
  struct message *m = message_new(1);
  if (!m)
    return;
  m->shared = 0;
  free_if_own(m);
}

static void free_on_last_use(struct message *m) {
  if (--m->uses == 0)
    free(m);
}

// DRIVE: one_use_ok()
void one_use_ok(void) {
  struct message *m = message_new(0);
  if (m)
    free_on_last_use(m);
}

// DRIVE: second_use_bad()
void second_use_bad(void) {
  struct message *m = message_new(0); // LEAK missed-by(valueflow): a sink that is only possible counts
  if (!m)
    return;
  m->uses++;
  free_on_last_use(m);
}

static void free_when(int level, char *p) {
  if (level > 3)
    free(p);
}
static void free_below(int level, char *p) { free_when(level + 1, p); }

// DRIVE: deep_enough_ok()
void deep_enough_ok(void) {
  char *p = malloc(4);
  free_below(3, p);
}

// DRIVE: not_deep_enough_bad()
void not_deep_enough_bad(void) {
  char *p = malloc(4); // LEAK
  free_below(2, p);
}

// DRIVE: any_level_bad(2); any_level_bad(3)
void any_level_bad(int level) {
  char *p = malloc(4); // LEAK
  free_below(level, p);
}

// DRIVE: rest_freed_here_ok(2); rest_freed_here_ok(3)
void rest_freed_here_ok(int level) {
  char *p = malloc(4);
  free_below(level, p);
  if (level + 1 <= 3)
    free(p);
}

static void finish(char *p, int *freed) {
  *freed = p[0] == 'x';
  if (*freed)
    free(p);
}

// A flag comes back.
// DRIVE: flag_comes_back_ok("x"); flag_comes_back_ok("y")
void flag_comes_back_ok(const char *text) {
  int freed;
  char *p = strdup(text);
  if (!p)
    return;
  finish(p, &freed);
  if (!freed)
    free(p);
}

// DRIVE: flag_comes_back_bad("x"); flag_comes_back_bad("y")
void flag_comes_back_bad(const char *text) {
  int freed;
  char *p = strdup(text); // LEAK missed-by(sat, fused, absint, valueflow): freed by a callee for what the object holds
  if (!p)
    return;
  finish(p, &freed);
}

static void free_text_of(struct message *m, int with_message) {
  free(m->text);
  if (with_message)
    free(m);
}

// DRIVE: text_only_bad()
void text_only_bad(void) {
  struct message *m = message_new(0); // LEAK
  if (m)
    free_text_of(m, 0);
}

// DRIVE: text_and_message_ok()
void text_and_message_ok(void) {
  struct message *m = message_new(0);
  if (m)
    free_text_of(m, 1);
}
