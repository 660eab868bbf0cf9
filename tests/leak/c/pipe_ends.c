// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Both ends of a pipe are there after success, also behind a wrapper.

#include "../leak.h"
#include <fcntl.h>
#include <unistd.h>

static int open_pipe(int ends[2]) {
  if (pipe(ends) != 0) {
    ends[0] = ends[1] = -1;
    return -1;
  }
  if (fcntl(ends[0], F_SETFD, FD_CLOEXEC) < 0)
    perror("fcntl");
  return 0;
}

// DRIVE: both_ok()
int both_ok(void) {
  int ends[2];
  if (open_pipe(ends) < 0)
    return -1;
  if (ends[0] != -1)
    close(ends[0]);
  if (ends[1] != -1)
    close(ends[1]);
  return 0;
}

// DRIVE: one_bad()
int one_bad(void) {
  int ends[2];
  if (open_pipe(ends) < 0) // LEAK missed-by(ownership, valueflow, contradiction): both ends are made by one call
    return -1;
  if (ends[0] == -1)
    close(ends[0]);
  close(ends[1]);
  return 0;
}

struct channel {
  int in, out;
  int error;
};

static void channel_close(struct channel *c) {
  if (c->in >= 0)
    close(c->in);
  if (c->out >= 0)
    close(c->out);
  c->in = c->out = -1;
}

static int channel_open(struct channel *c) {
  int ends[2];
  c->in = c->out = -1;
  if (pipe(ends) == -1)
    return -1;
  c->in = ends[0];
  c->out = ends[1];
  return 0;
}

// DRIVE: channel_ok()
int channel_ok(void) {
  struct channel c;
  if (channel_open(&c))
    return -1;
  int n = (int)write(c.out, "a", 1);
  channel_close(&c);
  return n;
}

// DRIVE: channel_bad()
int channel_bad(void) {
  struct channel c;
  if (channel_open(&c)) // LEAK missed-by(sat, absint, valueflow, contradiction): both ends are moved into a record
    return -1;
  int n = (int)write(c.out, "a", 1);
  close(c.out);
  return n;
}

static int pair(int *const ends, int wait) {
  if (0 != pipe(ends)) {
    if (0 != pipe(ends))
      return -1;
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
  }
  if (!wait)
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
  return 0;
}

// DRIVE: moved_ok(0); moved_ok(1)
int moved_ok(int early) {
  int ends[2];
  if (pair(ends, 1))
    return -1;
  if (early) {
    close(ends[1]);
    ends[1] = -1;
  }
  if (-1 != ends[1])
    close(ends[1]);
  if (-1 != ends[0])
    close(ends[0]);
  return 0;
}

// DRIVE: moved_bad(0); moved_bad(1)
int moved_bad(int early) {
  int ends[2];
  if (pair(ends, 1)) // LEAK missed-by(ownership, valueflow): both ends are made by one call
    return -1;
  if (early)
    ends[1] = -1;
  if (-1 != ends[1])
    close(ends[1]);
  if (-1 != ends[0])
    close(ends[0]);
  return 0;
}
