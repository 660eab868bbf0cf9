// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A list is freed from its head until it is empty, after helpers that append.

#include "../leak.h"

struct entry {
  char *text;
  struct entry *next;
};

static struct entry *entry_new(const char *text) {
  struct entry *e = malloc(sizeof *e);
  if (!e)
    abort();
  e->text = strdup(text);
  if (!e->text)
    abort();
  e->next = NULL;
  return e;
}

static void append(struct entry **list, const char *text) {
  while (*list)
    list = &(*list)->next;
  *list = entry_new(text);
}

static void free_all(struct entry **list) {
  struct entry *e;
  while ((e = *list) != NULL) {
    *list = e->next;
    free(e->text);
    free(e);
  }
}

// DRIVE: char *w[] = {"a", "b", NULL}; appended_ok(w)
int appended_ok(char **words) {
  struct entry *list = NULL;
  for (; *words; words++)
    append(&list, *words);
  append(&list, "last");
  free_all(&list);
  return 0;
}

// DRIVE: char *w[] = {"a", "b", NULL}; appended_bad(w)
int appended_bad(char **words) {
  struct entry *list = NULL;
  append(&list, "first"); // LEAK(elsewhere) missed-by(fused, sat, absint, ownership, valueflow, contradiction): the end of a list that a pointer to pointers walks along
  for (; *words; words++)
    puts(*words);
  return list->text[0];
}

// DRIVE: char *w[] = {"a", "b", NULL}; head_changes_ok(w)
int head_changes_ok(char **words) {
  struct entry *head = NULL, *tail = NULL;
  for (; *words; words++) {
    struct entry *e = entry_new(*words);
    if (tail)
      tail->next = e;
    else
      head = e;
    tail = e;
  }
  while (head) {
    struct entry *e = head;
    head = head->next;
    free(e->text);
    free(e);
  }
  return 0;
}

struct queue {
  struct entry *head, *tail;
};

static void put(struct queue *q, struct entry *e) {
  if (q->tail)
    q->tail->next = e;
  else
    q->head = e;
  q->tail = e;
}

static struct entry *take(struct queue *q) {
  struct entry *e = q->head;
  if (e) {
    q->head = e->next;
    if (!q->head)
      q->tail = NULL;
  }
  return e;
}

// DRIVE: drained_ok("a", 3)
int drained_ok(const char *text, int n) {
  struct queue q = {NULL, NULL};
  for (int i = 0; i < n; i++)
    put(&q, entry_new(text));
  struct entry *e;
  while ((e = take(&q))) {
    free(e->text);
    free(e);
  }
  return 0;
}

// DRIVE: drained_bad("a", 3)
int drained_bad(const char *text, int n) {
  struct queue q = {NULL, NULL};
  for (int i = 0; i < n; i++)
    put(&q, entry_new(text)); // LEAK(elsewhere) missed-by(absint, ownership, valueflow, contradiction): a queue with two ends
  struct entry *e = take(&q);
  if (e) {
    free(e->text);
    free(e);
  }
  return 0;
}

static struct entry *add(struct entry *head, const char *text) {
  struct entry *e = entry_new(text), *at;
  if (!head)
    return e;
  for (at = head; at->next; at = at->next)
    ;
  at->next = e;
  return head;
}

// DRIVE: char *w[] = {"a", "b", NULL}; returned_ok(w, 0); returned_ok(w, 1)
int returned_ok(char **words, int more) {
  struct entry *list = NULL;
  if (more)
    list = add(list, "more");
  for (; *words; words++)
    list = add(list, *words);
  free_all(&list);
  return list != NULL;
}
