// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a record of the caller holds is replaced by a callee that is given the
// address of the field, or the record: the old value is lost by who saw it there.

#include "../leak.h"

struct session {
  char *key;
  char *user;
  int uses;
};

static struct session *session_new(void) {
  return calloc(1, sizeof(struct session));
}

static void session_free(struct session *s) {
  free(s->key);
  free(s->user);
  free(s);
}

static int make_key(char **out, int n) {
  if (n < 0)
    return -1;
  *out = malloc((size_t)n + 1);
  if (!*out)
    return -2;
  (*out)[0] = '\0';
  return 0;
}

// Who calls it knows that there is none yet.
static int set_user(struct session *s, const char *user) {
  s->user = strdup(user);
  return s->user ? 0 : -1;
}

// DRIVE: struct session *s = session_new(); if (s) { s->key = strdup("k"); rekey_bad(s, 3); session_free(s); }
int rekey_bad(struct session *s, int n) {
  if (!s->key) // LEAK(elsewhere) missed-by(absint, valueflow): what was there before the call is not followed
    return -1;
  puts(s->key);
  if (make_key(&s->key, n) < 0)
    return -1;
  s->uses++;
  return 0;
}

// DRIVE: struct session *s = session_new(); if (s) { s->key = strdup("k"); rekey_ok(s, 3); session_free(s); }
int rekey_ok(struct session *s, int n) {
  if (!s->key)
    return -1;
  puts(s->key);
  free(s->key);
  s->key = NULL;
  if (make_key(&s->key, n) < 0)
    return -1;
  s->uses++;
  return 0;
}

// DRIVE: struct session *s = session_new(); if (s) { first_key_ok(s, 3); session_free(s); }
int first_key_ok(struct session *s, int n) {
  if (s->key)
    return 0;
  return make_key(&s->key, n);
}

// Nothing tells that there was one.
// DRIVE: struct session *s = session_new(); if (s) { start_ok(s, 3); session_free(s); }
int start_ok(struct session *s, int n) {
  s->uses = 0;
  return make_key(&s->key, n);
}

// DRIVE: struct session *s = session_new(); if (s) { set_user(s, "a"); login_bad(s, "b"); session_free(s); }
int login_bad(struct session *s, const char *user) {
  if (s->user && strcmp(s->user, user) == 0) // LEAK(elsewhere) missed-by(absint, valueflow): what was there before the call is not followed
    return 0;
  return set_user(s, user);
}

// DRIVE: struct session *s = session_new(); if (s) { set_user(s, "a"); login_ok(s, "b"); session_free(s); }
int login_ok(struct session *s, const char *user) {
  if (s->user && strcmp(s->user, user) == 0)
    return 0;
  free(s->user);
  return set_user(s, user);
}

// A test is enough: where it is not null, it is lost.
// DRIVE: struct session *s = session_new(); if (s) { set_user(s, "a"); replaced_bad(s, "b"); session_free(s); }
int replaced_bad(struct session *s, const char *user) {
  if (s->user) // LEAK(elsewhere) missed-by(absint, valueflow): what was there before the call is not followed
    s->uses++;
  s->user = strdup(user);
  return 0;
}

// DRIVE: struct session *s = session_new(); if (s) { set_user(s, "a"); counted_ok(s, "b"); session_free(s); }
int counted_ok(struct session *s, const char *user) {
  if (s->user)
    s->uses++;
  else
    s->user = strdup(user);
  return 0;
}

// DRIVE: struct session *s = session_new(); if (s) { s->key = strdup("k"); changed_ok(s, 3); session_free(s); }
int changed_ok(struct session *s, int n) {
  char *old = s->key;
  int result = make_key(&s->key, n);
  if (old && result == 0)
    puts(old);
  if (result != -1)
    free(old);
  return result;
}

// Formatted as text: it was there.
// DRIVE: struct session *s = session_new(); if (s) { set_user(s, "a"); dropped_bad(s, 1); }
int dropped_bad(struct session *s, int quiet) {
  if (quiet)
    fprintf(stderr, "drop %s\n", s->user); // LEAK(elsewhere) missed-by(absint, valueflow): what was there before the call is not followed
  free(s->key);
  free(s);
  return 0;
}

// DRIVE: struct session *s = session_new(); if (s) { set_user(s, "a"); dropped_ok(s, 1); }
int dropped_ok(struct session *s, int quiet) {
  if (quiet)
    fprintf(stderr, "drop %s\n", s->user);
  session_free(s);
  return 0;
}
