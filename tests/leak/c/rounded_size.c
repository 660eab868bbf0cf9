// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A size that is made larger before it is asked for is never too small after:
// the test behind the allocation fails only for a buffer of the caller.

#include "../leak.h"

#include <string.h>

// 1: the text is in *to; 0: nothing was made.
static int copy_out(const char *text, size_t size, int ends, char **to,
                    size_t *room) {
  size_t wanted = size + (ends || size == 0);
  if (!*to) {
    char *made = calloc(1, wanted);
    if (!made)
      return 0;
    *to = made;
    *room = wanted;
  }
  if (*room < size)
    return 0;
  memcpy(*to, text, size);
  return 1;
}

// DRIVE: copied_out_ok("abc", 3, 1)
int copied_out_ok(const char *text, size_t size, int ends) {
  char *copy = NULL;
  size_t room = 0;
  if (!copy_out(text, size, ends, &copy, &room))
    return -1;
  int first = copy[0];
  free(copy);
  return first;
}

// DRIVE: copied_out_bad("abc", 3, 1)
int copied_out_bad(const char *text, size_t size, int ends) {
  char *copy = NULL;
  size_t room = 0;
  if (!copy_out(text, size, ends, &copy, &room)) // LEAK
    return -1;
  int first = copy[0];
  if (first == 'a')
    return 0;
  free(copy);
  return first;
}
