// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Small values that carry ownership: tagged unions, results with a status,
// errors that travel upwards, stages done, fields made on first use.

#include "../leak.h"

struct value {
  enum { NOTHING, TEXT, LIST } kind;
  union {
    char *text;
    struct {
      char **items;
      int count;
    } list;
  };
};

static struct value text_value(const char *text) {
  struct value v = {.kind = TEXT, .text = strdup(text)};
  return v;
}

static struct value list_value(const char *text) {
  struct value v = {.kind = LIST, .list = {calloc(1, sizeof(char *)), 0}};
  if (v.list.items && (v.list.items[0] = strdup(text)))
    v.list.count = 1;
  return v;
}

static void value_clear(struct value *v) {
  if (v->kind == TEXT)
    free(v->text);
  if (v->kind == LIST) {
    for (int i = 0; i < v->list.count; i++)
      free(v->list.items[i]);
    free(v->list.items);
  }
  v->kind = NOTHING;
}

// DRIVE: either_kind_ok(0); either_kind_ok(1)
void either_kind_ok(int list) {
  struct value v = list ? list_value("a") : text_value("a");
  value_clear(&v);
}

// DRIVE: kind_changed_bad()
void kind_changed_bad(void) {
  struct value v = text_value("a"); // LEAK missed-by(valueflow): a sink that is only possible counts
  v.kind = NOTHING;
  value_clear(&v);
}

// DRIVE: value_replaced_bad()
void value_replaced_bad(void) {
  struct value v = text_value("a"); // LEAK
  v = list_value("b");
  value_clear(&v);
}

// DRIVE: value_replaced_ok()
void value_replaced_ok(void) {
  struct value v = text_value("a");
  value_clear(&v);
  v = list_value("b");
  value_clear(&v);
}

// An error goes to whoever asks for it.
static int fails(int n, char **error) {
  if (n == 0)
    return 0;
  if (error)
    *error = strdup("no");
  return -1;
}

static void hand_up(char **to, char *error) {
  if (to)
    *to = error;
  else
    free(error);
}

// DRIVE: error_handed_up_ok(1, NULL); char *e = NULL; error_handed_up_ok(1, &e); free(e)
int error_handed_up_ok(int n, char **error) {
  char *mine = NULL;
  if (fails(n, &mine) == 0)
    return 0;
  hand_up(error, mine);
  return -1;
}

// DRIVE: error_handed_up_bad(1, NULL)
int error_handed_up_bad(int n, char **error) {
  char *mine = NULL;
  if (fails(n, &mine) == 0) // LEAK
    return 0;
  if (error)
    *error = mine;
  return -1;
}

// DRIVE: nobody_asks_ok(1)
int nobody_asks_ok(int n) { return fails(n, NULL); }

// DRIVE: error_ignored_bad(1)
int error_ignored_bad(int n) {
  char *mine = NULL;
  return fails(n, &mine); // LEAK
}

struct stages {
  char *first, *second;
  unsigned done;
};

static int stages_begin(struct stages *s) {
  s->done = 0;
  if (!(s->first = malloc(4)))
    return -1;
  s->done |= 1;
  if (!(s->second = malloc(4)))
    return -1;
  s->done |= 2;
  return 0;
}

static void stages_end(struct stages *s) {
  if (s->done & 2)
    free(s->second);
  if (s->done & 1)
    free(s->first);
}

// DRIVE: stages_ok()
void stages_ok(void) {
  struct stages s;
  stages_begin(&s);
  stages_end(&s);
}

// DRIVE: stage_forgotten_bad()
void stage_forgotten_bad(void) {
  struct stages s;
  if (stages_begin(&s) == 0) // LEAK
    stages_end(&s);
}
