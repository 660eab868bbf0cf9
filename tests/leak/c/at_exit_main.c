// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What main still holds at its end is reported only with --at-exit.

#include "../leak.h"

static char *options;

static void fail(char *detail) {
  fputs(detail ? detail : "", stderr);
  exit(1);
}

static int parse(const char *s) {
  char *copy = strdup(s); // LEAK(at-exit) missed-by(valueflow): what main holds is not followed
  if (!copy || copy[0] == '-')
    fail(copy);
  free(copy);
  return 0;
}

// DRIVE: exit(main(1, (char *[]){"a", 0}))
// DRIVE: exit(main(2, (char *[]){"a", "-x", 0}))
// DRIVE: exit(main(3, (char *[]){"a", "x", "y", 0}))
int main(int argc, char **argv) {
  char *table = malloc(100); // LEAK(at-exit) missed-by(valueflow): what main holds is not followed
  char *scratch;
  options = strdup("kept by a global");
  if (argc > 1)
    parse(argv[1]);
  scratch = malloc(10); // LEAK missed-by(valueflow): what main holds is not followed
  scratch = NULL;
  if (argc > 2) {
    free(table);
    return 0;
  }
  return table == NULL;
}
