// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Handed over to a callee that may refuse: because there is no container, or
// because the object is of another kind than the one that was made for it.

#include "../leak.h"

struct stack {
  void *items[4];
  int count;
};

// Less than zero: there is no stack.
static int push(struct stack *s, void *item) {
  if (!s)
    return -1;
  if (s->count == 4)
    return 0;
  s->items[s->count] = item;
  return ++s->count;
}

struct owner {
  struct stack *names;
};

// Nobody here thinks of an owner without a stack.
int add_name_ok(struct owner *o, const char *name) {
  char *copy = strdup(name);
  if (!copy)
    return 0;
  if (!push(o->names, copy)) {
    free(copy);
    return 0;
  }
  return 1;
}

// A stack that is tested on the way may be missing.
// DRIVE: { struct owner o = {NULL}; add_tested_bad(&o, "x"); }
int add_tested_bad(struct owner *o, const char *name) {
  char *copy = strdup(name); // LEAK missed-by(ownership): who keeps depends on a test of the container
  if (!copy)
    return 0;
  if (o->names == NULL)
    puts("no names yet");
  if (!push(o->names, copy)) {
    free(copy);
    return 0;
  }
  return 1;
}

enum { KIND_NAME = 1, KIND_NUMBER = 2 };

struct info {
  int kind;
  char *name, *text;
};

static struct info *new_name(char *name) {
  struct info *made = calloc(1, sizeof *made);
  if (!made)
    return NULL;
  made->kind = KIND_NAME;
  made->name = name;
  return made;
}

static struct info *new_number(void) {
  struct info *made = calloc(1, sizeof *made);
  if (made)
    made->kind = KIND_NUMBER;
  return made;
}

static int set_text(struct info *info, char *text) {
  if (info->kind != KIND_NAME)
    return 0;
  info->text = text;
  return 1;
}

// DRIVE: { struct info *i; describe_ok(&i, "a", "b"); free(i->name); free(i->text); free(i); }
int describe_ok(struct info **out, const char *name, const char *text) {
  char *n = strdup(name), *t = strdup(text);
  if (!n || !t || (*out = new_name(n)) == NULL) {
    free(n);
    free(t);
    return 0;
  }
  set_text(*out, t);
  return 1;
}

// DRIVE: { struct info *i; describe_number_bad(&i, "b"); free(i); }
int describe_number_bad(struct info **out, const char *text) {
  char *t = strdup(text); // LEAK
  if (!t || (*out = new_number()) == NULL) {
    free(t);
    return 0;
  }
  set_text(*out, t);
  return 1;
}

// What is counted upwards is not zero afterwards.
// DRIVE: { char *to[2]; unsigned n = 0; put_counted_ok(to, &n); free(to[0]); }
int put_counted_ok(char **to, unsigned *count) {
  char *p = malloc(4); // false-alarm(sat, contradiction, ownership, fused, absint): a count that was raised is not zero
  unsigned i, n = *count;
  if (!p)
    return 0;
  ++n;
  for (i = 0; i < n; ++i)
    to[i] = p;
  *count = n;
  return 1;
}

// DRIVE: { char *to[2]; put_perhaps_bad(to, 0); }
int put_perhaps_bad(char **to, unsigned n) {
  char *p = malloc(4); // LEAK
  unsigned i;
  if (!p)
    return 0;
  for (i = 0; i < n; ++i)
    to[i] = p;
  return 1;
}
