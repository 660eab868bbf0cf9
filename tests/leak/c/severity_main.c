// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What main() loses outside of its loops is lost once, and the process ends.
#include "../leak.h"

static void each_bad(int i) {
  char *p = malloc(i + 1); // LEAK(warning)
  if (p)
    p[i] = 0;
}
// DRIVE: each_bad(3)

int main(int argc, char **argv) {
  char *name = strdup(argv[0]); // LEAK(note): once, in main() missed-by(valueflow): what main holds is not followed
  name = NULL;
  for (int i = 0; i < argc; i++) {
    char *copy = strdup(argv[i]); // LEAK(warning) missed-by(contradiction, ownership, valueflow): what main holds is not followed
    puts(copy ? copy : "none");
  }
  each_bad(argc);
  return name != NULL;
}
// DRIVE: exit(main(1, (char *[]){"a", 0}))
