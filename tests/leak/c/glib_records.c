// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lists in records: one function fills them, another one frees them, with or
// without their elements.  The bodies of GLib are for execution; the shipped
// specification stands for them.

#include "../leak.h"

typedef struct GList {
  void *data;
  struct GList *next;
} GList;

static void *must(void *p) {
  if (!p)
    exit(0);
  return p;
}
GList *g_list_prepend(GList *list, void *data) {
  GList *cell = must(malloc(sizeof *cell));
  cell->data = data;
  cell->next = list;
  return cell;
}
unsigned g_list_length(GList *list) {
  unsigned n = 0;
  for (; list; list = list->next)
    n++;
  return n;
}
void g_list_free(GList *list) {
  while (list) {
    GList *next = list->next;
    free(list);
    list = next;
  }
}
void g_list_free_full(GList *list, void (*f)(void *)) {
  for (GList *cell = list; cell; cell = cell->next)
    f(cell->data);
  g_list_free(list);
}
char *g_strdup(const char *s) { return must(strdup(s)); }
void g_free(void *p) { free(p); }

// Elements that nobody frees.

struct index {
  GList *names;
};

static struct index *index_new(void) {
  struct index *x = must(malloc(sizeof *x));
  x->names = NULL;
  return x;
}
static void index_free(struct index *x) {
  g_list_free(x->names);
  g_free(x);
}
static int index_has(struct index *x, const char *name) {
  for (GList *cell = x->names; cell; cell = cell->next)
    if (!strcmp(cell->data, name))
      return 1;
  return 0;
}

// DRIVE: struct index *x = index_new(); index_add_bad(x, "a"); index_has(x, "b"); index_free(x)
void index_add_bad(struct index *x, const char *name) {
  x->names = g_list_prepend(x->names, g_strdup(name)); // LEAK missed-by(sat, valueflow, absint, contradiction): what a container keeps is out of danger
}

// Elements that are freed with the list.

struct album {
  GList *songs;
};

static struct album *album_new(void) {
  struct album *x = must(malloc(sizeof *x));
  x->songs = NULL;
  return x;
}
static void album_free(struct album *x) {
  g_list_free_full(x->songs, g_free);
  g_free(x);
}

// DRIVE: struct album *x = album_new(); album_add_ok(x, "a"); album_free(x)
void album_add_ok(struct album *x, const char *name) {
  x->songs = g_list_prepend(x->songs, g_strdup(name));
}

// Elements that are freed by hand.

struct shelf {
  GList *books;
};

static struct shelf *shelf_new(void) {
  struct shelf *x = must(malloc(sizeof *x));
  x->books = NULL;
  return x;
}
static void shelf_free(struct shelf *x) {
  for (GList *cell = x->books; cell; cell = cell->next)
    g_free(cell->data);
  g_list_free(x->books);
  g_free(x);
}

// DRIVE: struct shelf *x = shelf_new(); shelf_add_ok(x, "a"); shelf_free(x)
void shelf_add_ok(struct shelf *x, const char *name) {
  x->books = g_list_prepend(x->books, g_strdup(name));
}

// Elements that somebody else has.

struct view {
  GList *shown;
};

static struct view *view_new(void) {
  struct view *x = must(malloc(sizeof *x));
  x->shown = NULL;
  return x;
}
static void view_free(struct view *x) {
  g_list_free(x->shown);
  g_free(x);
}

// DRIVE: char *s; struct view *x = view_new(); view_add_ok(x, "a", &s); view_free(x); g_free(s)
void view_add_ok(struct view *x, const char *name, char **out) {
  *out = g_strdup(name);
  x->shown = g_list_prepend(x->shown, *out);
}
