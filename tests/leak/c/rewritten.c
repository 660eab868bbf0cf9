// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A callee frees what is in a variable and puts something else there.

#include "../leak.h"

static char *replacement;

// Frees the list and clears the variable, or leaves both; nothing on none.
static int check(char ***listp, int strict) {
  char **list = *listp;
  if (!list)
    return 0;
  if (strict && list[0] == NULL) {
    free(list);
    *listp = NULL;
    return 0;
  }
  *listp = list;
  return 1;
}

// DRIVE: cleared_ok(0); cleared_ok(1)
void cleared_ok(int strict) {
  char **list = calloc(2, sizeof *list);
  if (check(&list, strict) == 0) {
    free(list);
    return;
  }
  free(list);
}

static char **matches;

// DRIVE: cleared_static_ok(0); cleared_static_ok(1)
int cleared_static_ok(int strict) {
  matches = calloc(2, sizeof *matches);
  if (!matches || check(&matches, strict) == 0) {
    free(matches);
    matches = NULL;
    return 0;
  }
  free(matches);
  matches = NULL;
  return 1;
}

static int check_badly(char ***listp, int strict) {
  char **list = *listp;
  if (!list)
    return 0;
  if (strict && list[0] == NULL) {
    free(list);
    return 0;
  }
  return 1;
}

// DRIVE: not_cleared_bad(0); not_cleared_bad(1)
void not_cleared_bad(int strict) {
  char **list = calloc(2, sizeof *list);
  if (check_badly(&list, strict) == 0) {
    free(list); // DOUBLE-FREE
    return;
  }
  free(list);
}

// The new text is longer or shorter: another object in the global.
static void substitute(const char *by) {
  size_t size = 2;
  char *out = calloc(size, 1);
  for (size_t i = 0; out && replacement[i]; ++i) {
    if (i + 1 >= size) {
      size *= 2;
      char *more = realloc(out, size);
      if (!more)
        exit(0);
      out = more;
    }
    out[i] = replacement[i] == '&' ? by[0] : replacement[i];
    out[i + 1] = 0;
  }
  free(replacement);
  replacement = out;
}

// DRIVE: in_global_ok("a&b"); in_global_ok("")
int in_global_ok(const char *text) {
  free(replacement);
  replacement = strdup(text);
  if (!replacement)
    return 0;
  substitute("x");
  int first = replacement ? replacement[0] : 0;
  free(replacement);
  replacement = NULL;
  return first;
}

struct set {
  int count;
  int *items;
};

struct frame {
  struct set saved;
  int at;
};

// Frees what the set holds and puts a saved one there.
static void restore(struct frame *frames, int *depth, struct set *set) {
  int top = --*depth;
  free(set->items);
  *set = frames[top].saved;
}

// DRIVE: restored_ok(2)
void restored_ok(int depth) {
  struct frame frames[4] = {0};
  struct set set = {0, NULL};
  if (depth > 4)
    return;
  for (int i = 0; i < depth; ++i)
    frames[i].saved.items = malloc(sizeof(int));
  while (depth > 0)
    restore(frames, &depth, &set);
  free(set.items);
}
