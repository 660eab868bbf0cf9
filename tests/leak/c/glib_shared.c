// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elements that two containers of GLib have, that are freed while a container
// still has them, and that are handed out with the array they lie in.  The
// bodies are for execution; the shipped specification stands for them.

#include "../leak.h"

typedef void (*GDestroyNotify)(void *);
typedef struct GPtrArray {
  void **pdata;
  unsigned len;
  GDestroyNotify free_element;
} GPtrArray;

static void *must(void *p) {
  if (!p)
    exit(0);
  return p;
}
GPtrArray *g_ptr_array_new_with_free_func(GDestroyNotify f) {
  GPtrArray *array = must(calloc(1, sizeof *array));
  array->pdata = must(calloc(8, sizeof(void *)));
  array->free_element = f;
  return array;
}
GPtrArray *g_ptr_array_new(void) {
  return g_ptr_array_new_with_free_func(NULL);
}
void g_ptr_array_add(GPtrArray *array, void *data) {
  array->pdata[array->len++] = data;
}
int g_ptr_array_remove(GPtrArray *array, void *data) {
  for (unsigned i = 0; i < array->len; i++)
    if (array->pdata[i] == data) {
      array->pdata[i] = array->pdata[--array->len];
      return 1;
    }
  return 0;
}
void **g_ptr_array_free(GPtrArray *array, int frees_cells) {
  void **cells = array->pdata;
  for (unsigned i = 0; frees_cells && array->free_element && i < array->len; i++)
    array->free_element(cells[i]);
  free(array);
  if (!frees_cells)
    return cells;
  free(cells);
  return NULL;
}
char *g_strdup(const char *s) { return s ? must(strdup(s)) : NULL; }
void g_free(void *p) { free(p); }

// DRIVE: both_release_bad()
void both_release_bad(void) {
  GPtrArray *a = g_ptr_array_new_with_free_func(g_free);
  GPtrArray *b = g_ptr_array_new_with_free_func(g_free);
  char *p = g_strdup("a");
  g_ptr_array_add(a, p);
  g_ptr_array_add(b, p);
  g_ptr_array_free(a, 1);
  g_ptr_array_free(b, 1); // DOUBLE-FREE: already freed at line 61 missed-by(sat, absint, contradiction): what a container keeps is out of danger
}

// DRIVE: one_releases_ok()
void one_releases_ok(void) {
  GPtrArray *a = g_ptr_array_new_with_free_func(g_free);
  GPtrArray *b = g_ptr_array_new();
  char *p = g_strdup("a");
  g_ptr_array_add(a, p);
  g_ptr_array_add(b, p);
  g_ptr_array_free(b, 1);
  g_ptr_array_free(a, 1);
}

// DRIVE: none_releases_bad()
void none_releases_bad(void) {
  GPtrArray *a = g_ptr_array_new();
  GPtrArray *b = g_ptr_array_new();
  char *p = g_strdup("a"); // LEAK missed-by(sat, valueflow, absint, contradiction): what a container keeps is out of danger
  g_ptr_array_add(a, p);
  g_ptr_array_add(b, p);
  g_ptr_array_free(b, 1);
  g_ptr_array_free(a, 1);
}

// DRIVE: freed_inside_bad()
void freed_inside_bad(void) {
  GPtrArray *a = g_ptr_array_new_with_free_func(g_free);
  char *p = g_strdup("a");
  g_ptr_array_add(a, p);
  g_free(p);
  g_ptr_array_free(a, 1); // DOUBLE-FREE missed-by(sat, absint, contradiction): what a container keeps is out of danger
}

// DRIVE: taken_out_ok()
void taken_out_ok(void) {
  GPtrArray *a = g_ptr_array_new_with_free_func(g_free);
  char *p = g_strdup("a");
  g_ptr_array_add(a, p);
  a->len = 0;
  g_free(p);
  g_ptr_array_free(a, 1);
}

// DRIVE: cells_handed_out_ok()
void cells_handed_out_ok(void) {
  GPtrArray *a = g_ptr_array_new();
  g_ptr_array_add(a, g_strdup("a"));
  char **cells = (char **)g_ptr_array_free(a, 0);
  g_free(cells[0]);
  g_free(cells);
}

// DRIVE: cells_known_ok()
void cells_known_ok(void) {
  GPtrArray *a = g_ptr_array_new();
  g_ptr_array_add(a, "a");
  void **cells = a->pdata;
  g_ptr_array_free(a, 0);
  g_free(cells);
}
