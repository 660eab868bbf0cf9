// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a callee does not write is the same afterwards: records on the heap,
// behind pointers and in the caller's own structure.

#include "../leak.h"

struct item {
  struct item *next;
  int value;
};

struct store {
  int own;        // frees `text` at the end
  int hits;       // counted by every look
  char *text;
  struct item *items;
  long sums[8];
};

struct session {
  struct store *store;
  int error;
};

static struct store *store_new(const char *text) {
  struct store *s = calloc(1, sizeof *s);
  if (!s)
    return NULL;
  s->text = strdup(text);
  if (!s->text) {
    free(s);
    return NULL;
  }
  s->own = 1;
  return s;
}

static void store_free(struct store *s) {
  if (s->own)
    free(s->text);
  free(s);
}

// Goes through a list that hangs on the record, and counts in an array of it.
static int store_sum(struct store *s, int from) {
  int found = 0;
  for (struct item *i = s->items; i; i = i->next) {
    s->hits++;
    if (i->value < from)
      continue;
    s->sums[i->value & 7] += i->value;
    if (++found > 100)
      return -1;
  }
  return found;
}

// DRIVE: counted_ok("a", 1)
int counted_ok(const char *text, int from) {
  struct store *s = store_new(text);
  if (!s)
    return -1;
  int n = store_sum(s, from);
  store_free(s);
  return n;
}

// DRIVE: counted_bad("a", 1)
int counted_bad(const char *text, int from) {
  struct store *s = store_new(text); // LEAK
  if (!s)
    return -1;
  int n = store_sum(s, from);
  if (n <= 0)
    return -1;
  store_free(s);
  return n;
}

// The flag is off: who makes the text must free it.
// DRIVE: not_own_bad("a", 1)
int not_own_bad(const char *text, int from) {
  struct store *s = calloc(1, sizeof *s);
  if (!s)
    return -1;
  s->text = strdup(text); // LEAK missed-by(ownership, valueflow, contradiction): what is behind an element that changes
  int n = store_sum(s, from);
  store_free(s);
  return n;
}

// DRIVE: not_own_ok("a", 1)
int not_own_ok(const char *text, int from) {
  struct store *s = calloc(1, sizeof *s);
  if (!s)
    return -1;
  char *mine = strdup(text);
  s->text = mine;
  int n = store_sum(s, from);
  store_free(s);
  free(mine);
  return n;
}

// Through a second record, which notes the error only.
static int session_sum(struct session *session, int from) {
  struct store *s = session->store;
  for (int i = 0; i < 8; i++)
    if (s->sums[i] > from) {
      session->error = i;
      return -1;
    }
  return store_sum(s, from);
}

// DRIVE: session_ok("a", 1)
int session_ok(const char *text, int from) {
  struct session session = {0};
  session.store = store_new(text);
  if (!session.store)
    return -1;
  int n = session_sum(&session, from);
  if (session.store)
    store_free(session.store);
  return n;
}

// DRIVE: session_bad("a", 1)
int session_bad(const char *text, int from) {
  struct session session = {0};
  session.store = store_new(text); // LEAK
  if (!session.store)
    return -1;
  int n = session_sum(&session, from);
  if (session.store && n > 0)
    store_free(session.store);
  return n;
}
