// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Records that a callee clears or overwrites as a whole.

#include "../leak.h"
#include <dirent.h>

struct visit {
  char *name;
  char buffer[600];
  DIR *dir;
  int depth, flags;
  char *link;
};

static void visit_init(struct visit *v) { memset(v, 0, sizeof *v); }

static void visit_end(struct visit *v) {
  if (v->dir)
    closedir(v->dir);
  free(v->name);
  free(v->link);
  memset(v, 0, sizeof *v);
}

// What the last round left there is gone when the next one begins.
// DRIVE: char *all[] = {"/", "/tmp", NULL}; rounds_ok(all)
int rounds_ok(char **names) {
  for (; *names; names++) {
    struct visit v;
    visit_init(&v);
    v.name = strdup(*names);
    if (v.name)
      v.dir = opendir(v.name);
    visit_end(&v);
  }
  return 0;
}

// DRIVE: ended_twice_ok("/")
int ended_twice_ok(const char *name) {
  struct visit v;
  visit_init(&v);
  v.name = strdup(name);
  visit_end(&v);
  visit_end(&v);
  return 0;
}

// DRIVE: nothing_there_yet_ok("/")
int nothing_there_yet_ok(const char *name) {
  struct visit v;
  visit_init(&v);
  if (v.link || v.depth || v.flags)
    v.name = strdup(name);
  free(v.link);
  return 0;
}

// DRIVE: begun_again_bad("/")
int begun_again_bad(const char *name) {
  struct visit v;
  visit_init(&v);
  v.link = strdup(name); // LEAK missed-by(valueflow): out of danger once states are joined
  visit_init(&v);
  visit_end(&v);
  return 0;
}

static void visit_start(struct visit *v, const char *name) {
  memset(v, 0, sizeof *v);
  v->depth = 1;
  v->name = strdup(name);
}

// DRIVE: one_field_bad("/")
int one_field_bad(const char *name) {
  struct visit v;
  visit_start(&v, name); // LEAK
  free(v.link);
  return 0;
}

// DRIVE: one_field_ok("/")
int one_field_ok(const char *name) {
  struct visit v;
  visit_start(&v, name);
  if (v.depth)
    free(v.name);
  return 0;
}

struct set {
  int room, count;
  int *items;
};

static int set_grow(struct set *s, int more) {
  int *items = realloc(s->items, (s->room + more) * sizeof *items);
  if (!items)
    return -1;
  s->items = items;
  s->room += more;
  return 0;
}

// The old items are freed, others are there afterwards.
static int set_replace(struct set *s, int n) {
  struct set other = {0, 0, malloc(sizeof *other.items)};
  if (!other.items)
    return -1;
  while (other.count < n) {
    if (set_grow(&other, 4)) {
      free(other.items);
      return -1;
    }
    other.items[other.count++] = n;
  }
  free(s->items);
  *s = other;
  return 0;
}

// DRIVE: replaced_ok(3); replaced_ok(0)
int replaced_ok(int n) {
  struct set s = {1, 0, malloc(sizeof *s.items)};
  int status = set_replace(&s, n);
  free(s.items);
  return status;
}

struct search {
  char **found;
  struct {
    long room, count;
    char *elements;
  } limits;
};

static void search_init(struct search *s, char **found) {
  s->found = found;
  memset(&s->limits, 0, sizeof s->limits);
}

// DRIVE: set_in_rounds_ok(3)
int set_in_rounds_ok(int n) {
  struct search s;
  for (; n > 0; n--) {
    search_init(&s, NULL);
    free(s.limits.elements);
  }
  return 0;
}
