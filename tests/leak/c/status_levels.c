// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Who has the new object now?  The answer comes up through three calls: as one
// of several codes, as truth turned round, in a field.

#include "../leak.h"

enum status { COMPLETE, PARTIAL, FAILED };

static enum status read_block(const char *text, char **out) {
  size_t length = strlen(text);
  if (length == 0)
    return FAILED;
  char *block = malloc(length + 1);
  if (!block)
    return FAILED;
  memcpy(block, text, length + 1);
  *out = block;
  return length < 4 ? PARTIAL : COMPLETE;
}

static enum status read_part(const char *text, char **out) {
  enum status status = read_block(text, out);
  if (status == FAILED)
    puts("nothing read");
  return status;
}

// 1: there is a block, 0: none, -1: a part of one.
static int read_message(const char *text, char **out) {
  switch (read_part(text, out)) {
  case COMPLETE:
    return 1;
  case PARTIAL:
    return -1;
  default:
    return 0;
  }
}

// DRIVE: three_codes_ok(""); three_codes_ok("ab"); three_codes_ok("abcd")
int three_codes_ok(const char *text) {
  char *message;
  int got = read_message(text, &message);
  if (got == 0)
    return -1;
  int first = message[0];
  free(message);
  return got < 0 ? -2 : first;
}

// A part of a message is a block as well.
// DRIVE: three_codes_bad("ab"); three_codes_bad("abcd")
int three_codes_bad(const char *text) {
  char *message;
  int got = read_message(text, &message); // LEAK
  if (got <= 0)
    return -1;
  int first = message[0];
  free(message);
  return first;
}

// DRIVE: middle_level_ok(""); middle_level_ok("ab"); middle_level_ok("abcd")
int middle_level_ok(const char *text) {
  char *part = NULL;
  enum status status = read_part(text, &part);
  if (status != FAILED)
    free(part);
  return status;
}

// DRIVE: middle_level_bad("ab")
int middle_level_bad(const char *text) {
  char *part = NULL;
  enum status status = read_part(text, &part); // LEAK
  if (status == COMPLETE)
    free(part);
  return status;
}

struct reader {
  int error; // 0, or what went wrong below
};

static char *fetch_word(struct reader *r, const char *text) {
  char *word = text[0] == '!' ? NULL : strdup(text);
  r->error = word ? 0 : 5;
  return word;
}

static char *fetch_name(struct reader *r, const char *text) {
  char *name = fetch_word(r, text);
  if (r->error)
    r->error += 100;
  return name;
}

// DRIVE: error_in_field_ok("!"); error_in_field_ok("a")
int error_in_field_ok(const char *text) {
  struct reader reader = {0};
  char *name = fetch_name(&reader, text);
  if (reader.error)
    return reader.error;
  puts(name);
  free(name);
  return 0;
}

// DRIVE: error_in_field_bad("!"); error_in_field_bad("a")
int error_in_field_bad(const char *text) {
  struct reader reader = {0};
  char *name = fetch_name(&reader, text); // LEAK
  if (reader.error < 100)
    return reader.error;
  free(name);
  return 0;
}

static int is_missing(const char *text, char **out) {
  return read_message(text, out) == 0;
}

// DRIVE: turned_round_ok(""); turned_round_ok("ab")
int turned_round_ok(const char *text) {
  char *message;
  if (is_missing(text, &message))
    return -1;
  free(message);
  return 0;
}

// DRIVE: turned_round_bad("ab")
int turned_round_bad(const char *text) {
  char *message = NULL;
  if (!is_missing(text, &message)) // LEAK
    return -1;
  free(message);
  return 0;
}
