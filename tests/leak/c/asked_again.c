// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A library function that only looks at its arguments answers the same when it
// is asked again and nothing was written there in between.

#include "../leak.h"

static char *copied(const char *text) {
  char *copy = strdup(text);
  if (!copy)
    exit(1);
  return copy;
}

static void give_up(const char *format, const char *text) {
  fprintf(stderr, format, text);
  exit(1);
}

// The other branch ends the process after it had the name.
// DRIVE: file_or_input_ok("/dev/null"); file_or_input_ok("-")
int file_or_input_ok(const char *file) {
  char *path = copied(file);
  FILE *in = stdin;
  if (strcmp(path, "-") == 0) {
    free(path);
    path = copied("(standard input)");
  } else if (!(in = fopen(path, "r"))) {
    give_up("%s cannot be opened\n", path);
  }
  printf("reading %s\n", path);
  if (in != stdin && strcmp(path, "-") != 0)
    fclose(in);
  free(path);
  return 0;
}

// DRIVE: file_or_input_bad("/dev/null"); file_or_input_bad("x")
int file_or_input_bad(const char *file) {
  char *path = copied(file);
  FILE *in = fopen("/dev/null", "r"); // LEAK
  if (!in)
    give_up("%s cannot be opened\n", path);
  printf("reading %s\n", path);
  if (strcmp(path, "-") == 0)
    fclose(in);
  free(path);
  return 0;
}

// DRIVE: printed_between_ok("-"); printed_between_ok("x")
int printed_between_ok(const char *file) {
  char *path = copied(file);
  char *block = strcmp(path, "-") ? malloc(4) : NULL;
  printf("%s\n", path);
  if (strcmp(path, "-"))
    free(block);
  free(path);
  return 0;
}

// The number may be another one afterwards.
// DRIVE: read_between_bad("5 6"); read_between_bad("x")
int read_between_bad(const char *text) {
  char word[8] = "-";
  char *block = strcmp(word, "-") ? NULL : malloc(4); // LEAK
  sscanf(text, "%7s", word);
  if (strcmp(word, "-") == 0)
    free(block);
  return 0;
}

// A look at a stream changes nothing in it.
// DRIVE: stream_ok("/dev/null")
int stream_ok(const char *file) {
  FILE *in = fopen(file, "r");
  if (!in)
    return -1;
  char *line = ferror(in) || feof(in) ? NULL : malloc(80);
  if (!ferror(in) && !feof(in))
    free(line);
  fclose(in);
  return 0;
}

// Reading does.
// DRIVE: stream_bad("/dev/null")
int stream_bad(const char *file) {
  FILE *in = fopen(file, "r");
  if (!in)
    return -1;
  char *line = feof(in) ? NULL : malloc(80); // LEAK missed-by(ownership): no path is found on which it is lost for certain
  getc(in);
  if (!feof(in))
    free(line);
  fclose(in);
  return 0;
}
