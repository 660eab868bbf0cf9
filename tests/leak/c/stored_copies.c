// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Records copied by value into a store, blocks that grow with what they hold,
// cleanup by tag and after a callback, results that nobody looks at.

#include "../leak.h"

struct entry {
  char *name;
  char *path;
};

struct store {
  struct entry *entries;
  int count, room;
};

// Copies the record, not what its fields point to.
static int store_add(struct store *s, const struct entry *e) {
  if (s->count == s->room) {
    struct entry *more = realloc(s->entries, (s->room + 4) * sizeof *more);
    if (!more)
      return 0;
    s->entries = more;
    s->room += 4;
  }
  s->entries[s->count++] = *e;
  return 1;
}

static void store_free(struct store *s) {
  for (int i = 0; i < s->count; i++) {
    free(s->entries[i].name);
    free(s->entries[i].path);
  }
  free(s->entries);
}

// DRIVE: struct store s = {0}; added_ok(&s, "a"); store_free(&s)
int added_ok(struct store *s, const char *text) {
  struct entry e = {strdup(text), NULL};
  if (!e.name)
    return 0;
  if (!store_add(s, &e)) {
    free(e.name);
    return 0;
  }
  return 1;
}

// DRIVE: struct store s = {0}; added_bad(&s, "a"); store_free(&s)
int added_bad(struct store *s, const char *text) {
  struct entry e = {strdup(text), NULL}; // LEAK
  if (!e.name)
    return 0;
  if (s->count > 100)
    return 0;
  return store_add(s, &e);
}

// What a block holds is in the larger block afterwards.
// DRIVE: grown_ok("a")
int grown_ok(const char *text) {
  char **list = malloc(2 * sizeof *list);
  if (!list)
    return 0;
  list[0] = strdup(text);
  char **more = realloc(list, 4 * sizeof *more);
  if (!more) {
    free(list[0]);
    free(list);
    return 0;
  }
  free(more[0]);
  free(more);
  return 1;
}

// DRIVE: grown_bad("a")
int grown_bad(const char *text) {
  char **list = malloc(2 * sizeof *list);
  if (!list)
    return 0;
  list[0] = strdup(text); // LEAK missed-by(contradiction): what a block holds is not followed into the larger one
  char **more = realloc(list, 4 * sizeof *more);
  if (!more) {
    free(list[0]);
    free(list);
    return 0;
  }
  free(more);
  return 1;
}

struct shape {
  int ready;
  char *lock;
  void (*cleanup)(struct shape *);
};

static void shape_free(struct shape *s) {
  if (s->ready)
    s->cleanup(s);
  free(s->lock); // whatever the callback did
  free(s);
}

static void cleaned(struct shape *s) { s->ready = 0; }

// DRIVE: shape_ok(cleaned, 0); shape_ok(cleaned, 1)
void shape_ok(void (*cleanup)(struct shape *), int ready) {
  struct shape *s = calloc(1, sizeof *s);
  if (!s)
    return;
  s->cleanup = cleanup;
  s->lock = malloc(8);
  s->ready = ready;
  shape_free(s);
}

// DRIVE: shape_bad(cleaned, 0); shape_bad(cleaned, 1)
void shape_bad(void (*cleanup)(struct shape *), int ready) {
  struct shape *s = calloc(1, sizeof *s);
  if (!s)
    return;
  s->cleanup = cleanup;
  s->lock = malloc(8); // LEAK
  s->ready = ready;
  if (ready)
    shape_free(s);
  else
    free(s);
}

// Greater than zero whenever there is an object.
static int init(char **out, unsigned flags) {
  int state = flags & 1 ? 1 : 2;
  *out = malloc(8);
  if (!*out)
    return 0;
  if (flags & 2)
    state |= 4;
  return state;
}

// DRIVE: state_ok(0); state_ok(3)
int state_ok(unsigned flags) {
  char *p;
  int state = init(&p, flags);
  if (state <= 0)
    return state;
  free(p);
  return state;
}

// DRIVE: state_bad(0); state_bad(3)
int state_bad(unsigned flags) {
  char *p;
  int state = init(&p, flags); // LEAK
  if (state <= 4)
    return state;
  free(p);
  return state;
}

struct record {
  int is_line;
  FILE *stream;
};

// The tag says how it is freed.
static void record_free(struct record *r) {
  if (r->is_line)
    free(r);
  else
    fclose(r->stream);
}

// Who calls it asks for lines.
// DRIVE: tagged_ok(1)
void tagged_ok(int is_line) {
  struct record *r = malloc(sizeof *r);
  if (!r)
    return;
  r->is_line = is_line | 1;
  r->stream = NULL;
  record_free(r);
}
