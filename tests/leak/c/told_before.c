// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a callee has asked before, or what the caller has seen to, need not be
// asked again.

#include "../leak.h"

static void check_input(FILE *in) {
  if (ferror(in)) {
    perror("input");
    exit(1);
  }
}

static char *read_word(FILE *in) {
  char *word = malloc(80);
  if (!word)
    exit(1);
  if (!fgets(word, 80, in))
    word[0] = 0;
  check_input(in);
  return word;
}

// DRIVE: checked_by_callee_ok(stdin)
int checked_by_callee_ok(FILE *in) {
  char *word = read_word(in);
  if (ferror(in))
    return -1;
  puts(word);
  free(word);
  return 0;
}

// DRIVE: read_after_check_bad("/dev/null")
int read_after_check_bad(const char *file) {
  FILE *in = fopen(file, "r");
  if (!in)
    return -1;
  check_input(in);
  char *word = malloc(80); // LEAK
  int is_at_end = getc(in) == EOF;
  fclose(in);
  if (is_at_end)
    return -1;
  free(word);
  return 0;
}

struct list {
  char **items;
  size_t count, room;
};

static int put(struct list *l, char *item, size_t at) {
  if (at >= l->count)
    return 0;
  l->items[at] = item;
  return 1;
}

// Behind the last one; there is room, `at` is less than the count.
static int append(struct list *l, char *item) {
  if (l->count == l->room)
    return 0;
  l->count++;
  return put(l, item, l->count - 1);
}

// DRIVE: char *at[2]; struct list l = {at, 0, 2}; appended_ok(&l, "a"); free(at[0])
void appended_ok(struct list *l, const char *text) {
  if (l->count >= l->room)
    return;
  char *copy = strdup(text);
  append(l, copy);
}

// DRIVE: char *at[2]; struct list l = {at, 2, 2}; appended_bad(&l, "a")
void appended_bad(struct list *l, const char *text) {
  char *copy = strdup(text); // LEAK
  append(l, copy);
}

struct entry {
  int type, is_last;
};
struct table {
  struct entry *at[8];
};

static struct entry *fill(struct table *t, unsigned from, unsigned to) {
  struct entry *e = calloc(1, sizeof *e);
  for (unsigned i = from; e && i < to; i++)
    t->at[i] = e;
  return e;
}

// DRIVE: struct table t = {0}; filled_ok(&t, 1, 3, 1); free(t.at[1])
void filled_ok(struct table *t, unsigned from, unsigned to, int is_last) {
  if (to <= from || to > 8)
    return;
  struct entry *e = fill(t, from, to);
  if (e && is_last)
    e->is_last = 1;
}

// DRIVE: struct table t = {0}; filled_bad(&t, 1, 1, 1)
void filled_bad(struct table *t, unsigned from, unsigned to, int is_last) {
  if (to < from || to > 8)
    return;
  struct entry *e = fill(t, from, to); // LEAK
  if (e && is_last)
    e->is_last = 1;
}

struct node {
  struct node *down;
};
struct tree {
  struct node *root;
  int depth;
};

// The depth is nowhere less than 0, and 0 just when there is no root.
// DRIVE: struct tree t = {0}; deepened_ok(&t, 2); free(t.root->down); free(t.root)
void deepened_ok(struct tree *t, int depth) {
  while (t->depth < depth) {
    struct node *n = calloc(1, sizeof *n); // false-alarm(fused, sat, valueflow, contradiction): a field that is only counted up is not negative
    if (!n)
      exit(1);
    if (t->depth != 0)
      n->down = t->root;
    t->root = n;
    t->depth++;
  }
}

// DRIVE: struct tree t = {0}; deepened_bad(&t, 2); free(t.root)
void deepened_bad(struct tree *t, int depth) {
  while (t->depth < depth) {
    struct node *n = calloc(1, sizeof *n); // LEAK missed-by(ownership, absint): no path is found on which it is lost for certain
    if (!n)
      exit(1);
    if (t->depth > 1)
      n->down = t->root;
    t->root = n;
    t->depth++;
  }
}
