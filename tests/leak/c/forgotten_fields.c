// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fields that nothing frees when their record is freed: of objects with parts of
// their own, and buffers that grow.

#include "../leak.h"

// The parts of the object are freed, the object is not.

struct dump {
  char *text;
  int lines;
};
struct folder {
  struct dump *dump;
};

static struct dump *dump_new(const char *s) {
  struct dump *d = malloc(sizeof *d);
  if (!d)
    return NULL;
  d->lines = 1;
  d->text = strdup(s);
  return d;
}

static void dump_free(struct dump *d) {
  if (d)
    free(d->text);
}

static struct folder *folder_new(void) {
  return calloc(1, sizeof(struct folder));
}

static void folder_free(struct folder *f) {
  if (!f)
    return;
  dump_free(f->dump);
  free(f);
}

// DRIVE: struct folder *f = folder_new(); if (f) folder_scan_bad(f, "a"); folder_free(f)
void folder_scan_bad(struct folder *f, const char *s) {
  f->dump = dump_new(s); // LEAK missed-by(sat, valueflow, absint, contradiction): who frees the record is another function
}

// The same, with a destroyer that frees both.

struct drawer {
  struct dump *dump;
};

static struct drawer *drawer_new(void) {
  return calloc(1, sizeof(struct drawer));
}

static void drawer_free(struct drawer *d) {
  if (!d)
    return;
  dump_free(d->dump);
  free(d->dump);
  free(d);
}

// DRIVE: struct drawer *d = drawer_new(); if (d) drawer_scan_ok(d, "a"); drawer_free(d)
void drawer_scan_ok(struct drawer *d, const char *s) {
  d->dump = dump_new(s);
}

// A buffer that grows: what realloc() frees is replaced.

struct buffer {
  char *data;
  size_t used, size;
};

static void buffer_free(struct buffer *b) { free(b); }

// DRIVE: struct buffer *b = calloc(1, sizeof *b); if (b) buffer_put_bad(b, 'a'); buffer_free(b)
int buffer_put_bad(struct buffer *b, char c) {
  if (b->used == b->size) {
    char *data = realloc(b->data, b->size + 16); // LEAK missed-by(sat, valueflow, absint, contradiction): who frees the record is another function
    if (!data)
      return -1;
    b->data = data;
    b->size += 16;
  }
  b->data[b->used++] = c;
  return 0;
}

struct string {
  char *data;
  size_t used, size;
};

static void string_free(struct string *s) {
  if (s)
    free(s->data);
  free(s);
}

// DRIVE: struct string *s = calloc(1, sizeof *s); if (s) string_put_ok(s, 'a'); string_free(s)
int string_put_ok(struct string *s, char c) {
  if (s->used == s->size) {
    char *data = realloc(s->data, s->size + 16);
    if (!data)
      return -1;
    s->data = data;
    s->size += 16;
  }
  s->data[s->used++] = c;
  return 0;
}

// Callees that only look at it, whatever they compute.

struct key {
  char *text;
};

static unsigned slot_of(const char *s) {
  return (unsigned)(((size_t)s >> 4) % 31);
}

static void key_free(struct key *k) { free(k); }

// DRIVE: struct key *k = calloc(1, sizeof *k); if (k) { key_set_bad(k, "a"); key_slot_ok(k); key_free(k); }
void key_set_bad(struct key *k, const char *s) {
  k->text = strdup(s); // LEAK missed-by(sat, valueflow, absint, contradiction): who frees the record is another function
}

// DRIVE: struct key *k = calloc(1, sizeof *k); key_slot_ok(k); key_free(k)
unsigned key_slot_ok(struct key *k) { return k ? slot_of(k->text) : 0; }
