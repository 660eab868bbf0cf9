// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fields that functions hand out to look at: who calls such a getter neither
// frees nor keeps what it gets, so the field still owns it.  One whose result is
// freed or kept takes it out.

#include "../leak.h"

struct account {
  char *name;  // looked at by account_name()
  char *path;  // likewise, through two getters
  char *token; // taken out by account_token()
  char *nick;  // kept by who asks for it
};

static struct account *account_new(const char *name) {
  struct account *a = calloc(1, sizeof *a);
  if (!a)
    return NULL;
  a->name = strdup(name);
  a->path = strdup("/");
  a->token = strdup("t");
  a->nick = strdup("n");
  return a;
}

static void account_free(struct account *a) {
  free(a->name);
  free(a->path);
  free(a->token);
  free(a->nick);
  free(a);
}

const char *account_name(const struct account *a) { return a->name; }
static char *account_path(struct account *a) { return a->path; }
static char *account_token(struct account *a) {
  char *token = a->token;
  a->token = NULL;
  return token;
}
static char *account_nick(struct account *a) { return a->nick; }

static const char *shown_nick;

// DRIVE: struct account *a = account_new("a"); if (a) { show_ok(a); account_free(a); }
int show_ok(struct account *a) {
  const char *name = account_name(a);
  if (!name)
    return -1;
  puts(name);
  return (int)strlen(account_name(a));
}

// DRIVE: struct account *a = account_new("a"); if (a) { is_root_ok(a); account_free(a); }
int is_root_ok(struct account *a) {
  return account_path(a) && strcmp(account_path(a), "/") == 0;
}

// DRIVE: struct account *a = account_new("a"); if (a) { rename_bad(a, "b"); account_free(a); }
void rename_bad(struct account *a, const char *name) {
  if (a->name && strcmp(a->name, name) == 0) // LEAK(elsewhere) missed-by(absint, valueflow): what was there before the call is not followed
    return;
  a->name = strdup(name);
}

// DRIVE: struct account *a = account_new("a"); if (a) { rename_ok(a, "b"); account_free(a); }
void rename_ok(struct account *a, const char *name) {
  if (a->name && strcmp(a->name, name) == 0)
    return;
  free(a->name);
  a->name = strdup(name);
}

// DRIVE: struct account *a = account_new("a"); if (a) { move_bad(a, "/b"); account_free(a); }
int move_bad(struct account *a, const char *path) {
  printf("was %s\n", a->path); // LEAK(elsewhere) missed-by(absint, valueflow): what was there before the call is not followed
  a->path = strdup(path);
  return a->path ? 0 : -1;
}

// DRIVE: struct account *a = account_new("a"); if (a) { move_ok(a, "/b"); account_free(a); }
int move_ok(struct account *a, const char *path) {
  char *old = a->path;
  printf("was %s\n", old);
  a->path = strdup(path);
  free(old);
  return a->path ? 0 : -1;
}

// DRIVE: struct account *a = account_new("a"); if (a) { drop_bad(a); }
void drop_bad(struct account *a) {
  if (a->name) // LEAK(elsewhere) missed-by(absint, valueflow): what was there before the call is not followed
    puts(a->name);
  free(a->path);
  free(a->token);
  free(a->nick);
  free(a);
}

// Its token is gone, or somebody has it.
// DRIVE: struct account *a = account_new("a"); if (a) { free(account_token(a)); new_token_ok(a); account_free(a); }
void new_token_ok(struct account *a) {
  if (a->token && a->token[0] == 't')
    return;
  free(account_token(a));
  a->token = strdup("u");
}

// DRIVE: struct account *a = account_new("a"); if (a) { announce_ok(a); a->nick = NULL; account_free(a); free((char *)shown_nick); }
void announce_ok(struct account *a) {
  shown_nick = account_nick(a);
  if (shown_nick)
    puts(shown_nick);
}

// The old one is still shown.
// DRIVE: struct account *a = account_new("a"); if (a) { announce_ok(a); rename_nick_ok(a); account_free(a); free((char *)shown_nick); }
void rename_nick_ok(struct account *a) {
  if (a->nick && a->nick[0] == 'n')
    a->nick = strdup("m");
}
