// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A number that is read from a text does not hold the text.

#include "../leak.h"

// DRIVE: parsed_ok("12")
long parsed_ok(const char *from) {
  char *text = strdup(from);
  if (text == NULL)
    return -1;
  long number = strtol(text, NULL, 10);
  free(text);
  return number;
}

// DRIVE: parsed_bad("12")
long parsed_bad(const char *from) {
  char *text = strdup(from); // LEAK missed-by(ownership): what is stored behind null is held
  if (text == NULL)
    return -1;
  return strtol(text, NULL, 10);
}

// DRIVE: parsed_to_its_end_bad("12x")
int parsed_to_its_end_bad(const char *from) {
  char *text = strdup(from); // LEAK missed-by(contradiction): `end` counts as another reference
  if (text == NULL)
    return -1;
  char *end;
  long number = strtol(text, &end, 10);
  if (*end != '\0')
    return -1;
  free(text);
  return number > 5;
}

// DRIVE: measured_bad("12")
int measured_bad(const char *from) {
  char *text = strdup(from); // LEAK
  if (text == NULL)
    return -1;
  return (int)strlen(text);
}

// DRIVE: measured_ok("12")
int measured_ok(const char *from) {
  char *text = strdup(from);
  if (text == NULL)
    return -1;
  int length = (int)strlen(text);
  free(text);
  return length;
}

// No text is so long that its length with something added becomes 0.
// DRIVE: line_and_end_ok("a")
char *line_and_end_ok(const char *line) {
  size_t size = strlen(line) + 2;
  char *copy = malloc(size);
  if (!copy)
    return NULL;
  strcpy(copy, line);
  if (size == 0)
    return NULL;
  free(copy);
  return NULL;
}

// DRIVE: line_and_end_bad("")
char *line_and_end_bad(const char *line) {
  size_t size = strlen(line) + 2;
  char *copy = malloc(size); // LEAK
  if (!copy)
    return NULL;
  strcpy(copy, line);
  if (size == 2)
    return NULL;
  free(copy);
  return NULL;
}
