// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A callee fails on several ways, and succeeds on one that hands out an object.
// That it fails with the object handed out is an artefact of numbers that only
// a proof relates; who sees the failure may rely on there being nothing.

#include "../leak.h"

struct text {
  const char *data;
  size_t size;
};

// `room` is never less than what is copied.
static int get_text(const struct text *t, char **out, size_t *room) {
  size_t wanted = t->size + (t->size == 0);
  if (!t->data)
    return 0;
  if (!*out) {
    char *made = malloc(wanted);
    if (!made)
      return 0;
    *out = made;
    *room = wanted;
  }
  if (*room < t->size)
    return 0;
  memcpy(*out, t->data, t->size);
  return 1;
}

// DRIVE: struct text t = {"abc", 3}; text_got_ok(&t)
int text_got_ok(const struct text *t) {
  char *copy = NULL;
  size_t room;
  if (!get_text(t, &copy, &room))
    return 0;
  free(copy);
  return 1;
}

// DRIVE: struct text t = {"abc", 3}; text_got_bad(&t)
int text_got_bad(const struct text *t) {
  char *copy = NULL;
  size_t room;
  if (!get_text(t, &copy, &room)) // LEAK
    return 0;
  return copy[0] == 'x';
}

// The length of what it hands out, which is never negative.
static int decoded(const char *in, char **out) {
  int length = (int)strlen(in), padding = 0;
  char *made = malloc((size_t)length + 1);
  if (!made)
    return -1;
  memcpy(made, in, (size_t)length + 1);
  while (length > padding && in[length - 1 - padding] == '=')
    padding++;
  *out = made;
  return length - padding;
}

// DRIVE: decoded_ok("ab==")
int decoded_ok(const char *in) {
  char *out = NULL;
  int length = decoded(in, &out);
  if (length < 0)
    return -1;
  free(out);
  return length;
}
