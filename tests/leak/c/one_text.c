// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One string does not equal two different texts.

#include "../leak.h"
#include <strings.h>

// DRIVE: command_ok("get"); command_ok("put"); command_ok("x")
int command_ok(const char *command) {
  char *buffer = NULL;
  if (!strcmp(command, "get"))
    buffer = malloc(8);
  if (!strcmp(command, "put"))
    return 1;
  free(buffer);
  return 0;
}

// DRIVE: command_bad("get"); command_bad("put"); command_bad("x")
int command_bad(const char *command) {
  char *buffer = NULL;
  if (strcmp(command, "get")) // everything else
    buffer = malloc(8); // LEAK
  if (!strcmp(command, "put"))
    return 1;
  free(buffer);
  return 0;
}

// The same text twice.
// DRIVE: same_text_ok("get"); same_text_ok("x")
int same_text_ok(const char *command) {
  char *buffer = NULL;
  if (strcmp(command, "get") == 0)
    buffer = malloc(8);
  if (strcmp("get", command) == 0)
    free(buffer);
  return 0;
}

// DRIVE: same_text_bad("get"); same_text_bad("x")
int same_text_bad(const char *command) {
  char *buffer = NULL;
  if (strcmp(command, "get") == 0)
    buffer = malloc(8); // LEAK
  if (strcmp("get", command) != 0)
    free(buffer);
  return 0;
}

// Other texts with the case left out may be equal to both.
// DRIVE: any_case_ok("Raw"); any_case_ok("text")
int any_case_ok(const char *mode) {
  char *raw = NULL;
  if (strcasecmp(mode, "raw") == 0)
    raw = malloc(4);
  if (strcasecmp(mode, "text") == 0)
    return 1;
  free(raw);
  return 0;
}

// DRIVE: any_case_bad("raw")
int any_case_bad(const char *mode) {
  char *raw = NULL;
  if (strcasecmp(mode, "RAW") == 0)
    raw = malloc(4); // LEAK missed-by(ownership): several questions about one string
  if (strcmp(mode, "raw") == 0)
    return 1;
  free(raw);
  return 0;
}

// DRIVE: begins_ok("ab"); begins_ok("xy")
int begins_ok(const char *s) {
  char *p = NULL;
  if (strncmp(s, "abc", 2) == 0)
    p = malloc(4);
  if (strncmp(s, "xyz", 2) == 0)
    return 1;
  free(p);
  return 0;
}

// A text may begin with both: one is the beginning of the other.
// DRIVE: begins_bad("abc")
int begins_bad(const char *s) {
  char *p = NULL;
  if (strncmp(s, "abc", 3) == 0)
    p = malloc(4); // LEAK missed-by(ownership): several questions about one string
  if (strncmp(s, "ab", 2) == 0)
    return 1;
  free(p);
  return 0;
}

// What it holds may be written in between.
// DRIVE: char s[8] = "get"; written_bad(s)
int written_bad(char *s) {
  char *p = NULL;
  if (strcmp(s, "get") == 0)
    p = malloc(4); // LEAK missed-by(ownership): several questions about one string
  strcpy(s, "put");
  if (strcmp(s, "put") == 0)
    return 1;
  free(p);
  return 0;
}
