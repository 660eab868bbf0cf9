// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads all lines of a file into an array.  When memory runs out, `lines =
// realloc(lines, ...)` forgets the array it could not grow, and the error path
// frees the array without its lines.
//
//   watertight check examples/lines.c

#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char **read_lines(FILE *file, size_t *count) {
  char **lines = NULL;
  char *line = NULL;
  size_t size = 0;
  *count = 0;
  while (getline(&line, &size, file) > 0) {
    lines = realloc(lines, (*count + 1) * sizeof *lines); // loses the old array
    if (!lines) {
      free(line);
      return NULL;
    }
    lines[*count] = strdup(line);
    if (!lines[*count]) {
      free(lines); // but not the lines in it
      free(line);
      return NULL;
    }
    ++*count;
  }
  free(line);
  return lines;
}

int main(void) {
  size_t count;
  char **lines = read_lines(stdin, &count);
  if (!lines)
    return 1;
  for (size_t i = count; i-- > 0;) {
    fputs(lines[i], stdout);
    free(lines[i]);
  }
  free(lines);
  return 0;
}
