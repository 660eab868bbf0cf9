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

// PROVED
struct tree *dsw_tree(struct tree *root) {
  struct tree *at = root, *back = NULL, *t;
  if (root == NULL)
    return NULL;
  for (;;) {
    at->data++;
    t = at->left;
    at->left = at->right;
    at->right = back;
    back = at;
    at = t;
    if (at == NULL) {
      at = back;
      back = NULL;
    }
    if (at == root)
      return root;
  }
}
