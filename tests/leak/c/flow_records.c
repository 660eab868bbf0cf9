// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Objects inside of records that are passed and copied by value, joined into
// lists, counted beside what holds them.

#include "../leak.h"

struct step {
  struct step *next;
  int op;
};
struct steps {
  struct step *first, *last;
};

static struct steps one_step(int op) {
  struct step *s = malloc(sizeof *s);
  if (!s)
    abort();
  s->next = NULL;
  s->op = op;
  struct steps out = {s, s};
  return out;
}
static void append(struct steps *to, struct steps more) {
  if (more.first) {
    if (to->last)
      to->last->next = more.first;
    else
      to->first = more.first;
    to->last = more.last;
  }
}
static struct steps joined(struct steps a, struct steps b) {
  struct steps c = a;
  append(&c, b);
  return c;
}
static void steps_free(struct steps all) {
  while (all.first) {
    struct step *next = all.first->next;
    free(all.first);
    all.first = next;
  }
}

// DRIVE: steps_free(in_the_middle_ok(one_step(7)))
struct steps in_the_middle_ok(struct steps rest) {
  return joined(joined(joined(one_step(1), one_step(2)), one_step(3)), rest);
}

// DRIVE: steps_free(left_out_bad(one_step(7)))
struct steps left_out_bad(struct steps rest) {
  struct steps all = joined(one_step(1), rest);
  struct steps more = one_step(2); // LEAK
  all.first->op = more.first->op;
  return all;
}

struct value {
  int kind;
  char *text;
};
static struct value text_value(const char *s) {
  struct value v = {1, strdup(s)};
  return v;
}
static void value_free(struct value v) {
  if (v.kind == 1)
    free(v.text);
}

// DRIVE: assigned_ok(0); assigned_ok(1)
int assigned_ok(int n) {
  struct value v;
  if (n)
    v = text_value("some");
  else
    v = text_value("none");
  n += v.text != NULL;
  value_free(v);
  return n;
}

// DRIVE: assigned_twice_bad(0); assigned_twice_bad(1)
int assigned_twice_bad(int n) {
  struct value v = text_value("first"); // LEAK
  if (n)
    v = text_value("second");
  value_free(v);
  return n;
}

static void add_word(int *count, char ***words, const char *word) {
  char **more = realloc(*words, (*count + 1) * sizeof *more);
  if (!more)
    abort();
  more[(*count)++] = NULL;
  *words = more;
  (void)word;
}
static void free_words(int count, char **words) {
  if (count == 0)
    return;
  for (int i = 0; i < count; i++)
    free(words[i]);
  free(words);
}

// DRIVE: counted_ok("x", 0); counted_ok("x", 1)
int counted_ok(const char *word, int show) {
  int count = 0;
  char **words = NULL;
  add_word(&count, &words, word);
  if (show)
    show = count;
  free_words(count, words);
  return show;
}

// DRIVE: counted_bad("x", 0)
int counted_bad(const char *word, int show) {
  int count = 0;
  char **words = NULL;
  add_word(&count, &words, word); // LEAK
  free_words(count - 1, words);
  return show;
}

struct menu {
  char **items;
  size_t count;
};
static char *add_item(struct menu *m) {
  char **more = realloc(m->items, (m->count + 1) * sizeof *more);
  char *item = calloc(1, 8);
  if (!more || !item)
    abort();
  m->items = more;
  return m->items[m->count++] = item;
}
static void menu_free(struct menu *m) {
  for (size_t i = 0; i < m->count; i++)
    free(m->items[i]);
  free(m->items);
}

// DRIVE: struct menu m = {NULL, 0}; filled_ok(&m); menu_free(&m)
void filled_ok(struct menu *m) {
  char *item = add_item(m);
  item[0] = 'a';
}

// DRIVE: struct menu m = {NULL, 0}; beside_bad(&m); menu_free(&m)
void beside_bad(struct menu *m) {
  char *item = add_item(m);
  char *copy = malloc(8); // LEAK
  if (copy)
    copy[0] = item[0];
}

struct command {
  int count;
  char **words;
};

// DRIVE: char *w[] = {"a", "b"}; struct command c = {2, w}, *p = &c; first_word_ok(&p)
int first_word_ok(struct command *const *at) {
  struct command *c = *at;
  int n = 0, out = -1;
  if (c->count < 1)
    return 0;
  char **all = malloc((size_t)(c->count + 2) * sizeof *all);
  if (!all)
    return 0;
  all[n] = strdup(c->words[0]);
  if (all[n++] == NULL)
    goto done;
  if (c->count > 1) {
    memcpy(all + n, c->words + 1, (size_t)(c->count - 1) * sizeof *all);
    n += c->count - 1;
  }
  all[n] = NULL;
  out = n;
done:
  if (all[0])
    free(all[0]);
  free(all);
  return out;
}

// DRIVE: char *w[] = {"a", "b"}; struct command c = {2, w}, *p = &c; first_word_bad(&p)
int first_word_bad(struct command *const *at) {
  struct command *c = *at;
  int n = 0;
  char **all = malloc((size_t)(c->count + 2) * sizeof *all);
  if (!all)
    return 0;
  all[n++] = strdup(c->words[0]); // LEAK
  all[n] = NULL;
  if (c->count > 1)
    all[0] = NULL;
  if (all[0])
    free(all[0]);
  free(all);
  return n;
}

struct group {
  struct group *next;
  struct step *steps;
};

// DRIVE: struct group *g = NULL; at_the_end_ok(&g); at_the_end_ok(&g); while (g) { struct group *n = g->next; struct steps s = {g->steps, NULL}; steps_free(s); free(g); g = n; }
void at_the_end_ok(struct group **root) {
  struct group *g = *root;
  struct step **at;
  if (!g) {
    g = calloc(1, sizeof *g);
    if (!g)
      abort();
    *root = g;
  }
  for (at = &g->steps; *at; at = &(*at)->next)
    ;
  *at = calloc(1, sizeof **at);
}

// DRIVE: at_the_end_bad()
int at_the_end_bad(void) {
  struct group *g = calloc(1, sizeof *g);
  struct step **at;
  if (!g)
    return 0;
  for (at = &g->steps; *at; at = &(*at)->next)
    ;
  *at = calloc(1, sizeof **at); // LEAK
  free(g);
  return 1;
}
