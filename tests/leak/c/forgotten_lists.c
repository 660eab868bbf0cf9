// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lists in records, freed cell by cell by functions that free what the cells
// hold, and by others that forget it, or the cells.

#include "../leak.h"

// The cells of a list in a record, freed and forgotten.

struct date {
  struct date *next;
  char *text;
};
struct dates {
  struct date *first;
};

static struct dates *dates_new(void) { return calloc(1, sizeof(struct dates)); }

static void dates_free(struct dates *all) {
  if (!all)
    return;
  for (struct date *d = all->first; d;) {
    struct date *next = d->next;
    free(d->text);
    d = next;
  }
  free(all);
}

// DRIVE: struct dates *all = dates_new(); if (all) dates_add_bad(all, "a"); dates_free(all)
int dates_add_bad(struct dates *all, const char *s) {
  struct date *d = malloc(sizeof *d); // LEAK missed-by(sat, valueflow, absint, contradiction): who frees the record is another function
  if (!d)
    return -1;
  d->text = strdup(s);
  d->next = all->first;
  all->first = d;
  return 0;
}

struct word {
  struct word *next;
  char *text;
};
struct words {
  struct word *first;
};

static struct words *words_new(void) { return calloc(1, sizeof(struct words)); }

static void words_free(struct words *all) {
  if (!all)
    return;
  for (struct word *w = all->first; w;) {
    struct word *next = w->next;
    free(w);
    w = next;
  }
  free(all);
}

// DRIVE: struct words *all = words_new(); if (all) words_add_bad(all, "a"); words_free(all)
int words_add_bad(struct words *all, const char *s) {
  struct word *w = malloc(sizeof *w);
  if (!w)
    return -1;
  w->text = strdup(s); // LEAK missed-by(sat, valueflow, absint, contradiction): who frees the record is another function
  w->next = all->first;
  all->first = w;
  return 0;
}

struct line {
  struct line *next;
  char *text;
};
struct lines {
  struct line *first;
};

static struct lines *lines_new(void) { return calloc(1, sizeof(struct lines)); }

static void lines_free(struct lines *all) {
  if (!all)
    return;
  for (struct line *l = all->first; l;) {
    struct line *next = l->next;
    free(l->text);
    free(l);
    l = next;
  }
  free(all);
}

// DRIVE: struct lines *all = lines_new(); if (all) lines_add_ok(all, "a"); lines_free(all)
int lines_add_ok(struct lines *all, const char *s) {
  struct line *l = malloc(sizeof *l);
  if (!l)
    return -1;
  l->text = strdup(s);
  l->next = all->first;
  all->first = l;
  return 0;
}
