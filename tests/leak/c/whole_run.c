// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the course of the whole process says: options that only `main` sets, and
// functions that the process ends after.

#include "../leak.h"
#include <sys/wait.h>
#include <unistd.h>

static int from_file, verbose;

// Nobody knows what it does, but nobody can call `main`.
static void (*hook)(void);
static void run_hook(void) {
  if (hook)
    hook();
}

// DRIVE: option_ok("/dev/null")
// DRIVE: from_file = 1; option_ok("/dev/null")
void option_ok(const char *name) {
  FILE *file = NULL;
  if (from_file) {
    file = fopen(name, "r");
    if (!file)
      return;
  }
  run_hook();
  printf("%s\n", name);
  if (from_file)
    fclose(file);
}

static void set_verbose(int to) { verbose = to; }

// DRIVE: verbose = 1; changed_bad("/dev/null", 0)
void changed_bad(const char *name, int to) {
  FILE *file = NULL;
  if (verbose) {
    file = fopen(name, "r"); // LEAK
    if (!file)
      return;
  }
  set_verbose(to);
  if (verbose)
    fclose(file);
}

static size_t child_bad(const char *name) {
  char *copy = strdup(name); // LEAK missed-by(ownership): low, since the process ends
  return copy ? strlen(copy) : 0;
}

static size_t parent_bad(const char *name) {
  char *copy = strdup(name); // LEAK
  return copy ? strlen(copy) : 0;
}

// DRIVE: start_bad("a")
void start_bad(const char *name) {
  pid_t child = fork();
  if (child == 0) {
    child_bad(name);
    _exit(0);
  }
  waitpid(child, NULL, 0);
}

// DRIVE: count_bad("a")
size_t count_bad(const char *name) {
  return parent_bad(name) + 1;
}

int main(int argc, char **argv) {
  if (argc > 2)
    from_file++;
  verbose = argc > 3;
  option_ok(argv[0]);
  changed_bad(argv[0], argc);
  start_bad(argv[0]);
  return (int)count_bad(argv[0]);
}
