// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A parser of six functions that call each other, and build a tree.

#include "../leak.h"

struct node {
  int sign;
  struct node *left, *right;
  char *text;
};

static const char *at;

static struct node *node_new(int sign, struct node *left, struct node *right) {
  struct node *n = malloc(sizeof *n);
  if (!n)
    return NULL;
  n->sign = sign;
  n->left = left;
  n->right = right;
  n->text = NULL;
  return n;
}

static void node_free(struct node *n) {
  if (!n)
    return;
  node_free(n->left);
  node_free(n->right);
  free(n->text);
  free(n);
}

static struct node *sum(void);

static struct node *atom(void) {
  if (*at == '(') {
    at++;
    struct node *n = sum();
    if (n && *at != ')') {
      node_free(n);
      return NULL;
    }
    at++;
    return n;
  }
  if (!*at)
    return NULL;
  struct node *n = node_new(*at, NULL, NULL);
  if (n && !(n->text = strdup(at))) {
    free(n);
    return NULL;
  }
  at++;
  return n;
}

#define LEVEL(name, next, character)                                           \
  static struct node *name(void) {                                             \
    struct node *left = next();                                                \
    if (!left)                                                                 \
      return NULL;                                                             \
    while (*at == character) {                                                 \
      at++;                                                                    \
      struct node *right = next();                                             \
      if (!right) {                                                            \
        node_free(left);                                                       \
        return NULL;                                                           \
      }                                                                        \
      struct node *both = node_new(character, left, right);                    \
      if (!both) {                                                             \
        node_free(left);                                                       \
        node_free(right);                                                      \
        return NULL;                                                           \
      }                                                                        \
      left = both;                                                             \
    }                                                                          \
    return left;                                                               \
  }

LEVEL(level1, atom, 'a')
LEVEL(level2, level1, 'b')
LEVEL(level3, level2, 'c')
LEVEL(sum, level3, '+')

// DRIVE: parse_ok("1+2")
// DRIVE: parse_ok("(1*2)+3)")
int parse_ok(const char *s) {
  at = s;
  struct node *n = sum();
  if (!n)
    return -1;
  int is_all = *at == 0;
  node_free(n);
  return is_all;
}

// DRIVE: parse_bad("1+2)")
int parse_bad(const char *s) {
  at = s;
  struct node *n = sum(); // LEAK
  if (!n)
    return -1;
  if (*at)
    return -2;
  node_free(n);
  return 0;
}
