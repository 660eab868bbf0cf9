// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Objects in records that are copied as a whole, and records that are given
// back through a pointer that may be null by then.

#include "../leak.h"

struct entry {
  char *name;
  int size;
};

struct table {
  struct entry *entries;
  size_t used, room;
};

static struct table table;

// Keeps the name: the whole record goes into an element of the table.
static int add_entry(struct table *t, const struct entry *e) {
  if (e->name == NULL)
    return 0;
  if (t->used == t->room) {
    size_t room = t->room + 8;
    struct entry *more = realloc(t->entries, room * sizeof *more);
    if (more == NULL)
      return 0;
    t->entries = more;
    t->room = room;
  }
  t->entries[t->used] = *e;
  t->used++;
  return 1;
}

// DRIVE: add_ok("a")
int add_ok(const char *name) {
  struct entry e;
  memset(&e, 0, sizeof e);
  e.name = strdup(name);
  if (e.name == NULL)
    return 0;
  if (!add_entry(&table, &e)) {
    free(e.name);
    return 0;
  }
  return 1;
}

// DRIVE: add_bad("a")
int add_bad(const char *name) {
  struct entry e;
  memset(&e, 0, sizeof e);
  e.name = strdup(name); // LEAK
  if (e.name == NULL)
    return 0;
  return add_entry(&table, &e);
}

struct request {
  char *header;
  char *body;
};

static void request_free(struct request *r) {
  if (r == NULL)
    return;
  free(r->header);
  free(r->body);
  free(r);
}

static int request_fill(struct request *r, const char *text) {
  free(r->header);
  r->header = strdup(text);
  if (r->header == NULL)
    return 0;
  r->body = strdup(text);
  return r->body != NULL;
}

static int request_close(struct request *r, int ok) {
  int result = 1;
  if (r != NULL && ok)
    result = 2;
  request_free(r);
  return result;
}

// DRIVE: close_ok(calloc(1, sizeof(struct request)), "a")
int close_ok(struct request *r, const char *text) {
  int ok = 0;
  if (r != NULL) {
    if (!request_fill(r, text)) {
      request_free(r);
      r = NULL;
    } else {
      ok = 1;
    }
  }
  return request_close(r, ok);
}

// Freed, and null when it is closed.
// DRIVE: give_up_ok("a")
int give_up_ok(const char *text) {
  struct request *r = calloc(1, sizeof *r);
  char *header = r ? r->header = strdup(text) : NULL;
  if (header == NULL) {
    request_free(r);
    r = NULL;
  }
  return request_close(r, 1);
}

// DRIVE: close_bad("a")
int close_bad(const char *text) {
  struct request *r = calloc(1, sizeof *r); // LEAK
  int ok = 0;
  if (r != NULL) {
    if (!request_fill(r, text)) // LEAK(indirect)
      r = NULL;
    else
      ok = 1;
  }
  return request_close(r, ok);
}

struct owner {
  struct request *request;
};

static struct request *request_of(const struct owner *o) {
  return o != NULL ? o->request : NULL;
}

// What is found in a callee's argument is there, or the pointer is null.
// DRIVE: { struct request r = {0}; struct owner o = {&r}; found_ok(&o, "a"); free(r.header); }
int found_ok(const struct owner *o, const char *text) {
  struct request *r = request_of(o);
  if (r == NULL)
    return 0;
  r->header = strdup(text);
  return r->header != NULL;
}
