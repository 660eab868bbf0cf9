// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Deutsch, Schorr and Waite: the `dsw` rows of the paper's Figure 6.  On the way
// down pointers are turned round, on the way up they are turned back.

#include "../prove.h"

// PROVED
struct list *dsw_list(struct list *x) {
  struct list *back = NULL, *t;
  while (x != NULL) {
    t = x->next;
    x->next = back;
    back = x;
    x = t;
  }
  while (back != NULL) {
    t = back->next;
    back->next = x;
    x = back;
    back = t;
  }
  return x;
}

// `data` is 0 where nobody was, 1 on the way down to the left, 2 to the right.
// PROVED
struct tree *dsw_tree(struct tree *at) {
  struct tree *back = NULL, *t;
  for (;;) {
    while (at != NULL && at->data == 0) {
      at->data = 1;
      t = at->left;
      at->left = back;
      back = at;
      at = t;
    }
    while (back != NULL && back->data == 2) {
      t = back->right;
      back->right = at;
      at = back;
      back = t;
    }
    if (back == NULL)
      return at;
    back->data = 2;
    t = back->left;
    back->left = at;
    at = back->right;
    back->right = t;
  }
}
