// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Globals that hold something and are given something else: through setters,
// caches of one entry, lazy beginnings, resets that forget.

#include "../leak.h"

struct settings {
  char *theme, *font;
};

static struct settings *current;
static char *last_error;
static char *cache_key, *cache_value;

static void settings_free(struct settings *s) {
  if (!s)
    return;
  free(s->theme);
  free(s->font);
  free(s);
}

static struct settings *settings_new(const char *theme) {
  struct settings *s = calloc(1, sizeof *s);
  if (!s || !(s->theme = strdup(theme))) {
    free(s);
    return NULL;
  }
  return s;
}

static void settings_use(struct settings *s) {
  current = s; // LEAK(one-of used) missed-by(valueflow): what globals hold is out of danger
}

static void settings_change(struct settings *s) {
  settings_free(current);
  current = s;
}

// DRIVE: used_once_ok()
void used_once_ok(void) { settings_use(settings_new("a")); }

// DRIVE: used_twice_bad()
void used_twice_bad(void) {
  settings_use(settings_new("a")); // LEAK(one-of used) missed-by(sat, fused): what was there before the call is not followed
  settings_use(settings_new("b"));
}

// DRIVE: changed_twice_ok()
void changed_twice_ok(void) {
  settings_change(settings_new("a"));
  settings_change(settings_new("b"));
}

// DRIVE: freed_between_ok()
void freed_between_ok(void) {
  settings_use(settings_new("a"));
  settings_free(current);
  settings_use(NULL);
}

// DRIVE: only_holder_freed_bad()
void only_holder_freed_bad(void) {
  settings_use(settings_new("a")); // LEAK missed-by(sat, fused, valueflow): what was there before the call is not followed
  free(current);
  current = NULL;
}

static void reset(void) {
  current = NULL; // LEAK(one-of reset) missed-by(valueflow): what globals hold is out of danger
}

// DRIVE: reset_forgets_bad()
void reset_forgets_bad(void) {
  settings_use(settings_new("a")); // LEAK(one-of reset) missed-by(sat, fused): what was there before the call is not followed
  reset();
}

// DRIVE: saved_and_restored_ok()
void saved_and_restored_ok(void) {
  struct settings *saved = current;
  settings_use(settings_new("a"));
  settings_free(current);
  settings_use(saved);
}

// DRIVE: saved_and_restored_bad()
void saved_and_restored_bad(void) {
  struct settings *saved = current;
  current = settings_new("a"); // LEAK
  current = saved;
}

// DRIVE: error_told_ok("a"); error_told_ok("b")
void error_told_ok(const char *text) {
  free(last_error);
  last_error = strdup(text);
}

// DRIVE: both_errors_bad("a", "b")
void both_errors_bad(const char *first, const char *second) {
  free(last_error);
  last_error = strdup(first); // LEAK
  if (second)
    last_error = strdup(second);
}

// DRIVE: free(error_taken_ok()); error_told_ok("a"); free(error_taken_ok())
char *error_taken_ok(void) {
  char *text = last_error;
  last_error = NULL;
  return text;
}

// DRIVE: cached_ok("a", "1"); cached_ok("b", "2")
void cached_ok(const char *key, const char *value) {
  free(cache_key);
  free(cache_value);
  cache_key = strdup(key);
  cache_value = strdup(value);
}

// DRIVE: cached_ok("a", "1"); cached_bad("b", "2")
void cached_bad(const char *key, const char *value) {
  free(cache_key);
  cache_key = strdup(key);
  cache_value = strdup(value); // LEAK(elsewhere) missed-by(sat, fused, absint, valueflow): what was there before the call is not followed
}

static char *lazily(void) {
  static char *made;
  if (!made)
    made = malloc(4);
  return made;
}

// DRIVE: lazy_ok()
int lazy_ok(void) { return lazily() == lazily(); }

// DRIVE: lazy_copy_bad()
int lazy_copy_bad(void) {
  char *mine = lazily();
  mine = malloc(4); // LEAK
  return mine != NULL;
}
