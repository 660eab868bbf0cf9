// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Out-parameters that may be left out: whether the function can fail after it
// has handed out its object depends on whether they were given.

#include "../leak.h"

struct key {
  int type;
};

// Fails with the key handed out only where the comment was wanted.
static int load_key(struct key **key, const char *text, char **comment) {
  struct key *made;
  int status = 0;
  *key = NULL;
  if (comment)
    *comment = NULL;
  if (!(made = malloc(sizeof *made)))
    return -2;
  made->type = text[0];
  if (comment) {
    *comment = strdup(text);
    if (!*comment)
      status = -2;
  }
  *key = made;
  return status;
}

// DRIVE: key_alone_ok("x")
int key_alone_ok(const char *text) {
  struct key *key;
  int status = load_key(&key, text, NULL);
  if (status)
    return status;
  free(key);
  return 0;
}

// DRIVE: key_with_comment_bad("x")
int key_with_comment_bad(const char *text) {
  struct key *key;
  char *comment;
  if (load_key(&key, text, &comment)) // LEAK
    return -1;
  free(key);
  free(comment);
  return 0;
}

// DRIVE: key_with_comment_ok("x")
int key_with_comment_ok(const char *text) {
  struct key *key;
  char *comment;
  if (load_key(&key, text, &comment)) {
    free(key);
    return -1;
  }
  free(key);
  free(comment);
  return 0;
}

// Through another level.
static int load_either(const char *text, const char *other, struct key **key,
                       char **comment) {
  int status = load_key(key, text, comment);
  return status == 0 || *key ? status : load_key(key, other, comment);
}

// DRIVE: either_alone_ok("x", "y")
int either_alone_ok(const char *text, const char *other) {
  struct key *key = NULL;
  if (load_either(text, other, &key, NULL) != 0)
    return -1;
  free(key);
  return 0;
}

static int parsed(struct key *key, const char *text) {
  key->type = text[0];
  return text[0] == 'k' ? 0 : -4;
}

// In a loop, and with a status that a call has shown to be zero.
static int read_key(struct key **key, FILE *file, char **comment) {
  char line[80];
  struct key *made;
  int status;
  *key = NULL;
  if (comment)
    *comment = NULL;
  if (!(made = malloc(sizeof *made))) {
    fclose(file);
    return -2;
  }
  while (fgets(line, sizeof line, file)) {
    if ((status = parsed(made, line)) == 0) {
      if (comment) {
        *comment = strdup(line);
        if (!*comment)
          status = -2;
      }
      *key = made;
      fclose(file);
      return status;
    }
  }
  free(made);
  fclose(file);
  return -4;
}

// DRIVE: FILE *f = fopen("/dev/null", "r"); if (f) read_alone_ok(f)
int read_alone_ok(FILE *file) {
  struct key *key;
  int status = read_key(&key, file, NULL);
  if (status)
    return status;
  free(key);
  return 0;
}
