// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Option bits: set, cleared, toggled and tested in different words.

#include "../leak.h"

enum { OPT_COPY = 1, OPT_QUIET = 2, OPT_SORT = 4, OPT_DONE = 8 };

// DRIVE: other_bit_set_ok("a", OPT_COPY); other_bit_set_ok("a", OPT_SORT)
void other_bit_set_ok(const char *text, unsigned options) {
  char *copy = NULL;
  if (options & OPT_COPY)
    copy = strdup(text);
  options |= OPT_DONE;
  if (!(options & OPT_QUIET))
    puts(text);
  if (options & OPT_COPY)
    free(copy);
}

// DRIVE: bit_cleared_bad("a", OPT_COPY)
void bit_cleared_bad(const char *text, unsigned options) {
  char *copy = NULL;
  if (options & OPT_COPY)
    copy = strdup(text); // LEAK
  options &= OPT_QUIET | OPT_SORT;
  if (!(options & OPT_QUIET))
    puts(text);
  if (options & OPT_COPY)
    free(copy);
}

// DRIVE: normalised_ok("a", 0); normalised_ok("a", OPT_SORT)
int normalised_ok(const char *text, unsigned options) {
  char *work = NULL;
  if (options & OPT_SORT)
    options |= OPT_COPY;
  if (options & (OPT_COPY | OPT_SORT)) {
    work = strdup(text);
    if (!work)
      return -1;
  }
  if (options & OPT_COPY)
    free(work);
  return 0;
}

// DRIVE: normalised_bad("a", OPT_SORT)
int normalised_bad(const char *text, unsigned options) {
  char *work = NULL;
  if (options & (OPT_COPY | OPT_SORT)) {
    work = strdup(text); // LEAK
    if (!work)
      return -1;
  }
  if (options & OPT_COPY)
    free(work);
  return 0;
}

// DRIVE: subset_ok(3, 7); subset_ok(8, 7); subset_ok(0, 7)
int subset_ok(unsigned wanted, unsigned granted) {
  char *ticket = NULL;
  if ((wanted & granted) == wanted && !(ticket = malloc(8)))
    return -1;
  if (!(wanted & ~granted))
    free(ticket);
  return 0;
}

// DRIVE: subset_bad(0, 7)
int subset_bad(unsigned wanted, unsigned granted) {
  char *ticket = NULL;
  if ((wanted & granted) == wanted && !(ticket = malloc(8))) // LEAK
    return -1;
  if (wanted & granted)
    free(ticket);
  return 0;
}

// DRIVE: toggled_twice_ok(OPT_SORT); toggled_twice_ok(0)
void toggled_twice_ok(unsigned options) {
  char *keys = options & OPT_SORT ? malloc(32) : NULL;
  options ^= OPT_SORT | OPT_QUIET;
  if (!(options & OPT_QUIET))
    puts("sorting");
  options ^= OPT_SORT | OPT_QUIET;
  if (options & OPT_SORT)
    free(keys);
}

// DRIVE: toggled_once_bad(OPT_SORT)
void toggled_once_bad(unsigned options) {
  char *keys = options & OPT_SORT ? malloc(32) : NULL; // LEAK
  options ^= OPT_SORT | OPT_QUIET;
  if (!(options & OPT_QUIET))
    puts("sorting");
  if (options & OPT_SORT)
    free(keys);
}

// A power of two has one bit.
// DRIVE: power_of_two_ok(8); power_of_two_ok(12); power_of_two_ok(1)
void power_of_two_ok(unsigned size) {
  char *padding = NULL;
  if (size == 1 || size == 8 || size == 4096)
    padding = malloc(size);
  if ((size & (size - 1)) == 0)
    free(padding);
}

// DRIVE: power_of_two_bad(12)
void power_of_two_bad(unsigned size) {
  char *padding = NULL;
  if (size == 8 || size == 12 || size == 4096)
    padding = malloc(size); // LEAK
  if ((size & (size - 1)) == 0)
    free(padding);
}
