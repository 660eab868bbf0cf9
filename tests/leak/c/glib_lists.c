// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lists of GLib: one list owns its elements, another of the same type does not.
// The bodies are for execution; the shipped specification stands for them.

#include "../leak.h"

typedef struct GList {
  void *data;
  struct GList *next;
} GList;

GList *g_list_prepend(GList *list, void *data) {
  GList *cell = malloc(sizeof *cell);
  if (!cell)
    exit(0);
  cell->data = data;
  cell->next = list;
  return cell;
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

// DRIVE: owned_bad()
void owned_bad(void) {
  GList *list = NULL;
  list = g_list_prepend(list, strdup("a")); // LEAK missed-by(sat, valueflow, absint, contradiction): what a container keeps is out of danger
  list = g_list_prepend(list, strdup("b")); // LEAK missed-by(sat, valueflow, absint, contradiction): what a container keeps is out of danger
  g_list_free(list);
}

// DRIVE: owned_ok()
void owned_ok(void) {
  GList *list = NULL;
  list = g_list_prepend(list, strdup("a"));
  list = g_list_prepend(list, strdup("b"));
  g_list_free_full(list, free);
}

// DRIVE: lent_ok()
void lent_ok(void) {
  char *p = strdup("a");
  GList *list = g_list_prepend(NULL, p);
  g_list_free(list);
  free(p);
}

// DRIVE: freed_by_both_bad()
void freed_by_both_bad(void) {
  char *p = strdup("a");
  GList *list = g_list_prepend(NULL, p);
  g_list_free_full(list, free);
  free(p); // DOUBLE-FREE missed-by(sat, absint, contradiction): what a container keeps is out of danger
}

// DRIVE: two_lists_ok()
void two_lists_ok(void) {
  char *p = strdup("a");
  GList *owner = g_list_prepend(NULL, p);
  GList *viewer = g_list_prepend(NULL, p);
  g_list_free(viewer);
  g_list_free_full(owner, free);
}

// DRIVE: by_hand_ok()
void by_hand_ok(void) {
  GList *list = g_list_prepend(NULL, strdup("a"));
  list = g_list_prepend(list, strdup("b"));
  for (GList *cell = list; cell; cell = cell->next)
    free(cell->data);
  g_list_free(list);
}

// DRIVE: list_bad()
void list_bad(void) {
  GList *list = g_list_prepend(NULL, NULL); // LEAK
  if (!list)
    exit(0);
}

// DRIVE: g_list_free(returned_ok())
GList *returned_ok(void) { return g_list_prepend(NULL, NULL); }

struct shelf {
  GList *books;
};

// DRIVE: struct shelf s = {NULL}; shelf_add_ok(&s); g_list_free(s.books)
void shelf_add_ok(struct shelf *s) { s->books = g_list_prepend(s->books, NULL); }

// DRIVE: struct shelf s = {NULL}; shelf_add_ok(&s); shelf_forget_ok(&s)
void shelf_forget_ok(struct shelf *s) {
  g_list_free(s->books);
  s->books = NULL;
}

// DRIVE: some_path_bad(0); some_path_bad(1)
void some_path_bad(int is_full) {
  GList *list = g_list_prepend(NULL, strdup("a")); // LEAK missed-by(sat, valueflow, absint, contradiction): what a container keeps is out of danger
  if (is_full)
    g_list_free_full(list, free);
  else
    g_list_free(list);
}

// DRIVE: nested_ok()
void nested_ok(void) {
  GList *inner = g_list_prepend(NULL, NULL);
  GList *outer = g_list_prepend(NULL, inner);
  g_list_free_full(outer, (void (*)(void *))g_list_free);
}

// DRIVE: nested_bad()
void nested_bad(void) {
  GList *inner = g_list_prepend(NULL, NULL); // LEAK missed-by(sat, valueflow, absint, contradiction): what a container keeps is out of danger
  GList *outer = g_list_prepend(NULL, inner);
  g_list_free(outer);
}

// DRIVE: inside_nested_bad()
void inside_nested_bad(void) {
  GList *inner = g_list_prepend(NULL, strdup("a")); // LEAK missed-by(sat, valueflow, absint, contradiction): what a container keeps is out of danger
  GList *outer = g_list_prepend(NULL, inner);
  g_list_free_full(outer, (void (*)(void *))g_list_free);
}

static void free_strings(void *list) { g_list_free_full(list, free); }

// DRIVE: inside_nested_ok()
void inside_nested_ok(void) {
  GList *inner = g_list_prepend(NULL, strdup("a"));
  GList *outer = g_list_prepend(NULL, inner);
  g_list_free_full(outer, free_strings);
}

// DRIVE: inside_nested_twice_bad()
void inside_nested_twice_bad(void) {
  char *text = strdup("a");
  GList *outer = g_list_prepend(NULL, g_list_prepend(NULL, text));
  g_list_free_full(outer, free_strings);
  free(text); // DOUBLE-FREE missed-by(sat, valueflow, absint, contradiction): what a container keeps is out of danger
}

// DRIVE: on_its_own_again_ok()
void on_its_own_again_ok(void) {
  GList *inner = g_list_prepend(NULL, strdup("a"));
  GList *outer = g_list_prepend(NULL, inner);
  g_list_free(outer);
  g_list_free_full(inner, free);
}

// DRIVE: on_its_own_again_bad()
void on_its_own_again_bad(void) {
  GList *inner = g_list_prepend(NULL, strdup("a")); // LEAK missed-by(sat, valueflow, absint, contradiction): what a container keeps is out of danger
  GList *outer = g_list_prepend(NULL, inner);
  g_list_free(outer);
  g_list_free(inner);
}
