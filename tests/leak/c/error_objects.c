// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Errors told by the address of a known object.

#include "../leak.h"

struct list {
  struct list *next;
};

struct word {
  char *text;
};

static struct list bad_word, no_memory;

// On errors the text is freed.
static struct list *expand(struct word *w) {
  if (w->text[0] == '$') {
    free(w->text);
    return &bad_word;
  }
  struct list *out = malloc(sizeof *out);
  if (!out) {
    free(w->text);
    return &no_memory;
  }
  out->next = NULL;
  return out;
}

static struct list *expand_or_end(struct word *w) {
  struct list *out = expand(w);
  if (out == &bad_word || out == &no_memory) {
    w->text = NULL;
    exit(0);
  }
  return out;
}

// DRIVE: ends_in_callee_ok("a"); ends_in_callee_ok("$")
void ends_in_callee_ok(const char *text) {
  struct word w = {strdup(text)};
  if (!w.text)
    return;
  struct list *out = expand_or_end(&w);
  free(w.text);
  free(out);
}

// DRIVE: tested_here_ok("a"); tested_here_ok("$")
void tested_here_ok(const char *text) {
  struct word w = {strdup(text)};
  if (!w.text)
    return;
  struct list *out = expand(&w);
  if (out == &bad_word || out == &no_memory)
    return;
  free(w.text);
  free(out);
}

// DRIVE: one_error_forgotten_bad("a"); one_error_forgotten_bad("$")
void one_error_forgotten_bad(const char *text) {
  struct word w = {strdup(text)};
  if (!w.text)
    return;
  struct list *out = expand(&w);
  if (out == &bad_word)
    return;
  free(w.text); // DOUBLE-FREE missed-by(absint): out of danger once states are joined
  if (out != &no_memory)
    free(out);
}

// An error of the callee is passed on.
static struct list *expand_twice(struct word *w, struct word *other) {
  struct list *out = expand(other);
  if (out == &bad_word || out == &no_memory) {
    free(w->text);
    return out;
  }
  free(other->text);
  free(out);
  return expand(w);
}

// DRIVE: passed_on_ok("a"); passed_on_ok("$")
void passed_on_ok(const char *text) {
  struct word w = {strdup(text)}, other = {strdup(text)};
  if (!w.text || !other.text) {
    free(w.text);
    free(other.text);
    return;
  }
  struct list *out = expand_twice(&w, &other);
  if (out == &bad_word || out == &no_memory)
    return;
  free(w.text);
  free(out);
}
