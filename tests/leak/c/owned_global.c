// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Globals that alone own what they hold, overwritten by a function that looked
// at what was there.

#include "../leak.h"

static char *path;

static void forget_path(void) {
  free(path);
  path = NULL;
}

// DRIVE: set_path_bad("a"); set_path_bad("b"); forget_path()
void set_path_bad(const char *s) {
  if (path && strcmp(path, s) == 0) // LEAK(elsewhere) missed-by(absint, valueflow): what was there before the call is not followed
    return;
  path = strdup(s);
}

// DRIVE: set_path_ok("a"); set_path_ok("b"); forget_path()
void set_path_ok(const char *s) {
  if (path && strcmp(path, s) == 0)
    return;
  forget_path();
  path = strdup(s);
}

// DRIVE: add_path_bad("a"); add_path_bad("b"); forget_path()
int add_path_bad(const char *s) {
  size_t old = path ? strlen(path) : 0; // LEAK(elsewhere) missed-by(absint, valueflow): what was there before the call is not followed
  char *longer = malloc(old + strlen(s) + 1);
  if (!longer)
    return -1;
  if (old)
    memcpy(longer, path, old);
  strcpy(longer + old, s);
  path = longer;
  return 0;
}

// DRIVE: add_path_ok("a"); add_path_ok("b"); forget_path()
int add_path_ok(const char *s) {
  size_t old = path ? strlen(path) : 0;
  char *longer = realloc(path, old + strlen(s) + 1);
  if (!longer)
    return -1;
  strcpy(longer + old, s);
  path = longer;
  return 0;
}

// Set once to a constant, once to a copy: nobody knows whose it is.
static const char *mode = "fast";

// DRIVE: set_mode_ok("slow")
void set_mode_ok(const char *s) {
  if (strcmp(mode, s) == 0)
    return;
  mode = s;
}

// The list has them too.
struct entry {
  struct entry *next;
  char name[8];
};
static struct entry *all, *current;

// DRIVE: select_ok("a"); select_ok("b"); forget_all_ok()
void select_ok(const char *name) {
  if (current && strncmp(current->name, name, sizeof current->name) == 0)
    return;
  struct entry *e = calloc(1, sizeof *e);
  if (!e)
    return;
  strncpy(e->name, name, sizeof e->name - 1);
  e->next = all;
  all = e;
  current = e;
}

// DRIVE: select_ok("a"); forget_all_ok()
void forget_all_ok(void) {
  while (all) {
    struct entry *e = all;
    all = e->next;
    free(e);
  }
  current = NULL;
}

// Saved and put back: nobody loses anything.
// DRIVE: set_path_ok("a"); with_path_ok("b"); forget_path()
int with_path_ok(const char *s) {
  char *saved = path;
  path = strdup(s);
  int result = path && saved ? strcmp(path, saved) : 0;
  free(path);
  path = saved;
  return result;
}
