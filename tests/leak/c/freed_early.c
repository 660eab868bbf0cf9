// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fields that are freed to make room, or because their record could not be
// finished, and whose last object a destroyer frees or forgets.

#include "../leak.h"

// Room for the next one.

struct label {
  char *text;
};

static void label_free(struct label *l) { free(l); }

// DRIVE: struct label *l = calloc(1, sizeof *l); if (l) { label_set_bad(l, "a"); label_set_bad(l, "b"); label_free(l); }
void label_set_bad(struct label *l, const char *s) {
  free(l->text);
  l->text = strdup(s); // LEAK missed-by(sat, valueflow, absint, contradiction): who frees the record is another function
}

struct title {
  char *text;
};

static void title_free(struct title *t) {
  free(t->text);
  free(t);
}

// DRIVE: struct title *t = calloc(1, sizeof *t); if (t) { title_set_ok(t, "a"); title_set_ok(t, "b"); title_free(t); }
void title_set_ok(struct title *t, const char *s) {
  free(t->text);
  t->text = strdup(s);
}

// Set to nothing by those who are done with it.

struct hint {
  char *text;
};

static void hint_free(struct hint *h) { free(h); }

// DRIVE: struct hint *h = calloc(1, sizeof *h); if (h) { hint_set_ok(h, "a"); hint_set_ok(h, NULL); hint_free(h); }
void hint_set_ok(struct hint *h, const char *s) {
  free(h->text);
  h->text = s ? strdup(s) : NULL;
}

struct cover {
  char *text;
};

static void cover_free(struct cover *c) { free(c); }

// DRIVE: struct cover *c = calloc(1, sizeof *c); if (c) { cover_set_ok(c, "a"); cover_clear_ok(c); cover_free(c); }
void cover_set_ok(struct cover *c, const char *s) {
  free(c->text);
  c->text = strdup(s);
}

// DRIVE: struct cover *c = calloc(1, sizeof *c); if (c) { cover_set_ok(c, "a"); cover_clear_ok(c); cover_free(c); }
void cover_clear_ok(struct cover *c) {
  free(c->text);
  c->text = NULL;
}

// What could not be finished.

struct user {
  char *name, *home;
};

static void user_free(struct user *u) {
  if (!u)
    return;
  free(u->home);
  free(u);
}

// DRIVE: user_free(user_new_bad("a", "b"))
struct user *user_new_bad(const char *name, const char *home) {
  struct user *u = calloc(1, sizeof *u);
  if (!u)
    return NULL;
  u->name = strdup(name); // LEAK missed-by(sat, valueflow, absint, contradiction): who frees the record is another function
  u->home = strdup(home);
  if (!u->name || !u->home) {
    free(u->name);
    free(u->home);
    free(u);
    return NULL;
  }
  return u;
}

struct group {
  char *name;
};

static void group_free(struct group *g) {
  if (g)
    free(g->name);
  free(g);
}

// DRIVE: group_free(group_new_ok("a"))
struct group *group_new_ok(const char *name) {
  struct group *g = calloc(1, sizeof *g);
  if (!g)
    return NULL;
  g->name = strdup(name);
  if (!g->name || !*g->name) {
    free(g->name);
    free(g);
    return NULL;
  }
  return g;
}

// Freed where no field has it.

struct entry {
  char *key;
};

static void entry_free(struct entry *e) { free(e); }

// DRIVE: struct entry *e = calloc(1, sizeof *e); if (e) { entry_set_bad(e, "a"); entry_free(e); }
int entry_set_bad(struct entry *e, const char *s) {
  char *key = strdup(s); // LEAK missed-by(sat, valueflow, absint, contradiction): who frees the record is another function
  if (!key)
    return -1;
  if (!*key) {
    free(key);
    return -1;
  }
  e->key = key;
  return 0;
}

// Its whole life in one function.
// DRIVE: lived_here_ok("a")
int lived_here_ok(const char *s) {
  struct hint *h = calloc(1, sizeof *h);
  if (!h)
    return -1;
  h->text = strdup(s);
  int result = h->text && *h->text;
  free(h->text);
  hint_free(h);
  return result;
}
