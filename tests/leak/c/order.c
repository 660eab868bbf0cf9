// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What several comparisons of the same two numbers show together: neither less
// nor equal is more.

#include "../leak.h"

static char *slots[16];

// Puts it everywhere from `begin` to `end`.
static char *fill(unsigned begin, unsigned end) {
  char *entry = malloc(4);
  if (entry == NULL)
    return NULL;
  for (unsigned i = begin; i < end; i++)
    slots[i & 15] = entry;
  return entry;
}

static void clear(void) {
  free(slots[0]);
  memset(slots, 0, sizeof slots);
}

// DRIVE: range_ok(0, 2); clear()
// DRIVE: range_ok(0, 0)
int range_ok(unsigned begin, unsigned end) {
  if (end < begin)
    return -1;
  if (end == begin)
    return 0;
  char *entry = fill(begin, end);
  if (entry)
    entry[0] = 0;
  return 1;
}

// DRIVE: range_bad(0, 2); clear()
// DRIVE: range_bad(0, 0)
int range_bad(unsigned begin, unsigned end) {
  if (end < begin)
    return -1;
  char *entry = fill(begin, end); // LEAK
  if (entry)
    entry[0] = 0;
  return 1;
}

// DRIVE: three_ways_ok(1, 2); three_ways_ok(2, 2); three_ways_ok(2, 1)
int three_ways_ok(long a, long b) {
  char *p = strdup("a");
  if (a < b) {
    free(p);
    return -1;
  }
  if (a > b) {
    free(p);
    return 1;
  }
  if (a == b)
    free(p);
  return 0;
}

// DRIVE: three_ways_bad(1, 2); three_ways_bad(2, 2); three_ways_bad(2, 1)
int three_ways_bad(long a, long b) {
  char *p = strdup("a"); // LEAK
  if (a <= b) {
    free(p);
    return -1;
  }
  if (a == b)
    free(p);
  return 0;
}

// DRIVE: no_less_ok((unsigned[]){1}, (unsigned[]){2}, 1); no_less_ok((unsigned[]){2}, (unsigned[]){2}, 1)
int no_less_ok(const unsigned *a, const unsigned *b, int n) {
  char *p = NULL;
  unsigned x = a[0], y = b[0];
  if (x > y || x == y)
    return 0;
  if (n > 0)
    p = strdup("a");
  if (x != y && y >= x)
    free(p);
  return 0;
}
