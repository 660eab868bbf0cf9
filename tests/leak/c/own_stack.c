// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A stack and a bag of the program itself, without a specification: elements
// that go in, come out, are stolen, or belong to two.

#include "../leak.h"

struct stack {
  void *cells[8];
  int count;
};

static struct stack *stack_new(void) { return calloc(1, sizeof(struct stack)); }
static void stack_push(struct stack *s, void *e) { s->cells[s->count++] = e; }
static void *stack_pop(struct stack *s) {
  return s->count ? s->cells[--s->count] : NULL;
}
static void stack_free_all(struct stack *s, void (*f)(void *)) {
  while (s->count)
    f(stack_pop(s));
  free(s);
}

struct bag {
  struct stack *inside;
  char *label;
};

// DRIVE: popped_and_freed_ok()
void popped_and_freed_ok(void) {
  struct stack *s = stack_new();
  if (!s)
    return;
  stack_push(s, malloc(4));
  free(stack_pop(s));
  free(s);
}

// DRIVE: never_freed_bad()
int never_freed_bad(void) {
  struct stack *s = stack_new(); // LEAK
  if (!s)
    return -1;
  stack_push(s, NULL);
  return s->count;
}

// DRIVE: callback_ok()
void callback_ok(void) {
  struct stack *s = stack_new();
  if (!s)
    return;
  stack_push(s, malloc(4));
  stack_free_all(s, free);
}

// DRIVE: stack_freed_twice_bad()
void stack_freed_twice_bad(void) {
  struct stack *s = stack_new();
  if (!s)
    return;
  stack_free_all(s, free);
  free(s); // DOUBLE-FREE missed-by(contradiction): what goes through a record of the program is followed in part
}

static struct bag *bag_new(const char *label) {
  struct bag *b = calloc(1, sizeof *b);
  if (!b)
    return NULL;
  b->inside = stack_new();
  b->label = strdup(label);
  return b;
}

static void bag_free(struct bag *b) {
  if (!b)
    return;
  if (b->inside)
    stack_free_all(b->inside, free);
  free(b->label);
  free(b);
}

// DRIVE: bag_ok()
void bag_ok(void) { bag_free(bag_new("a")); }

// DRIVE: bag_bad()
int bag_bad(void) {
  struct bag *b = bag_new("a"); // LEAK
  return b != NULL;
}

static struct stack *bag_steal(struct bag *b) {
  struct stack *s = b->inside;
  b->inside = NULL;
  return s;
}

// DRIVE: stolen_ok()
void stolen_ok(void) {
  struct bag *b = bag_new("a");
  if (!b)
    return;
  struct stack *s = bag_steal(b);
  bag_free(b);
  if (s)
    stack_free_all(s, free);
}

// DRIVE: label_replaced_bad()
void label_replaced_bad(void) {
  struct bag *b = calloc(1, sizeof *b);
  if (!b)
    return;
  b->label = strdup("a"); // LEAK
  b->label = strdup("b");
  free(b->label);
  free(b);
}

// A builder hands out what it has built, once.
struct builder {
  char *text;
};

static char *builder_end(struct builder *b) {
  char *text = b->text;
  b->text = NULL;
  return text;
}

// DRIVE: built_ok()
void built_ok(void) {
  struct builder b = {strdup("a")};
  char *text = builder_end(&b);
  free(text);
  free(b.text);
}

// DRIVE: built_bad()
int built_bad(void) {
  struct builder b = {strdup("a")}; // LEAK missed-by(contradiction): what goes through a record of the program is followed in part
  char *text = builder_end(&b);
  free(b.text);
  return text != NULL;
}
