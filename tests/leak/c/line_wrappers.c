// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Results of functions around getline(): a new line, or null.

#include "../leak.h"

static char *next_line(FILE *f) {
  char *line = NULL;
  size_t size = 0;
  if (getline(&line, &size, f) < 0) {
    free(line);
    return NULL;
  }
  return line;
}

static int next_field(FILE *f, char **out) {
  char *text = NULL;
  size_t size = 0;
  ssize_t n = getdelim(&text, &size, ':', f);
  if (n <= 0) {
    free(text);
    return -1;
  }
  *out = text;
  return 0;
}

static FILE *two_lines(void) {
  FILE *f = tmpfile();
  if (f) {
    fputs("#a:b\nb:c\n", f);
    rewind(f);
  }
  return f;
}

// DRIVE: FILE *f = two_lines(); if (f) { is_comment_bad(f); fclose(f); }
int is_comment_bad(FILE *f) {
  char *line = next_line(f); // LEAK
  if (!line)
    return -1;
  return line[0] == '#';
}

// DRIVE: FILE *f = two_lines(); if (f) { is_comment_ok(f); fclose(f); }
int is_comment_ok(FILE *f) {
  char *line = next_line(f);
  if (!line)
    return -1;
  int result = line[0] == '#';
  free(line);
  return result;
}

// DRIVE: FILE *f = two_lines(); if (f) { count_bad(f); fclose(f); }
int count_bad(FILE *f) {
  int n = 0;
  char *line;
  while ((line = next_line(f)) != NULL) { // LEAK
    if (line[0] == '#')
      continue; // skipped
    n++;
    free(line);
  }
  return n;
}

// DRIVE: FILE *f = two_lines(); if (f) { count_ok(f); fclose(f); }
int count_ok(FILE *f) {
  int n = 0;
  char *line;
  while ((line = next_line(f)) != NULL) {
    n += line[0] != '#';
    free(line);
  }
  return n;
}

// DRIVE: FILE *f = two_lines(); if (f) { field_bad(f); fclose(f); }
int field_bad(FILE *f) {
  char *text;
  if (next_field(f, &text) < 0) // LEAK
    return -1;
  if (strlen(text) < 20)
    return 0;
  free(text);
  return 1;
}

// DRIVE: FILE *f = two_lines(); if (f) { field_ok(f); fclose(f); }
int field_ok(FILE *f) {
  char *text;
  if (next_field(f, &text) < 0)
    return -1;
  int n = (int)strlen(text);
  free(text);
  return n;
}

// The block stays the caller's, also at the end of the file.
// DRIVE: FILE *f = two_lines(); if (f) { last_line_bad(f); fclose(f); }
int last_line_bad(FILE *f) {
  char *line = NULL;
  size_t size = 0;
  int n = 0;
  while (getline(&line, &size, f) > 0) // LEAK
    n++;
  return n;
}
