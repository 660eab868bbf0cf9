// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tables with a place for every descriptor: who has an entry is known by its
// number.

#include "../leak.h"

#include <unistd.h>

struct connection {
  int is_open;
  long count;
};
static struct connection connections[1024];

static void close_entered(void) {
  for (int fd = 0; fd < 1024; fd++)
    if (connections[fd].is_open)
      close(fd);
}

// DRIVE: entered_ok(); close_entered()
int entered_ok(void) {
  int fd = dup(0); // false-alarm(valueflow, absint, contradiction): a number that names an entry of a table
  if (fd < 0)
    return -1;
  if (fd >= 1024) {
    close(fd);
    return -1;
  }
  connections[fd].is_open = 1;
  return 0;
}

// DRIVE: only_looked_up_bad()
int only_looked_up_bad(void) {
  int fd = dup(0); // LEAK
  if (fd < 0 || fd >= 1024)
    return -1;
  return connections[fd].is_open;
}
