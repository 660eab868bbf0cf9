// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// getline() replaces the block that it is given, also at the end of the file.

#include "../leak.h"

static FILE *lines(void) { return fopen("/etc/passwd", "r"); }

// DRIVE: never_freed_bad()
int never_freed_bad(void) {
  char *line = NULL;
  size_t room = 0;
  int count = 0;
  FILE *f = lines();
  if (!f)
    return -1;
  while (getline(&line, &room, f) > 0) // LEAK missed-by(absint, valueflow): what may be replaced
    count++;
  fclose(f);
  return count;
}

// DRIVE: freed_once_ok()
int freed_once_ok(void) {
  char *line = NULL;
  size_t room = 0;
  int count = 0;
  FILE *f = lines();
  if (!f)
    return -1;
  while (getline(&line, &room, f) > 0)
    count++;
  free(line);
  fclose(f);
  return count;
}

// What the last call made, when there was nothing more to read.
// DRIVE: last_one_bad()
int last_one_bad(void) {
  char *line = NULL;
  size_t room = 0;
  ssize_t length;
  FILE *f = lines();
  if (!f)
    return -1;
  while ((length = getline(&line, &room, f)) > 0) { // LEAK missed-by(absint, valueflow): what may be replaced
    line[length - 1] = '\0';
    free(line);
    line = NULL;
    room = 0;
  }
  fclose(f);
  return 0;
}

// DRIVE: each_one_ok()
int each_one_ok(void) {
  char *line = NULL;
  size_t room = 0;
  FILE *f = lines();
  if (!f)
    return -1;
  while (getline(&line, &room, f) > 0) {
    free(line);
    line = NULL;
    room = 0;
  }
  free(line);
  fclose(f);
  return 0;
}

// DRIVE: at_the_end_bad()
int at_the_end_bad(void) {
  char *line = NULL;
  size_t room = 0;
  FILE *f = fopen("/dev/null", "r");
  if (!f)
    return -1;
  if (getline(&line, &room, f) < 0) { // LEAK missed-by(absint, valueflow): what may be replaced
    fclose(f);
    return -1;
  }
  free(line);
  fclose(f);
  return 0;
}
