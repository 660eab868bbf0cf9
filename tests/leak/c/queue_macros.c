// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lists of <sys/queue.h>: macros, known as the code they become.

#include "../leak.h"
#include <sys/queue.h>

struct word {
  char *text;
  SLIST_ENTRY(word) next;
};
SLIST_HEAD(words, word);

struct job {
  char *name;
  TAILQ_ENTRY(job) link;
};
TAILQ_HEAD(jobs, job);

static struct word *word_new(void) {
  return calloc(1, sizeof(struct word));
}

// DRIVE: single_bad()
int single_bad(void) {
  struct words head;
  SLIST_INIT(&head);
  struct word *w = word_new(); // LEAK
  if (!w)
    return -1;
  SLIST_INSERT_HEAD(&head, w, next);
  return SLIST_EMPTY(&head);
}

// DRIVE: single_ok()
int single_ok(void) {
  struct words head;
  SLIST_INIT(&head);
  struct word *w = word_new();
  if (!w)
    return -1;
  SLIST_INSERT_HEAD(&head, w, next);
  while (!SLIST_EMPTY(&head)) {
    w = SLIST_FIRST(&head);
    SLIST_REMOVE_HEAD(&head, next);
    free(w);
  }
  return 0;
}

// DRIVE: removed_bad()
int removed_bad(void) {
  struct words head;
  SLIST_INIT(&head);
  struct word *w = word_new(); // LEAK
  if (!w)
    return -1;
  SLIST_INSERT_HEAD(&head, w, next);
  SLIST_REMOVE_HEAD(&head, next);
  return 0;
}

// DRIVE: text_forgotten_bad()
int text_forgotten_bad(void) {
  struct words head;
  SLIST_INIT(&head);
  struct word *w = word_new();
  if (!w)
    return -1;
  w->text = strdup("a"); // LEAK
  SLIST_INSERT_HEAD(&head, w, next);
  w = SLIST_FIRST(&head);
  SLIST_REMOVE_HEAD(&head, next);
  free(w);
  return 0;
}

// DRIVE: struct words h = SLIST_HEAD_INITIALIZER(h); into_caller_ok(&h); free(SLIST_FIRST(&h))
int into_caller_ok(struct words *head) {
  struct word *w = word_new();
  if (!w)
    return -1;
  SLIST_INSERT_HEAD(head, w, next);
  return 0;
}

// DRIVE: tail_bad()
int tail_bad(void) {
  struct jobs head;
  TAILQ_INIT(&head);
  struct job *j = calloc(1, sizeof *j); // LEAK missed-by(contradiction): on the way back too little is known of the object
  if (!j)
    return -1;
  TAILQ_INSERT_TAIL(&head, j, link);
  return TAILQ_EMPTY(&head);
}

// DRIVE: tail_ok(2)
int tail_ok(int n) {
  struct jobs head;
  struct job *j;
  TAILQ_INIT(&head);
  for (int i = 0; i < n; i++) {
    j = calloc(1, sizeof *j); // false-alarm(valueflow): a list that is emptied in a loop
    if (j)
      TAILQ_INSERT_TAIL(&head, j, link);
  }
  while ((j = TAILQ_FIRST(&head)) != NULL) {
    TAILQ_REMOVE(&head, j, link);
    free(j);
  }
  return 0;
}

// DRIVE: struct jobs h = TAILQ_HEAD_INITIALIZER(h); taken_out_bad(&h, 1)
int taken_out_bad(struct jobs *head, int early) {
  struct job *j = calloc(1, sizeof *j); // LEAK missed-by(ownership): a list of the caller may keep it
  if (!j)
    return -1;
  TAILQ_INSERT_HEAD(head, j, link);
  TAILQ_REMOVE(head, j, link);
  if (early)
    return 1;
  free(j);
  return 0;
}

// DRIVE: struct jobs h = TAILQ_HEAD_INITIALIZER(h); twice_bad(&h)
void twice_bad(struct jobs *head) {
  struct job *j = calloc(1, sizeof *j);
  if (!j)
    return;
  TAILQ_INSERT_HEAD(head, j, link);
  TAILQ_REMOVE(head, j, link);
  free(j);
  free(j); // DOUBLE-FREE missed-by(contradiction, ownership): a list of the caller may keep it
}
