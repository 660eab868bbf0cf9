// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops that free (after Figures 12 and 13 of Jung and Yi, ISMM 2008): lists of
// any length, none and many rounds.

#include "../leak.h"

struct list {
  struct list *next;
};

// Figure 12 to the letter: reads the link of a node that is gone.
// DRIVE: struct list *l = calloc(1, sizeof *l); free_then_step_bad(l)
void free_then_step_bad(struct list *p) {
  struct list *t = p;
  while (t != NULL) {
    free(t);
    p = p->next; // USE-AFTER-FREE missed-by(sat, fused, absint): what the function was given is not followed
    t = p;
  }
}

// DRIVE: step_then_free_ok(calloc(1, sizeof(struct list)))
void step_then_free_ok(struct list *p) {
  while (p != NULL) {
    struct list *t = p;
    p = p->next;
    free(t);
  }
}

static struct list *push(struct list *head) {
  struct list *n = malloc(sizeof *n);
  if (!n)
    return head;
  n->next = head;
  return n;
}

// DRIVE: one_node_ok()
void one_node_ok(void) { step_then_free_ok(push(NULL)); }

// DRIVE: seven_nodes_ok()
void seven_nodes_ok(void) {
  struct list *three = push(push(push(NULL)));
  struct list *six = push(push(push(three)));
  step_then_free_ok(push(six));
}

// DRIVE: seven_nodes_bad()
int seven_nodes_bad(void) {
  struct list *three = push(push(push(NULL))); // LEAK(one-of seven) missed-by(absint, valueflow): a sink that is only possible counts
  struct list *six = push(push(push(three))); // LEAK(one-of seven)
  struct list *seven = push(six); // LEAK(one-of seven) missed-by(sat): a callee that returns a new object or its argument
  return seven != NULL;
}

// DRIVE: cut_off_tail_bad()
void cut_off_tail_bad(void) {
  struct list *tail = push(push(NULL)); // LEAK missed-by(sat, absint, valueflow): a callee that returns a new object or its argument
  struct list *head = calloc(1, sizeof *head);
  if (head)
    head->next = NULL;
  step_then_free_ok(head);
}

static struct list *push_or_free(struct list *head) {
  struct list *n = malloc(sizeof *n);
  if (!n) {
    step_then_free_ok(head);
    return NULL;
  }
  n->next = head;
  return n;
}

// DRIVE: failure_frees_ok()
void failure_frees_ok(void) {
  step_then_free_ok(push_or_free(push_or_free(NULL)));
}

// Figure 13.
// DRIVE: freed_each_round_bad()
void freed_each_round_bad(void) {
  int *p = malloc(4);
  for (int i = 0; i < 10; i++)
    free(p); // DOUBLE-FREE
}

// DRIVE: no_round_bad(0); no_round_bad(3)
void no_round_bad(int rounds) {
  int *p = malloc(4); // LEAK
  for (int i = 0; i < rounds; i++)
    if (i == 0)
      free(p);
}

// DRIVE: freed_in_last_round_ok()
void freed_in_last_round_ok(void) {
  int *p = malloc(4); // false-alarm(valueflow): a loop of more rounds than are unrolled
  for (int i = 0; i < 10; i++)
    if (i == 9)
      free(p);
}
