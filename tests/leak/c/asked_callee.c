// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A question that a callee answered before: it left the program on the other
// answer, or gave back what belongs to this one.

#include "../leak.h"

#include <sys/stat.h>

static void check_input(FILE *in) {
  if (ferror(in))
    exit(1);
}

// Reading on may fail.
// DRIVE: FILE *in = fopen("/", "r"); error_later_bad(in, "a"); fclose(in)
int error_later_bad(FILE *in, const char *text) {
  char *copy = strdup(text); // LEAK
  check_input(in);
  getc(in);
  if (ferror(in))
    return -1;
  free(copy);
  return 0;
}

static struct stat status;

static void look_at(const char *name) {
  if (stat(name, &status) != 0)
    exit(1);
}

static int open_input(const char *name, FILE **out) {
  if (status.st_size == 0) {
    *out = NULL;
    return 1;
  }
  *out = fopen(name, "r");
  if (*out == NULL) {
    perror(name);
    return 0;
  }
  return 1;
}

// DRIVE: look_at("/dev/null"); copied_ok("/dev/null")
// DRIVE: look_at("/"); copied_ok("/dev/null")
int copied_ok(const char *name) {
  FILE *in;
  if (!open_input(name, &in))
    return -1;
  if (status.st_size == 0) {
    puts("empty");
  } else {
    printf("%d\n", getc(in));
    fclose(in);
  }
  return 0;
}

// DRIVE: look_at("/"); copied_bad("/dev/null")
int copied_bad(const char *name) {
  FILE *in;
  if (!open_input(name, &in)) // LEAK
    return -1;
  if (status.st_size > 0)
    puts("empty");
  else
    fclose(in);
  return 0;
}
