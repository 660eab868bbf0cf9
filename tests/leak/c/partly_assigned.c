// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Variables that are assigned on some of the ways that meet later: where ways
// meet, nobody knows what they hold; on the ways themselves it is known.

#include "../leak.h"

// DRIVE: freed_on_its_way_ok(1, 8, 1); freed_on_its_way_ok(0, 8, 1)
int freed_on_its_way_ok(int error, int size, int full) {
  char *copy;
  if (error) {
    fprintf(stderr, "error %d\n", error);
  } else if (size != 0) {
    copy = malloc((size_t)size);
    if (copy == NULL)
      return -1;
    if (full)
      fprintf(stderr, "full\n");
    free(copy);
  }
  fprintf(stderr, "done\n");
  return 0;
}

// DRIVE: freed_on_its_way_bad(0, 8, 0)
int freed_on_its_way_bad(int error, int size, int full) {
  char *copy;
  if (error) {
    fprintf(stderr, "error %d\n", error);
  } else if (size != 0) {
    copy = malloc((size_t)size); // LEAK
    if (copy == NULL)
      return -1;
    if (full)
      free(copy);
  }
  fprintf(stderr, "done\n");
  return 0;
}

struct item {
  struct item *next;
};

// DRIVE: last_of_list_ok(3)
int last_of_list_ok(int count) {
  struct item *first = NULL, *last = NULL, *item;
  while (count-- > 0) {
    item = calloc(1, sizeof *item);
    if (item == NULL)
      break;
    if (first == NULL)
      first = item;
    if (last != NULL)
      last->next = item;
    last = item;
  }
  while (first != NULL) {
    item = first->next;
    free(first);
    first = item;
  }
  return 0;
}
