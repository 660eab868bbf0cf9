// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A name stands for one column, or for several by way of the same function: what
// comes back is a new list or nothing, however deep the recursion went.

#include "../leak.h"

struct column { struct column *next; char *name; int width; };
struct known { const char *name, *head; int width; };
struct macro { const char *name, *columns; };

static const struct known columns[] = {{"a", "A", 1}, {"b", "B", 2}};
static const struct macro macros[] = {{"ab", "a,b"}};

static const struct known *find_column(const char *name) {
  for (int i = 0; i < 2; i++)
    if (!strcmp(columns[i].name, name))
      return &columns[i];
  return NULL;
}

static const struct macro *find_macro(const char *name) {
  for (int i = 0; i < 1; i++)
    if (!strcmp(macros[i].name, name))
      return &macros[i];
  return NULL;
}

static struct column *make(const char *name, const char *title) {
  const struct known *known = find_column(name);
  if (known) {
    struct column *made = malloc(sizeof *made);
    if (!made)
      exit(1);
    made->width = known->width;
    made->name = strdup(title ? title : known->head);
    made->next = NULL;
    return made;
  }
  const struct macro *macro = find_macro(name);
  if (macro) {
    struct column *list = NULL;
    const char *at = macro->columns;
    while (*at) {
      char part[16];
      int length = strcspn(at, ", ");
      strncpy(part, at, length);
      part[length] = 0;
      struct column *made = make(part, title);
      made->next = list;
      list = made;
      at += length;
      if (*at)
        at++;
    }
    return list;
  }
  return NULL;
}

static void free_columns(struct column *list) {
  while (list) {
    struct column *next = list->next;
    free(list->name);
    free(list);
    list = next;
  }
}

static int add_after(struct column *list, const char *name, struct column *added) {
  for (; list; list = list->next)
    if (!strcmp(list->name, name)) {
      added->next = list->next;
      list->next = added;
      return 1;
    }
  return 0;
}

// DRIVE: struct column c = {0, (char *)"X", 1}; add_ok(&c, "Y")
int add_ok(struct column *list, const char *after) {
  struct column *made = make("a", NULL);
  if (!add_after(list, after, made)) {
    free_columns(made);
    return -1;
  }
  return 0;
}

// DRIVE: struct column c = {0, (char *)"X", 1}; add_bad(&c, "Y", 1)
int add_bad(struct column *list, const char *after, int must) {
  struct column *made = make("a", NULL); // LEAK
  if (!add_after(list, after, made) && must)
    return -1;
  return 0;
}

// DRIVE: width_ok("ab")
int width_ok(const char *name) {
  struct column *made = make(name, "title");
  if (!made)
    return -1;
  int width = made->width;
  free_columns(made);
  return width;
}

// DRIVE: width_bad("ab")
int width_bad(const char *name) {
  struct column *made = make(name, "title"); // LEAK
  if (!made)
    return -1;
  if (made->width > 1)
    return 1;
  free_columns(made);
  return 0;
}
