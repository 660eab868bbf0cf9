// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Keys and values that a table keeps, or gives back to be freed.

#include "../leak.h"

enum { kBuckets = 4, kCreate = 1 };

struct entry {
  struct entry *next;
  char *key;
};

struct table {
  struct entry **buckets;
  int entries;
};

static unsigned hash(const char *key) { return (unsigned char)key[0] % kBuckets; }

static void *must(void *p) {
  if (!p)
    exit(0);
  return p;
}

static struct entry *lookup(struct table *t, char *key, int flags) {
  if (!t || (!(flags & kCreate) && t->entries == 0))
    return NULL;
  unsigned at = hash(key);
  for (struct entry *e = t->buckets[at]; e; e = e->next)
    if (strcmp(e->key, key) == 0)
      return e;
  if (flags & kCreate) {
    struct entry *e = must(malloc(sizeof *e));
    e->next = t->buckets[at];
    t->buckets[at] = e;
    e->key = key;
    ++t->entries;
    return e;
  }
  return NULL;
}

// Takes the key, unless there is no table.
static int insert(struct table *t, char *key) {
  struct entry *e = lookup(t, key, kCreate);
  if (!e)
    return -1;
  if (e->key != key)
    free(key);
  return 0;
}

static struct table *make(void) {
  struct table *t = must(malloc(sizeof *t));
  t->buckets = must(calloc(kBuckets, sizeof *t->buckets));
  t->entries = 0;
  return t;
}

static void dispose(struct table *t) {
  for (int i = 0; i < kBuckets; ++i)
    for (struct entry *e = t->buckets[i], *next; e; e = next) {
      next = e->next;
      free(e->key);
      free(e);
    }
  free(t->buckets);
  free(t);
}

// DRIVE: kept_ok("a")
void kept_ok(const char *key) {
  struct table *t = make();
  insert(t, must(strdup(key)));
  insert(t, must(strdup(key)));
  dispose(t);
}

// DRIVE: kept_by_given_ok()
static void fill(struct table *t, const char *key) {
  char *copy = must(strdup(key));
  insert(t, copy);
}
void kept_by_given_ok(void) {
  struct table *t = make();
  fill(t, "a");
  fill(t, "a");
  fill(t, "b");
  dispose(t);
}

// DRIVE: only_looked_up_bad("a")
int only_looked_up_bad(const char *key) {
  struct table *t = make();
  char *copy = must(strdup(key)); // LEAK
  int found = lookup(t, copy, 0) != NULL;
  dispose(t);
  return found;
}

// DRIVE: no_table_bad("a")
int no_table_bad(const char *key) {
  char *copy = must(strdup(key)); // LEAK missed-by(sat, fused, valueflow, absint): of the found entry the lookup does not say that it is one
  return insert(NULL, copy);
}
