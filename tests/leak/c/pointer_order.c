// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Cursors that run up to an end: which of two pointers is the lower one.

#include "../leak.h"

// DRIVE: asked_twice_ok("x", 1); asked_twice_ok("", 0)
int asked_twice_ok(const char *from, int length) {
  const char *end = from + length;
  char *copy = NULL;
  if (from < end && !(copy = malloc(8)))
    return -1;
  if (end > from)
    free(copy);
  return 0;
}

// DRIVE: asked_twice_bad("x", 1)
int asked_twice_bad(const char *from, int length) {
  const char *end = from + length;
  char *copy = NULL;
  if (from < end && !(copy = malloc(8))) // LEAK
    return -1;
  if (from + 1 < end)
    free(copy);
  return 0;
}

static int between(const char *from, const char *end) {
  char *copy = NULL;
  if (from < end && !(copy = malloc(8)))
    return -1;
  if (from >= end)
    return 0;
  free(copy);
  return 1;
}
// DRIVE: ends_given_ok("ab"); ends_given_ok("")
int ends_given_ok(const char *text) {
  return between(text, text + strlen(text));
}

static int between_or_equal(const char *from, const char *end) {
  char *copy = NULL;
  if (from <= end && !(copy = malloc(8))) // LEAK
    return -1;
  if (from >= end)
    return 0;
  free(copy);
  return 1;
}
// DRIVE: ends_given_bad("ab"); ends_given_bad("")
int ends_given_bad(const char *text) {
  return between_or_equal(text, text + strlen(text));
}

// DRIVE: first_round_ok("ab"); first_round_ok("")
int first_round_ok(const char *text) {
  const char *end = text + strlen(text);
  char *copy = NULL;
  for (const char *at = text; at < end; at++)
    if (!copy && !(copy = malloc(8)))
      return -1;
  if (text < end)
    free(copy);
  return 0;
}

// DRIVE: first_round_bad("ab"); first_round_bad("x")
int first_round_bad(const char *text) {
  const char *end = text + strlen(text);
  char *copy = NULL;
  for (const char *at = text; at < end; at++)
    if (!copy && !(copy = malloc(8))) // LEAK
      return -1;
  if (text + 1 < end)
    free(copy);
  return 0;
}

// DRIVE: int n[] = {1, 2}; all_of_two_ok(n)
int all_of_two_ok(int *sizes) {
  int *end = sizes + 2, *at;
  char *all[2] = {NULL, NULL};
  for (at = sizes; at < end; at++)
    all[at - sizes] = malloc(*at);
  for (at = sizes; at < end; at++)
    free(all[at - sizes]);
  return 0;
}

// DRIVE: one_short_bad(1)
int one_short_bad(int size) {
  char *all[2], **at, **end = all + 2;
  for (at = all; at < end; at++)
    *at = malloc(size); // LEAK missed-by(absint): out of danger once states are joined
  for (at = all; at < end - 1; at++)
    free(*at);
  return 0;
}

// DRIVE: every_one_ok(1)
int every_one_ok(int size) {
  char *all[2], **at, **end = all + 2;
  for (at = all; at < end; at++)
    *at = malloc(size); // false-alarm(valueflow): a path that cannot be taken
  for (at = end; at > all;)
    free(*--at);
  return 0;
}

// DRIVE: null_is_lowest_ok(NULL); null_is_lowest_ok("x")
int null_is_lowest_ok(const char *text) {
  char *copy = text ? malloc(8) : NULL;
  if (copy > (char *)NULL)
    free(copy);
  return 0;
}
