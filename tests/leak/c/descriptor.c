// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// File descriptors: integers whose failure value is -1, and 0 is valid.

#include "../leak.h"
#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

// DRIVE: open_ok("/dev/null")
int open_ok(const char *name) {
  char c;
  int fd = open(name, O_RDONLY);
  if (fd < 0)
    return -1;
  if (read(fd, &c, 1) != 1) {
    close(fd);
    return -1;
  }
  close(fd);
  return 0;
}

// DRIVE: open_bad("/dev/null")
int open_bad(const char *name) {
  char c;
  int fd = open(name, O_RDONLY); // LEAK
  if (fd < 0)
    return -1;
  if (read(fd, &c, 1) != 1)
    return -1;
  close(fd);
  return 0;
}

// DRIVE: equals_minus_one_ok("/dev/null")
int equals_minus_one_ok(const char *name) {
  int fd = open(name, O_RDONLY);
  if (fd == -1)
    return -1;
  return close(fd);
}

// DRIVE: close(0); positive_only_bad("/dev/null")
int positive_only_bad(const char *name) {
  int fd = open(name, O_RDONLY); // LEAK missed-by(sat, fused, absint, valueflow): a new descriptor is taken to be greater than 2
  if (fd > 0)
    close(fd);
  return 0;
}

// DRIVE: socket_ok()
int socket_ok(void) {
  int fd = socket(AF_UNIX, SOCK_STREAM, 0);
  if (fd == -1)
    return -1;
  close(fd);
  return 0;
}

// DRIVE: socket_bad()
int socket_bad(void) {
  int fd = socket(AF_UNIX, SOCK_STREAM, 0); // LEAK
  if (fd == -1)
    return -1;
  if (listen(fd, 5) != 0)
    return -1;
  close(fd);
  return 0;
}

// DRIVE: both_ends_ok()
int both_ends_ok(void) {
  int fds[2];
  if (pipe(fds) != 0)
    return -1;
  close(fds[0]);
  close(fds[1]);
  return 0;
}

// DRIVE: one_end_bad()
int one_end_bad(void) {
  int fds[2];
  if (pipe(fds) != 0) // LEAK missed-by(valueflow): a sink that is only possible counts
    return -1;
  close(fds[0]);
  return 0;
}

// DRIVE: taken_over_ok("/dev/null")
int taken_over_ok(const char *name) {
  FILE *f;
  int fd = open(name, O_RDONLY);
  if (fd < 0)
    return -1;
  f = fdopen(fd, "r");
  if (!f) {
    close(fd);
    return -1;
  }
  fclose(f);
  return 0;
}

// DRIVE: taken_over_bad("/dev/null")
int taken_over_bad(const char *name) {
  FILE *f;
  int fd = open(name, O_RDONLY); // LEAK
  if (fd < 0)
    return -1;
  f = fdopen(fd, "r");
  if (!f)
    return -1;
  fclose(f);
  return 0;
}

// DRIVE: stream_over_fd_bad("/dev/null")
int stream_over_fd_bad(const char *name) {
  FILE *f;
  int fd = open(name, O_RDONLY);
  if (fd < 0)
    return -1;
  f = fdopen(fd, "r"); // LEAK
  if (!f)
    close(fd);
  return 0;
}

// DRIVE: duplicate_bad(1)
int duplicate_bad(int fd) {
  int copy = dup(fd); // LEAK
  return copy < 0 ? -1 : 0;
}

// The lowest free number is the one that was closed: the new descriptor is the
// standard output of what runs next.
int as_output_ok(int fd) {
  close(1);
  return dup(fd) == -1 ? -1 : 0; // false-alarm(absint): that a number is free is not known
}

// DRIVE: copied_bad(2)
int copied_bad(int fd) {
  return dup(fd) == -1 ? -1 : 0; // LEAK
}
