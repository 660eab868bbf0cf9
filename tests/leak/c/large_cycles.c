// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A parser of twenty functions that call each other, and build a tree.

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
LEVEL(level4, level3, 'd')
LEVEL(level5, level4, 'e')
LEVEL(level6, level5, 'f')
LEVEL(level7, level6, 'g')
LEVEL(level8, level7, 'h')
LEVEL(level9, level8, 'i')
LEVEL(level10, level9, 'j')
LEVEL(level11, level10, 'k')
LEVEL(level12, level11, 'l')
LEVEL(level13, level12, 'm')
LEVEL(level14, level13, 'n')
LEVEL(level15, level14, 'o')
LEVEL(level16, level15, 'p')
LEVEL(level17, level16, '*')
LEVEL(level18, level17, '-')
LEVEL(sum, level18, '+')

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
