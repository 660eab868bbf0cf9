// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A descriptor that a callee puts into a record of the caller is not negative:
// whoever closes it "if there is one" closes it.

#include "../leak.h"

#include <fcntl.h>
#include <unistd.h>

struct link {
  int fd;
  unsigned sequence;
  int protocol;
};

static int link_open(struct link *l) {
  l->fd = open("/dev/null", O_RDONLY);
  if (l->fd < 0)
    return -1;
  return 0;
}

static void link_close(struct link *l) {
  if (l->fd >= 0) {
    close(l->fd);
    l->fd = -1;
  }
}

// Only reads the record, in a loop.
static int link_talk(struct link *l) {
  int n = l->sequence;
  while (n > 4) {
    if (n == 10)
      return 0;
    n -= 2;
  }
  return -1;
}

// Writes another field.
static int link_count(struct link *l, const char *text) {
  l->sequence++;
  while (*text) {
    if (*text++ == 'x')
      return 0;
  }
  return -1;
}

int closed_ok(void) {
  struct link l = {-1, 10, 0};
  if (link_open(&l) < 0)
    return -1;
  link_close(&l);
  return 0;
}
// DRIVE: closed_ok();

int closed_after_reads_ok(void) {
  struct link l = {-1, 10, 0};
  if (link_open(&l) < 0)
    return -1;
  int status = link_talk(&l);
  link_close(&l);
  return status;
}
// DRIVE: closed_after_reads_ok();

int closed_after_writes_ok(const char *text) {
  struct link l = {-1, 10, 0};
  if (link_open(&l) < 0)
    return -1;
  int status = link_count(&l, text);
  link_close(&l);
  return status;
}
// DRIVE: closed_after_writes_ok("abx");
// DRIVE: closed_after_writes_ok("ab");

int early_bad(const char *text) {
  struct link l = {-1, 10, 0};
  if (link_open(&l) < 0) // LEAK missed-by(contradiction): a descriptor in a record
    return -1;
  if (link_count(&l, text) < 0)
    return -2;
  link_close(&l);
  return 0;
}
// DRIVE: early_bad("abx");
// DRIVE: early_bad("ab");

// Closes only what is not open.
int other_test_bad(void) {
  struct link l = {-1, 10, 0};
  if (link_open(&l) < 0) // LEAK missed-by(contradiction): a descriptor in a record
    return -1;
  if (l.fd < 0)
    close(l.fd);
  return 0;
}
// DRIVE: other_test_bad();
