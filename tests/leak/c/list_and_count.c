// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A list and how many it has, told through a pointer that may be null: where the
// number is zero there is no list.

#include "../leak.h"

struct item { struct item *next; const char *name; };

static void free_items(struct item *list) {
  while (list) {
    struct item *next = list->next;
    free(list);
    list = next;
  }
}

static struct item *collect(const char **names, int *count) {
  struct item *list = NULL;
  int n;
  if (!names || !names[0]) {
    if (count)
      *count = 0;
    return NULL;
  }
  for (n = 0; names[n]; n++) {
    struct item *item = malloc(sizeof *item);
    if (!item)
      exit(1);
    item->next = list;
    item->name = names[n];
    list = item;
  }
  if (count)
    *count = n;
  return list;
}

// DRIVE: const char *names[] = {"a", "b", 0}; counted_ok(names)
int counted_ok(const char **names) {
  int count;
  struct item *list = collect(names, &count); // false-alarm(contradiction): numbers behind a pointer
  if (count == 0)
    return 0;
  free_items(list);
  return count;
}

// DRIVE: const char *names[] = {"a", "b", 0}; counted_bad(names)
int counted_bad(const char **names) {
  int count;
  struct item *list = collect(names, &count); // LEAK
  if (count > 1)
    return -1;
  free_items(list);
  return count;
}

// DRIVE: const char *names[] = {"a", "b", 0}; uncounted_ok(names)
int uncounted_ok(const char **names) {
  struct item *list = collect(names, NULL);
  if (!list)
    return 0;
  free_items(list);
  return 1;
}

// DRIVE: const char *names[] = {"a", "b", 0}; uncounted_bad(names)
int uncounted_bad(const char **names) {
  struct item *list = collect(names, NULL); // LEAK
  return list ? 1 : 0;
}
