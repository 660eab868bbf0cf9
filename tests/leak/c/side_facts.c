// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Facts on the side that decide whether an object is lost: inverted flags,
// streams that must be there, counts that belong to a vector, blocks that move.

#include "../leak.h"
#include <fcntl.h>
#include <unistd.h>

enum { PIPE = 1, TERMINAL = 4 };

// DRIVE: inverted_ok(TERMINAL, "/dev/null")
// DRIVE: inverted_ok(PIPE, "/dev/null")
int inverted_ok(int flags, const char *name) {
  int fd = -1, kept = 0;
  if (flags & TERMINAL)
    fd = open(name, O_RDONLY); // false-alarm(contradiction): inverted flags are not compared with the flags
  if (~flags & TERMINAL)
    kept = 1;
  else if (fd >= 0)
    close(fd);
  return kept;
}

// DRIVE: inverted_bad(TERMINAL, "/dev/null")
int inverted_bad(int flags, const char *name) {
  int fd = -1;
  if (flags & TERMINAL)
    fd = open(name, O_RDONLY); // LEAK
  if (~flags & TERMINAL)
    close(fd);
  return 0;
}

// DRIVE: stream_ok("/dev/null")
int stream_ok(const char *name) {
  int fd = open(name, O_WRONLY);
  if (fd < 0)
    return -1;
  FILE *file = fdopen(fd, "w");
  if (!file) {
    close(fd);
    return -1;
  }
  return fclose(file);
}

struct command {
  int argc;
  char **argv;
};

static void free_vector(int argc, char **argv) {
  if (argc == 0)
    return;
  for (int i = 0; i < argc; i++)
    free(argv[i]);
  free(argv);
}

static int append(int *argc, char ***argv, const char *s) {
  char **more = realloc(*argv, (size_t)(*argc + 1) * sizeof *more);
  if (!more)
    return -1;
  *argv = more;
  more[*argc] = strdup(s);
  (*argc)++;
  return 0;
}

static void command_free(struct command *command) {
  free_vector(command->argc, command->argv);
  free(command);
}

// DRIVE: command_ok("a")
int command_ok(const char *s) {
  struct command *command = calloc(1, sizeof *command);
  if (!command)
    return -1;
  int status = append(&command->argc, &command->argv, s);
  command_free(command);
  return status;
}

// DRIVE: appended_ok("a")
int appended_ok(const char *s) {
  int argc = 0;
  char **argv = NULL;
  int status = append(&argc, &argv, s);
  free_vector(argc, argv);
  return status;
}

// DRIVE: appended_bad("a")
int appended_bad(const char *s) {
  int argc = 0;
  char **argv = NULL;
  return append(&argc, &argv, s); // LEAK
}

struct row {
  char *text;
};

// DRIVE: grown_ok(2)
int grown_ok(int n) {
  struct row *rows = malloc(sizeof *rows);
  if (!rows)
    return -1;
  rows[0].text = strdup("a");
  struct row *more = realloc(rows, (size_t)n * sizeof *rows);
  if (more)
    rows = more;
  free(rows[0].text);
  free(rows);
  return 0;
}

// DRIVE: grown_bad(2)
int grown_bad(int n) {
  struct row *rows = malloc(sizeof *rows);
  if (!rows)
    return -1;
  rows[0].text = strdup("a"); // LEAK
  struct row *more = realloc(rows, (size_t)n * sizeof *rows);
  if (more)
    rows = more;
  free(rows);
  return 0;
}
