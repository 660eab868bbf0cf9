// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Results that are put together from bits.

#include <stdlib.h>

enum { valid = 1, empty = 2, strict = 4 };

int is_empty(int i);

//= *out is new malloc when result == 1 or 5
int make_valid(char **out, int is_strict) {
  int result = valid;
  if (is_empty(0))
    result = empty;
  if (is_strict)
    result |= strict;
  if ((result & valid) == 0)
    return result;
  char *p = malloc(10);
  if (!p)
    return 0;
  *out = p;
  return result;
}

//= *out is new malloc when result == 1 or 2 or 5 or 6
int make_any(char **out, int count, int is_strict) {
  int result = valid;
  for (int i = 0; i < count && (result & empty) == 0; ++i)
    if (is_empty(i))
      result = empty;
  if (is_strict)
    result |= strict;
  char *p = malloc(10);
  if (!p)
    return 0;
  *out = p;
  return result;
}
