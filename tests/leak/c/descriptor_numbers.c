// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A new descriptor has the lowest number that is free: whoever closes one and
// gets another knows which it is.

#include "../leak.h"
#include <unistd.h>

int becomes_output_ok(int from) {
  close(1);
  if (dup(from) == -1) // false-alarm(absint, contradiction): the number closed
    return -1;
  close(from);
  return 0;
}

int takes_its_place_ok(int from, int into) {
  close(into);
  int made = dup(from);
  if (made != into)
    abort();
  close(from);
  return 0;
}

// DRIVE: duplicated_bad(0)
int duplicated_bad(int from) {
  int made = dup(from); // LEAK
  return made == -1 ? -1 : 0;
}

// DRIVE: other_closed_bad(dup(0))
int other_closed_bad(int from) {
  int made;
  close(from);
  made = dup(0); // LEAK
  return made == -1 ? -1 : 0;
}
