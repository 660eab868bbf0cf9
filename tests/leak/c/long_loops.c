// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops of too many rounds to write out: each round stands for any later one.

#include "../leak.h"

// DRIVE: each_round_bad()
void each_round_bad(void) {
  for (int i = 0; i < 300; i++) {
    char *p = malloc(4); // LEAK missed-by(absint, ownership): too many rounds
    if (p)
      p[0] = 1;
  }
}

// DRIVE: each_round_ok()
void each_round_ok(void) {
  for (int i = 0; i < 300; i++) {
    char *p = malloc(4);
    if (p)
      p[0] = 1;
    free(p);
  }
}

// DRIVE: overwritten_bad()
void overwritten_bad(void) {
  char *p = NULL;
  for (int i = 0; i < 300; i++)
    p = malloc(4); // LEAK missed-by(absint, ownership): too many rounds
  free(p);
}

// DRIVE: overwritten_ok()
void overwritten_ok(void) {
  char *p = NULL;
  for (int i = 0; i < 300; i++) {
    free(p);
    p = malloc(4);
  }
  free(p);
}

struct node {
  struct node *next;
};

// DRIVE: kept_in_list_ok()
void kept_in_list_ok(void) {
  struct node *list = NULL;
  for (int i = 0; i < 300; i++) {
    struct node *n = malloc(sizeof *n);
    if (!n)
      break;
    n->next = list;
    list = n;
  }
  while (list) {
    struct node *next = list->next;
    free(list);
    list = next;
  }
}

// DRIVE: behind_bad()
int behind_bad(void) {
  char *p = malloc(9); // LEAK missed-by(absint, ownership, contradiction): too many rounds
  char cells[300];
  if (!p)
    return 1;
  for (int i = 0; i < 300; i++)
    cells[i] = 0;
  return cells[3];
}
