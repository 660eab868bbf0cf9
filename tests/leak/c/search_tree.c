// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A search tree hands back the item it has already instead of taking another
// with the same key.  Who does not look at that knows that there is none.

#include "../leak.h"

struct item {
  struct item *left, *right;
  char *name;
};

// Null: it is in the tree now.
static struct item *insert(struct item **tree, struct item *item) {
  struct item *parent = NULL, *next = *tree;
  int order = 0;
  while (next != NULL) {
    parent = next;
    order = strcmp(item->name, parent->name);
    if (order < 0)
      next = next->left;
    else if (order > 0)
      next = next->right;
    else
      return next;
  }
  item->left = item->right = NULL;
  if (parent == NULL)
    *tree = item;
  else if (order < 0)
    parent->left = item;
  else
    parent->right = item;
  return NULL;
}

static struct item *find(struct item *tree, const char *name) {
  while (tree != NULL) {
    int order = strcmp(name, tree->name);
    if (order == 0)
      return tree;
    tree = order < 0 ? tree->left : tree->right;
  }
  return NULL;
}

static struct item *make(const char *name) {
  struct item *item = malloc(sizeof *item);
  if (item == NULL)
    return NULL;
  item->name = strdup(name);
  if (item->name == NULL) {
    free(item);
    return NULL;
  }
  return item;
}

static struct item *names;

static void clear(struct item **tree) {
  while (*tree != NULL) {
    struct item *item = *tree;
    clear(&item->left);
    *tree = item->right;
    free(item->name);
    free(item);
  }
}

// DRIVE: add_ok("a"); add_ok("b"); add_ok("a"); clear(&names)
void add_ok(const char *name) {
  if (find(names, name) != NULL)
    return;
  struct item *item = make(name);
  if (item != NULL)
    insert(&names, item);
}

// DRIVE: add_again_ok("a"); add_again_ok("a"); clear(&names)
void add_again_ok(const char *name) {
  struct item *item = make(name);
  if (item == NULL)
    return;
  if (insert(&names, item) != NULL) {
    free(item->name);
    free(item);
  }
}

// DRIVE: add_again_bad("a"); add_again_bad("a"); clear(&names)
int add_again_bad(const char *name) {
  struct item *item = make(name); // LEAK
  if (item == NULL)
    return 0;
  if (insert(&names, item) != NULL)
    return 0;
  return 1;
}
