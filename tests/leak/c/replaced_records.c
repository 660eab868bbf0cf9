// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A record behind a parameter is replaced as a whole.  What it held before is
// gone, also where nobody knows what it holds now.

#include "../leak.h"

struct set {
  int size;
  int *elements;
};

// Fills a set with what nobody can follow.
static int fill(struct set *set, int n) {
  set->elements = NULL;
  set->size = 0;
  if (n <= 0)
    return 0;
  int *all = malloc(n * sizeof *all);
  if (!all)
    return -1;
  for (int i = 0; i < n; ++i)
    all[i] = rand();
  set->elements = all;
  set->size = n;
  return 0;
}

static int replace(struct set *set, int n) {
  struct set fresh;
  if (fill(&fresh, n))
    return -1;
  free(set->elements);
  *set = fresh;
  return 0;
}

// The set is as it was, or another one.
// DRIVE: replaced_ok(2)
// DRIVE: replaced_ok(0)
int replaced_ok(int n) {
  struct set set;
  if (fill(&set, 3))
    return -1;
  int status = replace(&set, n);
  free(set.elements);
  return status;
}

// DRIVE: replaced_twice_ok(2)
int replaced_twice_ok(int n) {
  struct set set = {0, NULL};
  int status = replace(&set, n);
  if (!status)
    status = replace(&set, n + 1);
  free(set.elements);
  return status;
}

// What the record holds now is a matter of bytes.
static void replace_by_bytes(struct set *set, const void *bytes, size_t n) {
  struct set fresh;
  memcpy(&fresh, bytes, n);
  free(set->elements);
  *set = fresh;
}

// DRIVE: replaced_by_bytes_ok(2)
int replaced_by_bytes_ok(int n) {
  struct set set, empty = {0, NULL};
  if (fill(&set, n))
    return -1;
  replace_by_bytes(&set, &empty, sizeof empty);
  free(set.elements);
  return 0;
}

static void forget_old(struct set *set, const struct set *other) {
  *set = *other;
}

// The old elements are gone.
// DRIVE: overwritten_bad()
void overwritten_bad(void) {
  struct set other = {0, NULL}, set = {1, malloc(4)}; // LEAK
  forget_old(&set, &other);
  free(set.elements);
}
