// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A library function fills what the caller's pointer leads to.  A wrapper need
// not ask whether it is null: with null there is nothing to fill.

#include "../leak.h"

#include <regex.h>

int compiled_ok(regex_t *regex, const char *pattern) {
  int error = regcomp(regex, pattern, REG_EXTENDED);
  if (error > 0) {
    char message[64];
    (void)regerror(error, regex, message, sizeof message);
    puts(message);
  }
  return error;
}

int numbered_ok(char **text, int number) {
  return asprintf(text, "number %d", number);
}

// DRIVE: matches_ok("a", "a+")
int matches_ok(const char *text, const char *pattern) {
  regex_t regex;
  if (compiled_ok(&regex, pattern) != 0)
    return 0;
  int matches = regexec(&regex, text, 0, NULL, 0) == 0;
  regfree(&regex);
  return matches;
}

// DRIVE: label_bad(3)
int label_bad(int number) {
  char *text;
  if (numbered_ok(&text, number) < 0) // LEAK
    return -1;
  return (int)strlen(text);
}

// What stands for the dots of scanf() is written, too.
// DRIVE: scanned_bad("0")
void scanned_bad(const char *text) {
  int is_done = 1;
  char *copy = strdup(text); // LEAK
  if (sscanf(text, "%d", &is_done) == 1)
    puts(text);
  if (is_done)
    free(copy);
}

// DRIVE: scanned_ok("0")
void scanned_ok(const char *text) {
  int is_done = 1;
  char *copy = strdup(text);
  if (sscanf(text, "%d", &is_done) == 1)
    puts(text);
  if (is_done)
    free(copy);
  if (!is_done)
    free(copy);
}
