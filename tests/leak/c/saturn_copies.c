// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Routines that return their argument or null (Saturn's false alarm: a copy
// into a new number), loops that run long, pointers to one of two variables.

#include "../leak.h"

struct number {
  unsigned *digits;
  int used, room;
};

static struct number *number_new(void) {
  return calloc(1, sizeof(struct number));
}

static void number_free(struct number *n) {
  if (n)
    free(n->digits);
  free(n);
}

// The target, or null when it has no room and cannot get any.
static struct number *number_copy(struct number *to,
                                  const struct number *from) {
  if (to == from)
    return to;
  if (from->used > to->room) {
    unsigned *digits = malloc((size_t)from->used * sizeof *digits);
    if (!digits)
      return NULL;
    free(to->digits);
    to->digits = digits;
    to->room = from->used;
  }
  for (int i = 0; i < from->used; i++)
    to->digits[i] = from->digits[i];
  to->used = from->used;
  return to;
}

// DRIVE: struct number n = {(unsigned[]){7}, 1, 1}; number_free(dup_ok(&n))
struct number *dup_ok(const struct number *from) {
  struct number *t = number_new();
  if (t == NULL)
    return NULL;
  struct number *r = number_copy(t, from);
  if (r == NULL)
    number_free(t);
  return r;
}

// DRIVE: struct number n = {(unsigned[]){7}, 1, 1}; number_free(dup_bad(&n))
struct number *dup_bad(const struct number *from) {
  struct number *t = number_new(); // LEAK
  if (t == NULL)
    return NULL;
  return number_copy(t, from);
}

// Its argument or null, without any allocation.
static char *checked(char *line) { return line[0] == '#' ? NULL : line; }

// DRIVE: free(same_or_null_ok("#")); free(same_or_null_ok("a"))
char *same_or_null_ok(const char *text) {
  char *line = strdup(text);
  if (!line)
    return NULL;
  char *good = checked(line);
  if (!good)
    free(line);
  return good;
}

// DRIVE: free(same_or_null_bad("#")); free(same_or_null_bad("a"))
char *same_or_null_bad(const char *text) {
  char *line = strdup(text); // LEAK
  if (!line)
    return NULL;
  return checked(line);
}

// DRIVE: after_long_loop_bad(5)
unsigned after_long_loop_bad(unsigned seed) {
  unsigned *table = malloc(10000 * sizeof *table); // LEAK missed-by(absint): out of danger once states are joined
  if (!table)
    return 0;
  for (int i = 0; i < 10000; i++)
    table[i] = seed = seed * 1103515245u + 12345u;
  return table[9999];
}

// DRIVE: after_long_loop_ok(5)
unsigned after_long_loop_ok(unsigned seed) {
  unsigned *table = malloc(10000 * sizeof *table);
  if (!table)
    return 0;
  for (int i = 0; i < 10000; i++)
    table[i] = seed = seed * 1103515245u + 12345u;
  seed = table[9999];
  free(table);
  return seed;
}

// DRIVE: one_of_two_ok(0, "a"); one_of_two_ok(1, "a")
void one_of_two_ok(int is_error, const char *text) {
  char *error = NULL, *notice = NULL;
  char **target = is_error ? &error : &notice;
  *target = strdup(text);
  if (is_error)
    free(error);
  else
    free(notice);
}

// DRIVE: one_of_two_bad(0, "a")
void one_of_two_bad(int is_error, const char *text) {
  char *error = NULL, *notice = NULL;
  char **target = is_error ? &error : &notice;
  *target = strdup(text); // LEAK missed-by(absint, valueflow): a sink that is only possible counts
  free(error);
}

// DRIVE: free(through_types_ok(2))
char *through_types_ok(int count) {
  int *words = (int *)malloc((size_t)count * sizeof(int));
  if (words)
    words[0] = 0;
  char *bytes = (char *)words;
  return bytes;
}

// DRIVE: through_types_bad(2)
char through_types_bad(int count) {
  int *words = (int *)malloc((size_t)count * sizeof(int)); // LEAK
  if (!words)
    return 0;
  words[0] = 7;
  char *bytes = (char *)words;
  return *bytes;
}
