// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Objects with many parts, each held in more than one place.

#include "../leak.h"

struct buffer {
  char *data;
  const char *shown; // the same
};

struct session {
  struct buffer *in, *out, *next_in, *next_out;
  void *sender, *receiver;
};

static struct buffer *buffer_new(void) {
  struct buffer *b = calloc(1, sizeof *b);
  if (!b)
    return NULL;
  if (!(b->data = malloc(16))) {
    free(b);
    return NULL;
  }
  b->shown = b->data;
  return b;
}

static void buffer_free(struct buffer *b) {
  if (b)
    free(b->data);
  free(b);
}

static void session_free(struct session *s) {
  buffer_free(s->in);
  buffer_free(s->out);
  buffer_free(s->next_in);
  buffer_free(s->next_out);
  free(s->sender);
  free(s->receiver);
  free(s);
}

static struct session *session_new(void) {
  struct session *s = calloc(1, sizeof *s);
  if (!s)
    return NULL;
  if (!(s->in = buffer_new()) || !(s->out = buffer_new()) ||
      !(s->next_in = buffer_new()) || !(s->next_out = buffer_new())) {
    session_free(s);
    return NULL;
  }
  return s;
}

static int cipher_init(void **cipher, int kind) {
  *cipher = NULL;
  if (kind < 0)
    return -10;
  if (!(*cipher = malloc(4)))
    return -2;
  return 0;
}

// DRIVE: begun_bad(-1, 0); begun_bad(0, -1)
int begun_bad(int kind, int other) {
  struct session *s = session_new(); // LEAK
  if (!s)
    return -1;
  if (cipher_init(&s->sender, kind) || // LEAK
      cipher_init(&s->receiver, other)) {
    free(s);
    return -1;
  }
  session_free(s);
  return 0;
}

// DRIVE: begun_ok(-1, 0); begun_ok(0, -1); begun_ok(0, 0)
int begun_ok(int kind, int other) {
  struct session *s = session_new();
  if (!s)
    return -1;
  if (cipher_init(&s->sender, kind) || cipher_init(&s->receiver, other)) {
    session_free(s);
    return -1;
  }
  session_free(s);
  return 0;
}

struct token {
  int type, flags;
  char *set;
};
struct tree {
  struct tree *parent;
  struct token token;
};
struct storage {
  int used;
  struct tree all[8];
};

// A place in the storage of the caller has the token's set afterwards.
static struct tree *tree_new(struct storage *s, const struct token *token) {
  struct tree *t = &s->all[s->used++];
  t->parent = NULL;
  t->token = *token;
  t->token.flags = 0;
  return t;
}

static int tree_with_set(struct storage *s) {
  struct token token = {1, 0, malloc(8)};
  if (!token.set)
    return -1;
  return tree_new(s, &token) != NULL;
}

// DRIVE: stored_ok()
int stored_ok(void) {
  struct storage s = {0};
  tree_with_set(&s);
  if (s.used)
    free(s.all[0].token.set);
  return 0;
}
