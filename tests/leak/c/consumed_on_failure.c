// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions that take their argument whatever happens: it goes into the result,
// or it is freed and there is no result.

#include "../leak.h"

struct part {
  struct part *next;
  char *name;
};
struct whole {
  struct part *first, *second;
};

static void part_free(struct part *p) {
  if (p)
    free(p->name);
  free(p);
}

static void whole_free(struct whole *w) {
  if (!w)
    return;
  part_free(w->first);
  part_free(w->second);
  free(w);
}

// The name is gone when there is no part.
static struct part *part_of(char *name) {
  struct part *p = name ? calloc(1, sizeof *p) : NULL;
  if (!p) {
    free(name);
    return NULL;
  }
  p->name = name;
  return p;
}

// Both parts are gone when there is no whole.
static struct whole *whole_of(struct part *first, struct part *second) {
  struct whole *w = first && second ? malloc(sizeof *w) : NULL;
  if (!w) {
    part_free(first);
    part_free(second);
    return NULL;
  }
  w->first = first;
  w->second = second;
  return w;
}

// DRIVE: one_level_ok("a")
void one_level_ok(const char *name) { part_free(part_of(strdup(name))); }

// DRIVE: one_level_bad("a")
int one_level_bad(const char *name) {
  struct part *p = part_of(strdup(name)); // LEAK
  return p != NULL;
}

// DRIVE: two_levels_ok("a", "b")
void two_levels_ok(const char *a, const char *b) {
  whole_free(whole_of(part_of(strdup(a)), part_of(strdup(b))));
}

// DRIVE: two_levels_bad("a", "b")
int two_levels_bad(const char *a, const char *b) {
  struct part *second = part_of(strdup(b));
  struct whole *w = whole_of(part_of(strdup(a)), second); // LEAK
  if (!w)
    return -1;
  part_free(w->second);
  free(w);
  return 0;
}

// DRIVE: freed_again_bad("a")
int freed_again_bad(const char *a) {
  char *name = strdup(a);
  struct part *p = part_of(name);
  if (!p) {
    free(name); // DOUBLE-FREE
    return -1;
  }
  part_free(p);
  return 0;
}

// DRIVE: gone_already_ok("a")
int gone_already_ok(const char *a) {
  char *name = strdup(a);
  struct part *p = part_of(name);
  if (!p)
    return -1;
  part_free(p);
  return 0;
}

// DRIVE: used_afterwards_bad("a")
int used_afterwards_bad(const char *a) {
  char *name = strdup(a);
  if (!name)
    return -1;
  struct part *p = part_of(name);
  int letter = name[0]; // USE-AFTER-FREE missed-by(absint): late uses are not looked for
  part_free(p);
  return letter;
}

// Appends or frees both.
static struct part *joined(struct part *head, struct part *tail) {
  if (!head || !tail) {
    part_free(head);
    part_free(tail);
    return NULL;
  }
  head->next = tail;
  return head;
}

// DRIVE: joined_ok("a", "b")
void joined_ok(const char *a, const char *b) {
  struct part *p = joined(part_of(strdup(a)), part_of(strdup(b)));
  if (!p)
    return;
  part_free(p->next);
  part_free(p);
}

// DRIVE: tail_lost_bad("a", "b")
void tail_lost_bad(const char *a, const char *b) {
  struct part *tail = part_of(strdup(b)); // LEAK
  struct part *p = joined(part_of(strdup(a)), tail);
  part_free(p);
}
