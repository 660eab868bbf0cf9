// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops that the function never leaves: what is lost in a round is lost.

#include "../leak.h"

static int rounds;
static int is_last(void) { return ++rounds > 3; }

// DRIVE: serve_bad()
void serve_bad(void) {
  for (;;) {
    char *p = malloc(4); // LEAK missed-by(absint, ownership, contradiction, valueflow): no exit
    if (p)
      p[0] = 1;
    if (is_last())
      exit(0);
  }
}

// DRIVE: serve_ok()
void serve_ok(void) {
  for (;;) {
    char *p = malloc(4);
    if (p)
      p[0] = 1;
    free(p);
    if (is_last())
      exit(0);
  }
}

// DRIVE: skipped_bad(2)
void skipped_bad(int n) {
  for (;;) {
    char *p = malloc(4); // LEAK missed-by(absint, ownership, contradiction, valueflow): no exit
    if (is_last())
      exit(0);
    if (n == 2)
      continue;
    free(p);
  }
}

// DRIVE: freed_in_next_round_ok()
void freed_in_next_round_ok(void) {
  char *before = NULL;
  for (;;) {
    free(before);
    before = malloc(4);
    if (is_last()) {
      free(before);
      exit(0);
    }
  }
}

struct job {
  struct job *next;
};

// DRIVE: queued_ok()
void queued_ok(void) {
  struct job *queue = NULL;
  for (;;) {
    struct job *job = malloc(sizeof *job);
    if (job) {
      job->next = queue;
      queue = job;
    }
    if (is_last()) {
      while (queue) {
        struct job *next = queue->next;
        free(queue);
        queue = next;
      }
      exit(0);
    }
  }
}
