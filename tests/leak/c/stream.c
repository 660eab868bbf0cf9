// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// FILE * and DIR *: resources with their own ways to be given back.

#include "../leak.h"
#include <dirent.h>

// DRIVE: read_ok("/dev/null")
int read_ok(const char *name) {
  char line[80];
  FILE *f = fopen(name, "r");
  if (!f)
    return -1;
  if (!fgets(line, sizeof line, f)) {
    fclose(f);
    return -1;
  }
  fclose(f);
  return 0;
}

// DRIVE: second_file_bad("/dev/null", "/dev/null")
int second_file_bad(const char *from, const char *to) {
  FILE *in = fopen(from, "r"), *out; // LEAK
  if (!in)
    return -1;
  out = fopen(to, "w");
  if (!out)
    return -1;
  fclose(out);
  fclose(in);
  return 0;
}

// DRIVE: standard_ok("-"); standard_ok("/dev/null")
int standard_ok(const char *name) {
  FILE *f = strcmp(name, "-") == 0 ? stdin : fopen(name, "r");
  if (!f)
    return -1;
  if (f != stdin)
    fclose(f);
  return 0;
}

// DRIVE: folder_ok("/")
int folder_ok(const char *name) {
  int count = 0;
  DIR *d = opendir(name);
  if (!d)
    return -1;
  while (readdir(d))
    count++;
  closedir(d);
  return count;
}

// DRIVE: folder_bad("/")
int folder_bad(const char *name) {
  DIR *d = opendir(name); // LEAK
  if (!d)
    return -1;
  return readdir(d) != NULL;
}

// DRIVE: pipe_ok()
void pipe_ok(void) {
  FILE *f = popen("true", "r");
  if (f)
    pclose(f);
}

// DRIVE: pipe_bad()
int pipe_bad(void) {
  FILE *f = popen("true", "r"); // LEAK
  return f ? fgetc(f) : -1;
}

// DRIVE: temporary_bad()
int temporary_bad(void) {
  FILE *f = tmpfile(); // LEAK
  if (!f)
    return -1;
  return fputs("x", f);
}

// DRIVE: freed_bad("/dev/null")
void freed_bad(const char *name) {
  FILE *f = fopen(name, "r");
  free(f); // MISMATCHED-FREE
}

// DRIVE: closed_twice_bad("/dev/null", 1)
void closed_twice_bad(const char *name, int bad) {
  FILE *f = fopen(name, "r");
  if (!f)
    return;
  if (bad)
    fclose(f);
  fclose(f); // DOUBLE-FREE
}

// DRIVE: close_and_test_ok("/dev/null")
int close_and_test_ok(const char *name) {
  FILE *f = fopen(name, "w");
  if (!f)
    return -1;
  fputs("x", f);
  if (fclose(f) != 0)
    return -1;
  return 0;
}

// DRIVE: FILE *f = open_for_caller_ok("/dev/null"); if (f) fclose(f)
FILE *open_for_caller_ok(const char *name) { return fopen(name, "r"); }

// DRIVE: reopened_ok("/dev/null")
int reopened_ok(const char *name) {
  FILE *f = fopen(name, "r");
  if (!f)
    return -1;
  f = freopen(name, "w", f);
  if (!f)
    return -1;
  fclose(f);
  return 0;
}

static FILE *log_file;
// DRIVE: log_kept_ok("/dev/null"); if (log_file) fclose(log_file)
int log_kept_ok(const char *name) {
  log_file = fopen(name, "w");
  return log_file ? 0 : -1;
}
