// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builders: something grows inside, is taken out at the end, or goes down with
// the builder.

#include "../leak.h"

struct builder {
  char *text;
  size_t length;
};

static struct builder *builder_new(void) {
  struct builder *b = malloc(sizeof *b);
  if (!b)
    return NULL;
  b->text = strdup("");
  b->length = 0;
  if (!b->text) {
    free(b);
    return NULL;
  }
  return b;
}

static int builder_add(struct builder *b, const char *more) {
  size_t length = strlen(more);
  char *text = realloc(b->text, b->length + length + 1);
  if (!text)
    return -1;
  memcpy(text + b->length, more, length + 1);
  b->text = text;
  b->length += length;
  return 0;
}

// The text goes to the caller, the builder is gone.
static char *builder_finish(struct builder *b) {
  char *text = b->text;
  free(b);
  return text;
}

// The text goes to the caller, the builder can go on.
static char *builder_detach(struct builder *b) {
  char *text = b->text;
  b->text = NULL;
  b->length = 0;
  return text;
}

static void builder_free(struct builder *b) {
  free(b->text);
  free(b);
}

// DRIVE: free(finished_ok("a")); free(finished_ok(""))
char *finished_ok(const char *more) {
  struct builder *b = builder_new();
  if (!b)
    return NULL;
  if (builder_add(b, more) < 0) {
    builder_free(b);
    return NULL;
  }
  return builder_finish(b);
}

// DRIVE: free(unfinished_bad("a"))
char *unfinished_bad(const char *more) {
  struct builder *b = builder_new(); // LEAK
  if (!b || builder_add(b, more) < 0)
    return NULL;
  return builder_finish(b);
}

// DRIVE: finished_and_dropped_bad("a")
int finished_and_dropped_bad(const char *more) {
  struct builder *b = builder_new(); // LEAK(one-of dropped)
  if (!b)
    return -1;
  char *text = builder_finish(b); // LEAK(one-of dropped)
  return text[0] == more[0];
}

// DRIVE: free(detached_ok())
char *detached_ok(void) {
  struct builder *b = builder_new();
  if (!b)
    return NULL;
  char *text = builder_detach(b);
  builder_free(b);
  return text;
}

// DRIVE: free(detached_bad())
char *detached_bad(void) {
  struct builder *b = builder_new(); // LEAK
  if (!b)
    return NULL;
  return builder_detach(b);
}

// DRIVE: detached_twice_ok()
void detached_twice_ok(void) {
  struct builder b = {0};
  builder_add(&b, "x");
  free(builder_detach(&b));
  builder_add(&b, "y");
  free(builder_detach(&b));
}

// DRIVE: rest_in_builder_bad()
void rest_in_builder_bad(void) {
  struct builder *b = builder_new();
  if (!b)
    return;
  free(builder_detach(b));
  builder_add(b, "x"); // LEAK
  free(b);
}

// DRIVE: on_the_stack_ok("a", "b")
void on_the_stack_ok(const char *first, const char *second) {
  struct builder b = {0};
  if (builder_add(&b, first) == 0)
    builder_add(&b, second);
  free(b.text);
}

// DRIVE: on_the_stack_bad("a", "b")
int on_the_stack_bad(const char *first, const char *second) {
  struct builder b = {0};
  if (builder_add(&b, first) < 0) // LEAK missed-by(sat, fused, absint, valueflow): a realloc whose size may be zero is taken to free
    return -1;
  if (builder_add(&b, second) < 0)
    return -1;
  free(b.text);
  return 0;
}

// DRIVE: freed_and_finished_bad()
void freed_and_finished_bad(void) {
  struct builder *b = builder_new();
  if (!b)
    return;
  char *text = b->text;
  builder_free(b);
  free(text); // DOUBLE-FREE
}
