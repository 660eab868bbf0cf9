// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Singly linked lists: built, walked, freed, and lost half way.

#include "../leak.h"

struct node {
  struct node *next;
  char *name;
};

static void list_free(struct node *n) {
  while (n) {
    struct node *next = n->next;
    free(n->name);
    free(n);
    n = next;
  }
}

// DRIVE: list_free(build_ok(3))
struct node *build_ok(int count) {
  struct node *head = NULL;
  for (int i = 0; i < count; i++) {
    struct node *n = malloc(sizeof *n);
    if (!n) {
      list_free(head);
      return NULL;
    }
    n->name = NULL;
    n->next = head;
    head = n;
  }
  return head;
}

// DRIVE: list_free(build_bad(3))
struct node *build_bad(int count) {
  struct node *head = NULL;
  for (int i = 0; i < count; i++) {
    struct node *n = malloc(sizeof *n); // LEAK
    if (!n)
      return NULL;
    n->name = NULL;
    n->next = head;
    head = n;
  }
  return head;
}

// DRIVE: list_free(push_ok(push_ok(NULL, "a"), "b"))
struct node *push_ok(struct node *head, const char *name) {
  struct node *n = malloc(sizeof *n);
  if (!n)
    return head;
  n->name = strdup(name);
  if (!n->name) {
    free(n);
    return head;
  }
  n->next = head;
  return n;
}

// DRIVE: list_free(push_bad(NULL, "a"))
struct node *push_bad(struct node *head, const char *name) {
  struct node *n = malloc(sizeof *n); // LEAK
  if (!n)
    return head;
  n->name = strdup(name);
  if (!n->name)
    return head;
  n->next = head;
  return n;
}

// DRIVE: local_list_bad()
int local_list_bad(void) {
  struct node *a = calloc(1, sizeof *a); // LEAK(indirect)
  struct node *b = calloc(1, sizeof *b); // LEAK
  if (!a || !b) {
    free(a);
    free(b);
    return -1;
  }
  b->next = a;
  return b->next->name != NULL;
}

// DRIVE: struct node *n = push_ok(NULL, "a"); if (n) drop_head_ok(&n)
void drop_head_ok(struct node **head) {
  struct node *n = *head;
  *head = n->next;
  free(n->name);
  free(n);
}

// DRIVE: append_at_tail_ok(3)
void append_at_tail_ok(int count) {
  struct node *head = NULL, **tail = &head;
  while (count-- > 0) {
    struct node *n = calloc(1, sizeof *n);
    if (!n)
      break;
    *tail = n;
    tail = &n->next;
  }
  list_free(head);
}

// DRIVE: first_only_bad()
void first_only_bad(void) {
  struct node *a = calloc(1, sizeof *a);
  struct node *b = calloc(1, sizeof *b); // LEAK
  if (!a || !b) {
    free(a);
    free(b);
    return;
  }
  a->next = b;
  free(a);
}
