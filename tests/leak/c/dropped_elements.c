// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elements that are taken out of a list of the caller and freed by hand, with
// and without what they hold.

#include "../leak.h"

struct job {
  struct job *next;
  char *command;
  int priority;
};
struct queue {
  struct job *head;
  int count;
};

static void job_free(struct job *j) {
  if (!j)
    return;
  free(j->command);
  free(j);
}

int queue_push(struct queue *q, const char *command, int priority) {
  struct job *j = malloc(sizeof *j);
  if (!j)
    return -1;
  j->command = strdup(command);
  j->priority = priority;
  j->next = q->head;
  q->head = j;
  q->count++;
  return 0;
}

static struct job *queue_pop(struct queue *q) {
  struct job *j = q->head;
  if (j) {
    q->head = j->next;
    q->count--;
  }
  return j;
}

static void queue_clear(struct queue *q) {
  struct job *j;
  while ((j = queue_pop(q)) != NULL)
    job_free(j);
}

// DRIVE: struct queue q = {0}; queue_push(&q, "a", 1); queue_push(&q, "b", 3); run_bad(&q, 2)
int run_bad(struct queue *q, int least) {
  struct job *j;
  while ((j = queue_pop(q)) != NULL) {
    if (j->priority < least) {
      fprintf(stderr, "skip %s\n", j->command); // LEAK(elsewhere) missed-by(absint, valueflow): what was there before the call is not followed
      free(j);
      continue;
    }
    job_free(j);
  }
  return 0;
}

// DRIVE: struct queue q = {0}; queue_push(&q, "a", 1); queue_push(&q, "b", 3); run_ok(&q, 2)
int run_ok(struct queue *q, int least) {
  struct job *j;
  while ((j = queue_pop(q)) != NULL) {
    if (j->priority < least)
      fprintf(stderr, "skip %s\n", j->command);
    job_free(j);
  }
  return 0;
}

// DRIVE: struct queue q = {0}; queue_push(&q, "a", 1); first_bad(&q)
int first_bad(struct queue *q) {
  struct job *j = queue_pop(q);
  if (!j)
    return -1;
  int n = printf("first: %s\n", j->command); // LEAK(elsewhere) missed-by(absint, valueflow): what was there before the call is not followed
  free(j);
  return n;
}

// Unlinked by hand, in the middle.
// DRIVE: struct queue q = {0}; queue_push(&q, "a", 1); queue_push(&q, "b", 3); cut_bad(&q); queue_clear(&q)
void cut_bad(struct queue *q) {
  if (!q->head || !q->head->next)
    return;
  struct job *j = q->head->next;
  q->head->next = j->next;
  if (j->command) // LEAK(elsewhere) missed-by(absint, valueflow): what was there before the call is not followed
    puts(j->command);
  free(j);
}

// DRIVE: struct queue q = {0}; queue_push(&q, "a", 1); queue_push(&q, "b", 3); cut_ok(&q); queue_clear(&q)
void cut_ok(struct queue *q) {
  if (!q->head || !q->head->next)
    return;
  struct job *j = q->head->next;
  q->head->next = j->next;
  if (j->command)
    puts(j->command);
  free(j->command);
  free(j);
}
