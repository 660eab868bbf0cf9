// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A container that is null takes nothing and says so; a question is asked by a
// callee and by its caller, with nothing in between.

#include "../leak.h"

struct cell {
  char *text;
  struct cell *next;
};

struct list {
  struct cell *head;
  int count;
};

static struct list *list_new(void) { return calloc(1, sizeof(struct list)); }

static int list_add(struct list *l, char *text) {
  if (l == NULL)
    return 0;
  struct cell *c = malloc(sizeof *c);
  if (c == NULL)
    return 0;
  c->text = text;
  c->next = l->head;
  l->head = c;
  l->count++;
  return 1;
}

static void list_free(struct list *l) {
  if (l == NULL)
    return;
  while (l->head) {
    struct cell *c = l->head;
    l->head = c->next;
    free(c->text);
    free(c);
  }
  free(l);
}

// DRIVE: added_ok("a")
int added_ok(const char *s) {
  struct list *l = list_new();
  char *text = strdup(s);
  if (text && !list_add(l, text))
    free(text);
  list_free(l);
  return 0;
}

// DRIVE: added_bad("a")
int added_bad(const char *s) {
  struct list *l = list_new();
  char *text = strdup(s); // LEAK
  if (text)
    list_add(l, text);
  list_free(l);
  return 0;
}

// DRIVE: counted_ok("a", 2)
int counted_ok(const char *s, int n) {
  struct list *l = n > 1 ? list_new() : NULL;
  int taken = 0;
  for (int i = 0; i < n; i++) {
    char *text = strdup(s);
    if (!text)
      break;
    if (list_add(l, text))
      taken++;
    else
      free(text);
  }
  list_free(l);
  return taken;
}

struct options {
  int verbose;
  int limit;
};

static char *limited(const struct options *o) {
  if (o->limit <= 0)
    return NULL;
  return malloc((size_t)o->limit);
}

// Asked in the callee and again by the caller.
// DRIVE: struct options o = {0, 0}; asked_ok(&o); o.limit = 4; asked_ok(&o)
int asked_ok(const struct options *o) {
  char *p = limited(o);
  if (o->limit <= 0)
    return 0;
  free(p);
  return 1;
}

// DRIVE: struct options o = {0, 0}; asked_bad(&o); o.limit = 4; asked_bad(&o)
int asked_bad(const struct options *o) {
  char *p = limited(o); // LEAK
  if (o->limit > 0)
    return 0;
  free(p);
  return 1;
}

static int is_plain(const char *s) {
  for (; *s; s++)
    if (*s < ' ')
      return 0;
  return 1;
}

// The same function of the same text.
// DRIVE: twice_ok("a"); twice_ok("\n")
int twice_ok(const char *s) {
  char *p = NULL;
  if (is_plain(s))
    p = malloc(4); // false-alarm(ownership, contradiction): a function of its own is asked again
  int n = p ? 1 : 0;
  if (!is_plain(s))
    return n;
  free(p);
  return n;
}

// DRIVE: twice_bad("a"); twice_bad("\n")
int twice_bad(const char *s) {
  char *p = NULL;
  if (is_plain(s))
    p = malloc(4); // LEAK
  int n = p ? 1 : 0;
  if (is_plain(s))
    return n;
  free(p);
  return n;
}
