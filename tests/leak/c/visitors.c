// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions that are given functions: destructors kept in an object, visitors,
// factories, and contexts that travel with them.

#include "../leak.h"

struct box {
  void *content;
  void (*drop)(void *);
};

static struct box *box_new(void *content, void (*drop)(void *)) {
  struct box *b = malloc(sizeof *b);
  if (!b)
    return NULL;
  b->content = content;
  b->drop = drop;
  return b;
}

static void box_free(struct box *b) {
  if (b->drop)
    b->drop(b->content);
  free(b);
}

// DRIVE: own_destructor_ok()
void own_destructor_ok(void) {
  char *content = malloc(10);
  struct box *b = box_new(content, free);
  if (b)
    box_free(b);
  else
    free(content);
}

// DRIVE: no_destructor_bad()
void no_destructor_bad(void) {
  char *content = malloc(10); // LEAK missed-by(valueflow): a sink that is only possible counts
  struct box *b = box_new(content, NULL);
  if (b)
    box_free(b);
  else
    free(content);
}

// DRIVE: box_refused_bad()
void box_refused_bad(void) {
  char *content = malloc(10); // LEAK
  struct box *b = box_new(content, free);
  if (b)
    box_free(b);
}

struct item {
  struct item *next;
  char *text;
};

static void each(struct item *i, void (*visit)(struct item *, void *),
                 void *context) {
  while (i) {
    struct item *next = i->next;
    visit(i, context);
    i = next;
  }
}

static void visit_free(struct item *i, void *context) {
  (void)context;
  free(i->text);
  free(i);
}

static void visit_longest(struct item *i, void *context) {
  size_t *longest = context;
  if (i->text && strlen(i->text) > *longest)
    *longest = strlen(i->text);
}

static void visit_copy(struct item *i, void *context) {
  char **last = context;
  free(*last);
  *last = strdup(i->text);
}

static struct item *item_new(const char *text, struct item *next) {
  struct item *i = calloc(1, sizeof *i);
  if (!i)
    exit(1);
  i->text = strdup(text);
  i->next = next;
  return i;
}

// DRIVE: visited_and_freed_ok()
void visited_and_freed_ok(void) {
  each(item_new("a", item_new("b", NULL)), visit_free, NULL);
}

// DRIVE: only_visited_bad()
size_t only_visited_bad(void) {
  size_t longest = 0;
  struct item *i = item_new("a", NULL); // LEAK missed-by(sat, fused, absint, valueflow): a callback passed to a callee is not followed
  each(i, visit_longest, &longest);
  return longest;
}

// DRIVE: context_freed_ok()
void context_freed_ok(void) {
  struct item *i = item_new("a", item_new("b", NULL));
  char *last = NULL;
  each(i, visit_copy, &last);
  free(last);
  each(i, visit_free, NULL);
}

// DRIVE: context_forgotten_bad()
void context_forgotten_bad(void) {
  struct item *i = item_new("a", NULL);
  char *last = NULL;
  each(i, visit_copy, &last); // LEAK missed-by(sat, absint, valueflow): a callback passed to a callee is not followed
  each(i, visit_free, NULL);
}

typedef char *(*maker)(void);
static char *make_block(void) { return malloc(10); }
static char *make_nothing(void) { return NULL; }
static char *made_by(maker make) { return make(); }

// DRIVE: made_by_callback_bad()
int made_by_callback_bad(void) {
  char *p = made_by(make_block); // LEAK
  return p != NULL;
}

// DRIVE: made_by_callback_ok()
int made_by_callback_ok(void) {
  char *p = made_by(make_nothing); // false-alarm(valueflow): a callback passed to a callee
  return p != NULL;
}

// DRIVE: made_and_freed_ok(0); made_and_freed_ok(1)
void made_and_freed_ok(int real) {
  char *p = made_by(real ? make_block : make_nothing);
  free(p);
}
