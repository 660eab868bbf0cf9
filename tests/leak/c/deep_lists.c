// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lists of a known depth, up to five links and beyond, built and taken apart in
// different functions.

#include "../leak.h"

struct node {
  struct node *next, *before;
  char *name;
};

static struct node *node_new(struct node *next) {
  struct node *n = calloc(1, sizeof *n);
  if (!n)
    exit(1);
  n->next = next;
  return n;
}

static struct node *chain_of_three(void) {
  return node_new(node_new(node_new(NULL)));
}

static struct node *chain_of_five(void) {
  return node_new(node_new(chain_of_three()));
}

static struct node *chain_of_seven(void) {
  return node_new(node_new(chain_of_five()));
}

static void free_all(struct node *n) {
  while (n) {
    struct node *next = n->next;
    free(n);
    n = next;
  }
}

static void free_three(struct node *n) {
  free(n->next->next);
  free(n->next);
  free(n);
}

// DRIVE: three_by_hand_ok()
void three_by_hand_ok(void) { free_three(chain_of_three()); }

// DRIVE: three_of_five_bad()
void three_of_five_bad(void) {
  struct node *n = chain_of_five(); // LEAK missed-by(valueflow): a sink that is only possible counts
  free_three(n);
}

// DRIVE: five_by_hand_ok()
void five_by_hand_ok(void) {
  struct node *n = chain_of_five();
  free_three(n->next->next);
  free(n->next);
  free(n);
}

// DRIVE: five_but_last_bad()
void five_but_last_bad(void) {
  struct node *n = chain_of_five(); // LEAK missed-by(valueflow): a sink that is only possible counts
  n->next->next->next->next = NULL;
  free_all(n);
}

// DRIVE: five_all_ok()
void five_all_ok(void) { free_all(chain_of_five()); }

// DRIVE: seven_all_ok()
void seven_all_ok(void) { free_all(chain_of_seven()); }

// DRIVE: sixth_and_seventh_bad()
void sixth_and_seventh_bad(void) {
  struct node *n = chain_of_seven(); // LEAK missed-by(valueflow): a sink that is only possible counts
  struct node *fifth = n->next->next->next->next;
  fifth->next = NULL;
  free_all(n);
}

// DRIVE: sixth_and_seventh_ok()
void sixth_and_seventh_ok(void) {
  struct node *n = chain_of_seven();
  struct node *fifth = n->next->next->next->next;
  free_all(fifth->next);
  fifth->next = NULL;
  free_all(n);
}

// DRIVE: seven_lost_bad()
int seven_lost_bad(void) {
  struct node *n = chain_of_seven(); // LEAK
  return n->next->next->next->next->next != NULL;
}

// DRIVE: seventh_returned_ok()
struct node *seventh_of(struct node *n) {
  return n->next->next->next->next->next->next;
}
void seventh_returned_ok(void) {
  struct node *n = chain_of_seven();
  struct node *last = seventh_of(n);
  last->next = node_new(NULL);
  free_all(n);
}

// DRIVE: every_name_ok(7)
void every_name_ok(int count) {
  struct node *list = NULL;
  while (count-- > 0) {
    list = node_new(list);
    list->name = strdup("x");
  }
  while (list) {
    struct node *next = list->next;
    free(list->name);
    free(list);
    list = next;
  }
}

// DRIVE: every_name_bad(7)
void every_name_bad(int count) {
  struct node *list = NULL;
  while (count-- > 0) {
    list = node_new(list);
    list->name = strdup("x"); // LEAK
  }
  free_all(list);
}

// Both directions: the way back keeps nobody alive.
// DRIVE: linked_both_ways_bad()
void linked_both_ways_bad(void) {
  struct node *tail = node_new(NULL); // LEAK(one-of pair)
  struct node *head = node_new(tail); // LEAK(one-of pair)
  tail->before = head;
}

// DRIVE: linked_both_ways_ok()
void linked_both_ways_ok(void) {
  struct node *tail = node_new(NULL);
  tail->before = node_new(tail);
  free(tail->before);
  free(tail);
}
