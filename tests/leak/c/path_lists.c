// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lists of paths that glob() makes: one per round, or one that goes on.

#include "../leak.h"

#include <glob.h>

// DRIVE: const char *p[] = {"/*", "/etc*"}; one_per_round_ok(p, 2)
int one_per_round_ok(const char **patterns, int count) {
  glob_t list;
  int total = 0;
  for (int i = 0; i < count; i++) {
    if (glob(patterns[i], 0, NULL, &list) != 0)
      continue;
    total += (int)list.gl_pathc;
    globfree(&list);
  }
  return total;
}

// DRIVE: appended_ok("/*", "/etc*")
int appended_ok(const char *first, const char *second) {
  glob_t list;
  if (glob(first, 0, NULL, &list) != 0)
    return 0;
  glob(second, GLOB_APPEND, NULL, &list);
  int total = list.gl_pathc > 3;
  globfree(&list);
  return total;
}

// DRIVE: first_bad("/*")
int first_bad(const char *pattern) {
  glob_t list;
  if (glob(pattern, 0, NULL, &list) != 0) // LEAK missed-by(valueflow, contradiction): the list is in a local
    return 0;
  return 1;
}
