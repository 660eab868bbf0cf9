// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Callees that refuse what is too long, and callers that asked before.

#include "../leak.h"

struct session {
  char key[64];
  size_t length;
};

static int set_key(struct session *s, const char *key, size_t length) {
  if (length > sizeof s->key)
    return 0;
  memcpy(s->key, key, length);
  s->length = length;
  return 1;
}

// DRIVE: asked_ok("abc", 3)
// DRIVE: asked_ok("abc", 65)
int asked_ok(const char *key, size_t length) {
  struct session *s;
  if (length > 64)
    return -1;
  s = malloc(sizeof *s);
  if (s == NULL || !set_key(s, key, length))
    return -1;
  free(s);
  return 0;
}

// DRIVE: asked_too_little_bad("abc", 65)
int asked_too_little_bad(const char *key, size_t length) {
  struct session *s;
  if (length > 65)
    return -1;
  s = malloc(sizeof *s); // LEAK
  if (s == NULL || !set_key(s, key, length))
    return -1;
  free(s);
  return 0;
}

// DRIVE: small_ok("abc", 3)
int small_ok(const char *key, unsigned char length) {
  struct session *s = malloc(sizeof *s);
  if (s == NULL || !set_key(s, key, length % 64))
    return -1;
  free(s);
  return 0;
}
