// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a helper puts into a record, or a library function through a pointer, is
// there: it is not null, and it is not what was there before.

#include "../leak.h"

struct store {
  size_t room;
  long *items;
};

static void grow(struct store *store, size_t count) {
  if (store->room < count) {
    long *more = realloc(store->items, count * sizeof *more);
    if (more == NULL)
      exit(1);
    store->items = more;
    store->room = count;
  }
}

static int finish(struct store *store, size_t rounds) {
  while (rounds-- > 1)
    grow(store, rounds * 2);
  if (store->items != NULL) {
    free(store->items);
    store->items = NULL;
  }
  return 0;
}

// DRIVE: sorted_ok(3)
int sorted_ok(size_t rounds) {
  struct store store = {0, NULL};
  if (!finish(&store, rounds))
    return 0;
  free(store.items);
  return 1;
}

// DRIVE: sorted_bad(3)
int sorted_bad(size_t rounds) {
  struct store store = {0, NULL};
  grow(&store, 10); // LEAK missed-by(valueflow): whether it grows is not followed
  if (rounds != 3)
    free(store.items);
  return 1;
}

// Comes back only with a text.
static int print_to(char **text, const char *format, int number) {
  int length = asprintf(text, format, number);
  if (length == -1)
    exit(1);
  return length;
}

// DRIVE: two_paths_ok(3); two_paths_ok(-3)
long two_paths_ok(int number) {
  char *path;
  print_to(&path, "/proc/%d", number);
  long length = (long)strlen(path);
  free(path);
  if (number < 0) {
    print_to(&path, "/%d", number);
    length += (long)strlen(path);
    free(path);
  }
  return length;
}

// DRIVE: two_paths_bad(-3)
long two_paths_bad(int number) {
  char *path;
  print_to(&path, "/proc/%d", number);
  long length = (long)strlen(path);
  free(path);
  if (number < 0) {
    print_to(&path, "/%d", number); // LEAK
    length += (long)strlen(path);
  }
  return length;
}
