// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What holds an object, and how long: records that a wrapper frees, arrays of
// records that grow, records in unions, globals.

#include "../leak.h"

// Freed by a wrapper.

struct pair {
  char *key, *value;
};

static void release(void *p) {
  if (p)
    free(p);
}

static void pair_free(struct pair *p) {
  release(p->key);
  release(p);
}

// DRIVE: struct pair *p = calloc(1, sizeof *p); if (p) { pair_set_bad(p, "a"); pair_free(p); }
void pair_set_bad(struct pair *p, const char *s) {
  p->value = strdup(s); // LEAK missed-by(sat, valueflow, absint, contradiction): who frees the record is another function
}

// Filled by a callee that is given the address of the field.

static int copy_to(char **to, const char *s) {
  *to = strdup(s);
  return *to ? 0 : -1;
}

struct card {
  char *front, *back;
};

static void card_free(struct card *c) {
  free(c->front);
  free(c);
}

// DRIVE: struct card *c = calloc(1, sizeof *c); if (c) { card_set_bad(c, "a"); card_free(c); }
int card_set_bad(struct card *c, const char *s) {
  if (copy_to(&c->front, s))
    return -1;
  return copy_to(&c->back, s); // LEAK missed-by(sat, valueflow, absint, contradiction): who frees the record is another function
}

// A local record that one callee fills, and another one empties in part.

struct request {
  char *host, *path;
};

static void request_fill(struct request *r, const char *host, const char *path) {
  r->host = strdup(host);
  r->path = strdup(path); // LEAK(one-of path)
}

static void request_clear(struct request *r) { free(r->host); }

// DRIVE: request_bad("a", "b")
int request_bad(const char *host, const char *path) {
  struct request r;
  request_fill(&r, host, path); // LEAK(one-of path) missed-by(valueflow): what a callee puts into a record is not followed
  int result = r.host && r.path && !strcmp(r.host, r.path);
  request_clear(&r);
  return result;
}

// An array of records that grows: its elements move, and stay for ever.

struct place {
  char *name;
};
static struct place *places;
static size_t place_count;

// DRIVE: places_add_ok("a"); places_add_ok("b")
int places_add_ok(const char *s) {
  struct place *more = realloc(places, (place_count + 1) * sizeof *more);
  if (!more)
    return -1;
  places = more;
  char *name = strdup(s);
  if (!name)
    return -1;
  places[place_count++].name = name;
  return 0;
}

// A record in a union is reached in two ways.

struct patterns {
  char *text;
  int count;
};
struct filter {
  int kind;
  union {
    void *table;
    struct patterns patterns;
  } v;
};

static void filter_free(struct filter *f) {
  if (f->kind)
    free(f->v.patterns.text);
  free(f);
}

static void patterns_set(struct patterns *p, const char *s) {
  p->text = strdup(s);
  p->count = 1;
}

// DRIVE: struct filter *f = calloc(1, sizeof *f); if (f) { filter_set_ok(f, "a"); filter_free(f); }
void filter_set_ok(struct filter *f, const char *s) {
  f->kind = 1;
  patterns_set(&f->v.patterns, s);
}

// The global that has it stays, whoever points back to it.

struct member {
  struct club *club;
};
struct club {
  int members;
};
static struct club *club;

// DRIVE: club_open_ok(); struct member *m = calloc(1, sizeof *m); if (m) { club_join_ok(m); club_leave(m); }
void club_open_ok(void) {
  if (!club)
    club = calloc(1, sizeof *club);
  if (club)
    club->members = 0;
}

// DRIVE: club_open_ok(); struct member *m = calloc(1, sizeof *m); if (m) { club_join_ok(m); club_leave(m); }
void club_join_ok(struct member *m) {
  m->club = club;
  if (club)
    club->members++;
}

static void club_leave(struct member *m) {
  if (m->club)
    m->club->members--;
  free(m);
}
