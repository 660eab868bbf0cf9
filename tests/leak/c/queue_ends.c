// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Queues with a first and a last cell: a cell that is taken out, or that was
// never put in, has no other reference.

#include "../leak.h"

struct job {
  struct job *next;
  char *what;
};
struct queue {
  struct job *first, *last;
};

static void put(struct queue *q, struct job *j) {
  j->next = NULL;
  if (q->last)
    q->last->next = j;
  else
    q->first = j;
  q->last = j;
}

static struct job *take(struct queue *q) {
  struct job *j = q->first;
  if (!j)
    return NULL;
  q->first = j->next;
  if (!q->first)
    q->last = NULL;
  return j;
}

static void drain(struct queue *q) {
  struct job *j;
  while ((j = take(q)) != NULL) {
    free(j->what);
    free(j);
  }
}

// DRIVE: { struct queue q = {0}; put_ok(&q); drain(&q); }
void put_ok(struct queue *q) {
  struct job *j = calloc(1, sizeof *j);
  if (j)
    put(q, j);
}

// DRIVE: { struct queue q = {0}; put_when_empty_bad(&q); put_when_empty_bad(&q); drain(&q); }
void put_when_empty_bad(struct queue *q) {
  struct job *j = calloc(1, sizeof *j); // LEAK
  if (j && !q->first)
    put(q, j);
}

// DRIVE: { struct queue q = {0}; put_when_empty_ok(&q); put_when_empty_ok(&q); drain(&q); }
void put_when_empty_ok(struct queue *q) {
  struct job *j = calloc(1, sizeof *j);
  if (j && !q->first)
    put(q, j);
  else
    free(j);
}

// DRIVE: { struct queue q = {0}; named_bad(&q, "a"); drain(&q); }
void named_bad(struct queue *q, const char *what) {
  struct job *j = calloc(1, sizeof *j);
  if (!j)
    return;
  j->what = strdup(what); // LEAK missed-by(valueflow): what is kept with its holder is out of danger
  j->what = NULL;
  put(q, j);
}

// DRIVE: { struct queue q = {0}; named_ok(&q, "a"); drain(&q); }
void named_ok(struct queue *q, const char *what) {
  struct job *j = calloc(1, sizeof *j);
  if (!j)
    return;
  j->what = strdup(what);
  put(q, j);
}

// DRIVE: { struct queue q = {0}; dropped_name_bad(&q, "a"); drain(&q); }
void dropped_name_bad(struct queue *q, const char *what) {
  struct job *j = calloc(1, sizeof *j);
  char *copy = strdup(what); // LEAK
  if (j && copy)
    j->what = copy;
  if (j)
    put(q, j);
}

// DRIVE: { struct queue q = {0}; dropped_name_ok(&q, "a"); drain(&q); }
void dropped_name_ok(struct queue *q, const char *what) {
  struct job *j = calloc(1, sizeof *j);
  char *copy = strdup(what);
  if (j && copy)
    j->what = copy;
  else
    free(copy);
  if (j)
    put(q, j);
}

// DRIVE: local_ok()
void local_ok(void) {
  struct queue q = {NULL, NULL};
  put_ok(&q);
  drain(&q);
}

// DRIVE: one_cell_ok()
int one_cell_ok(void) {
  struct job *j = calloc(1, sizeof *j);
  if (!j)
    return -1;
  struct queue q = {j, j};
  struct job *taken = q.first;
  q.first = q.last = NULL;
  free(taken);
  return 0;
}

// DRIVE: one_cell_bad()
int one_cell_bad(void) {
  struct job *j = calloc(1, sizeof *j); // LEAK
  if (!j)
    return -1;
  struct queue q = {j, j};
  q.first = q.last = NULL;
  return q.first == NULL;
}
