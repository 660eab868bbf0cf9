// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Queues with a pointer to the last link, lists turned round, joined, filtered
// and merged, rings with a sentinel.

#include "../leak.h"

struct node {
  struct node *next;
  int key;
};
struct queue {
  struct node *head, **tail;
};

static struct node *node_new(int key, struct node *next) {
  struct node *n = malloc(sizeof *n);
  if (!n)
    exit(1);
  n->next = next;
  n->key = key;
  return n;
}

static void nodes_free(struct node *n) {
  while (n) {
    struct node *next = n->next;
    free(n);
    n = next;
  }
}

static void queue_init(struct queue *q) {
  q->head = NULL;
  q->tail = &q->head;
}

static void queue_add(struct queue *q, struct node *n) {
  *q->tail = n;
  q->tail = &n->next;
}

static void queue_take_all(struct queue *to, struct queue *from) {
  *to = *from;
  if (!from->head)
    to->tail = &to->head;
  queue_init(from);
}

// DRIVE: queued_ok()
void queued_ok(void) {
  struct queue q;
  queue_init(&q);
  queue_add(&q, node_new(1, NULL));
  queue_add(&q, node_new(2, NULL));
  nodes_free(q.head);
}

// DRIVE: queued_bad()
void queued_bad(void) {
  struct queue q;
  queue_init(&q);
  queue_add(&q, node_new(1, NULL));
  queue_add(&q, node_new(2, NULL)); // LEAK missed-by(valueflow): a sink that is only possible counts
  free(q.head);
}

// DRIVE: all_taken_ok()
void all_taken_ok(void) {
  struct queue a, b;
  queue_init(&a);
  queue_add(&a, node_new(1, NULL));
  queue_take_all(&b, &a);
  nodes_free(b.head);
}

// DRIVE: all_taken_bad()
void all_taken_bad(void) {
  struct queue a, b;
  queue_init(&a);
  queue_add(&a, node_new(1, NULL)); // LEAK missed-by(valueflow): a sink that is only possible counts
  queue_take_all(&b, &a);
  nodes_free(a.head);
}

// DRIVE: initialised_again_bad()
void initialised_again_bad(void) {
  struct queue q;
  queue_init(&q);
  queue_add(&q, node_new(1, NULL)); // LEAK missed-by(valueflow): a sink that is only possible counts
  queue_init(&q);
  nodes_free(q.head);
}

static struct node *turned_round(struct node *n) {
  struct node *result = NULL;
  while (n) {
    struct node *next = n->next;
    n->next = result;
    result = n;
    n = next;
  }
  return result;
}

// DRIVE: turned_round_ok()
void turned_round_ok(void) {
  nodes_free(turned_round(node_new(1, node_new(2, NULL))));
}

// The old head is the last node now.
// DRIVE: old_head_bad()
void old_head_bad(void) {
  struct node *last = node_new(2, NULL); // LEAK missed-by(sat, fused, absint, valueflow): what a loop in a callee writes
  struct node *n = node_new(1, last);
  turned_round(n);
  nodes_free(n);
}

static struct node *joined(struct node *first, struct node *second) {
  struct node *n = first;
  if (!n)
    return second;
  while (n->next)
    n = n->next;
  n->next = second;
  return first;
}

// DRIVE: joined_ok()
void joined_ok(void) {
  nodes_free(joined(NULL, joined(node_new(1, NULL), node_new(2, NULL))));
}

// DRIVE: joined_to_nothing_bad()
void joined_to_nothing_bad(void) {
  struct node *list = NULL;
  joined(list, node_new(1, NULL)); // LEAK
  nodes_free(list);
}

// DRIVE: joined_and_freed_bad()
void joined_and_freed_bad(void) {
  struct node *a = node_new(1, NULL), *b = node_new(2, NULL);
  joined(a, b);
  nodes_free(a);
  free(b); // DOUBLE-FREE missed-by(sat, fused, absint): what a loop in a callee writes
}
