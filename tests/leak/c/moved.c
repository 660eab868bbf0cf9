// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Objects on the move: from stack to queue, swapped, stolen, exchanged for
// another, handed from one holder to the next.

#include "../leak.h"

struct job {
  struct job *next;
  char *name;
};
struct jobs {
  struct job *first;
};

static void job_free(struct job *j) {
  if (j)
    free(j->name);
  free(j);
}

static void push(struct jobs *to, struct job *j) {
  j->next = to->first;
  to->first = j;
}

static struct job *pop(struct jobs *from) {
  struct job *j = from->first;
  if (j)
    from->first = j->next;
  return j;
}

static struct job *job_new(const char *name) {
  struct job *j = calloc(1, sizeof *j);
  if (!j || !(j->name = strdup(name)))
    exit(1);
  return j;
}

// DRIVE: from_one_to_other_ok()
void from_one_to_other_ok(void) {
  struct jobs waiting = {0}, done = {0};
  push(&waiting, job_new("a"));
  push(&done, pop(&waiting));
  job_free(pop(&done));
}

// DRIVE: left_in_second_bad()
void left_in_second_bad(void) {
  struct jobs waiting = {0}, done = {0};
  push(&waiting, job_new("a")); // LEAK
  push(&done, pop(&waiting));
  job_free(pop(&waiting));
}

// DRIVE: struct jobs a = {job_new("a")}, b = {0}; all_moved_ok(&a, &b); job_free(pop(&b))
void all_moved_ok(struct jobs *from, struct jobs *to) {
  struct job *j;
  while ((j = pop(from)))
    push(to, j);
}

// DRIVE: popped_and_dropped_bad()
void popped_and_dropped_bad(void) {
  struct jobs waiting = {0};
  push(&waiting, job_new("a")); // LEAK
  pop(&waiting);
}

static void swap(char **a, char **b) {
  char *t = *a;
  *a = *b;
  *b = t;
}

// DRIVE: swapped_ok()
void swapped_ok(void) {
  char *a = malloc(4), *b = NULL;
  swap(&a, &b);
  free(b);
}

// DRIVE: swapped_bad()
void swapped_bad(void) {
  char *a = malloc(4), *b = NULL; // LEAK missed-by(valueflow): a sink that is only possible counts
  swap(&a, &b);
  free(a);
}

// DRIVE: struct job *j = job_new("a"); rename_by_swap_ok(j, "b"); job_free(j)
void rename_by_swap_ok(struct job *j, const char *name) {
  char *other = strdup(name);
  swap(&j->name, &other);
  free(other);
}

// DRIVE: struct job *j = job_new("a"); rename_by_swap_bad(j, "b"); job_free(j)
void rename_by_swap_bad(struct job *j, const char *name) {
  char *other = strdup(name);
  swap(&j->name, &other); // LEAK(elsewhere) missed-by(sat, fused, absint, valueflow): what was there before the call is not followed
}

static char *steal(char **from) {
  char *p = *from;
  *from = NULL;
  return p;
}

// DRIVE: free(stolen_ok(0)); free(stolen_ok(1))
char *stolen_ok(int failed) {
  char *p = malloc(4);
  char *result = failed ? NULL : steal(&p);
  free(p);
  return result;
}

// DRIVE: free(stolen_bad(0)); free(stolen_bad(1))
char *stolen_bad(int failed) {
  char *p = malloc(4); // LEAK
  char *result = steal(&p);
  free(p);
  return failed ? NULL : result;
}

// DRIVE: name_stolen_ok()
void name_stolen_ok(void) {
  struct job *j = job_new("a");
  char *name = steal(&j->name);
  job_free(j);
  free(name);
}

// DRIVE: name_stolen_bad()
void name_stolen_bad(void) {
  struct job *j = job_new("a"); // LEAK(one-of name)
  char *name = steal(&j->name); // LEAK(one-of name)
  job_free(j);
  (void)name;
}
