// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What was counted up is more than before: the last place of a list whose
// count was just raised lies below the count.

#include "../leak.h"

struct list {
  size_t count, capacity;
  char **items;
};

static int has_room(struct list *l) {
  if (l->count == l->capacity) {
    size_t capacity = l->capacity + 8;
    char **items = realloc(l->items, capacity * sizeof *items);
    if (items == NULL)
      return 0;
    l->capacity = capacity;
    l->items = items;
  }
  return 1;
}

static int put(struct list *l, char *item, size_t at) {
  if (at >= l->count)
    return 0;
  l->items[at] = item;
  return 1;
}

static int add(struct list *l, char *item) {
  if (!has_room(l))
    return 0;
  l->count++;
  return put(l, item, l->count - 1);
}

static int add_behind(struct list *l, char *item) {
  if (!has_room(l))
    return 0;
  return put(l, item, l->count);
}

static struct list names;

static void forget_names(void) {
  for (size_t i = 0; i < names.count; i++)
    free(names.items[i]);
  free(names.items);
  names.items = NULL;
  names.count = names.capacity = 0;
}

// DRIVE: remember_bad("a"); forget_names()
void remember_bad(const char *name) {
  char *copy = strdup(name); // LEAK(note) missed-by(ownership): the list may keep it
  if (copy != NULL)
    add(&names, copy);
}

// DRIVE: remember_checked_ok("a"); forget_names()
void remember_checked_ok(const char *name) {
  char *copy = strdup(name);
  if (copy != NULL && !add(&names, copy))
    free(copy);
}

// DRIVE: remember_behind_bad("a"); forget_names()
void remember_behind_bad(const char *name) {
  char *copy = strdup(name); // LEAK(warning)
  if (copy != NULL)
    add_behind(&names, copy);
}
