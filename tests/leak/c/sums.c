// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums of signed numbers stay in their range, sums of unsigned ones wrap, and
// an index that is such a sum tells which cell is meant.

#include "../leak.h"

// Two positive numbers have a positive sum.
// DRIVE: positive_sum_ok(3, 4, "a")
int positive_sum_ok(int n, int m, const char *text) {
  if (n <= 0 || m <= 0)
    return -1;
  char *copy = strdup(text); // false-alarm(absint, contradiction): the sum may wrap there
  if (n + m > 0)
    free(copy);
  return 0;
}

// DRIVE: wrapped_sum_bad(1, 0xffffffffu, "a")
int wrapped_sum_bad(unsigned n, unsigned m, const char *text) {
  if (n == 0 || m == 0)
    return -1;
  char *copy = strdup(text); // LEAK missed-by(ownership): a test of numbers
  if (n + m > 0)
    free(copy);
  return 0;
}

// DRIVE: smaller_by_one_ok(0, "a")
int smaller_by_one_ok(int n, const char *text) {
  if (n < 0)
    return -1;
  char *copy = strdup(text);
  if (n - 1 < n)
    free(copy);
  return 0;
}

// The end of the list is behind its first word.
// DRIVE: arguments_ok(4, "a")
int arguments_ok(int count, const char *program) {
  const char **words = malloc(100 * sizeof *words);
  int last = 0;
  if (words == NULL || count > 90) {
    free(words);
    return -1;
  }
  words[last++] = strdup(program);
  if (count > 1)
    last += count - 1;
  words[last] = NULL;
  if (words[0])
    free((void *)words[0]);
  free(words);
  return 0;
}

// DRIVE: arguments_bad(0, "a")
int arguments_bad(int count, const char *program) {
  const char **words = malloc(100 * sizeof *words);
  int last = 0;
  if (words == NULL || count > 90 || count < 0) {
    free(words);
    return -1;
  }
  words[last] = strdup(program); // LEAK missed-by(absint, valueflow, contradiction, ownership): which cell is not known
  last += count;
  words[last] = NULL;
  if (words[0])
    free((void *)words[0]);
  free(words);
  return 0;
}

// A header of 16 bytes, 4 more, and the rest.
// DRIVE: after_header_bad(30, "a"); after_header_bad(20, "a")
int after_header_bad(unsigned short len, const char *text) {
  if (len - 16ul < 4)
    return -1;
  size_t rest = len - 20ul;
  if (rest > 0 && text[0] == 0)
    return -1;
  char *copy = strdup(text); // LEAK
  if (!copy || text[0] == 'a')
    return -1;
  free(copy);
  return 0;
}

// DRIVE: after_header_ok(30, "a"); after_header_ok(17, "a"); after_header_ok(3, "a")
int after_header_ok(unsigned short len, const char *text) {
  char *copy = strdup(text); // false-alarm(contradiction): the difference may wrap there
  if (len - 16ul < 4 || len - 20ul > 1000) {
    free(copy);
    return -1;
  }
  if (len < 20)
    return -1;
  free(copy);
  return 0;
}
