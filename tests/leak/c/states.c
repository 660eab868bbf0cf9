// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Small machines: the state, a level or a tag says whether something is held.

#include "../leak.h"

enum state { IDLE, OPEN, DONE };

// DRIVE: machine_ok("(x)"); machine_ok("(x"); machine_ok("((")
int machine_ok(const char *text) {
  enum state state = IDLE;
  char *group = NULL;
  for (; *text && state != DONE; text++) {
    if (state == IDLE && *text == '(') {
      if (!(group = malloc(8)))
        return -1;
      state = OPEN;
    } else if (state == OPEN && *text == ')') {
      free(group);
      state = DONE;
    }
  }
  if (state == OPEN)
    free(group);
  return state == DONE;
}

// DRIVE: machine_bad("(x)"); machine_bad("(x")
int machine_bad(const char *text) {
  enum state state = IDLE;
  char *group = NULL;
  for (; *text && state != DONE; text++) {
    if (state == IDLE && *text == '(') {
      if (!(group = malloc(8))) // LEAK
        return -1;
      state = OPEN;
    } else if (state == OPEN && *text == ')') {
      free(group);
      state = DONE;
    }
  }
  return state == DONE;
}

// DRIVE: levels_ok("a"); levels_ok("")
int levels_ok(const char *text) {
  int level = 0;
  char *a = NULL, *b = NULL;
  if (!(a = strdup(text)))
    goto out;
  level = 1;
  if (!text[0])
    goto out;
  if (!(b = malloc(10)))
    goto out;
  level = 2;
out:
  switch (level) {
  case 2:
    free(b); /* fallthrough */
  case 1:
    free(a);
  }
  return level == 2 ? 0 : -1;
}

// DRIVE: levels_bad("a"); levels_bad("")
int levels_bad(const char *text) {
  int level = 0;
  char *a = NULL, *b = NULL;
  if (!(a = strdup(text))) // LEAK
    goto out;
  if (!text[0])
    goto out;
  if (!(b = malloc(10)))
    goto out;
  level = 2;
out:
  switch (level) {
  case 2:
    free(b); /* fallthrough */
  case 1:
    free(a);
  }
  return level == 2 ? 0 : -1;
}

struct value {
  enum { NONE, NUMBER, STRING } tag;
  union {
    long number;
    char *string;
  };
};

// DRIVE: tagged_ok("12"); tagged_ok("ab")
int tagged_ok(const char *text) {
  struct value v = {NONE, {0}};
  if (text[0] >= '0' && text[0] <= '9') {
    v.tag = NUMBER;
    v.number = text[0] - '0';
  } else if ((v.string = strdup(text)) != NULL) {
    v.tag = STRING;
  }
  switch (v.tag) {
  case STRING:
    free(v.string);
    break;
  case NUMBER:
    return (int)v.number;
  default:
    return -1;
  }
  return 0;
}

// The tag is set too early and overwritten.
// DRIVE: tagged_bad("ab")
int tagged_bad(const char *text) {
  struct value v = {STRING, {0}};
  v.string = strdup(text); // LEAK
  if (!v.string || text[0] < '0' || text[0] > '9')
    v.tag = NONE;
  if (v.tag == STRING)
    free(v.string);
  return v.tag;
}

// DRIVE: retry_ok(0); retry_ok(1); retry_ok(2)
int retry_ok(int failures) {
  for (int attempt = 0; attempt < 3; attempt++) {
    char *packet = malloc(64);
    if (!packet)
      return -1;
    int is_sent = attempt >= failures;
    if (!is_sent && attempt < 2) {
      free(packet);
      continue;
    }
    free(packet);
    return is_sent ? 0 : -2;
  }
  return -3;
}
