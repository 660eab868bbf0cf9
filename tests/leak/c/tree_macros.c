// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Search trees in the manner of <sys/tree.h>: macros that declare the links and
// write the functions of one type, known as the code they become.

#include "../leak.h"

#define TREE_HEAD(name, type)                                                  \
  struct name {                                                                \
    struct type *root;                                                         \
  }
#define TREE_ENTRY(type)                                                       \
  struct {                                                                     \
    struct type *left, *right;                                                 \
  }
#define TREE_INIT(head) ((head)->root = NULL)
#define TREE_EMPTY(head) ((head)->root == NULL)
// INSERT returns an element that is equal, and then takes none.
#define TREE_GENERATE(name, type, field, compare)                              \
  static struct type *name##_INSERT(struct name *head, struct type *element) { \
    struct type **link = &head->root;                                          \
    while (*link) {                                                            \
      int order = compare(element, *link);                                     \
      if (order == 0)                                                          \
        return *link;                                                          \
      link = order < 0 ? &(*link)->field.left : &(*link)->field.right;         \
    }                                                                          \
    element->field.left = element->field.right = NULL;                         \
    *link = element;                                                           \
    return NULL;                                                               \
  }                                                                            \
  static struct type *name##_TAKE_MIN(struct name *head) {                     \
    struct type **link = &head->root, *least;                                  \
    if (!*link)                                                                \
      return NULL;                                                             \
    while ((*link)->field.left)                                                \
      link = &(*link)->field.left;                                             \
    least = *link;                                                             \
    *link = least->field.right;                                                \
    return least;                                                              \
  }

struct word {
  int key;
  char *text;
  TREE_ENTRY(word) link;
};
TREE_HEAD(words, word);
static int compare_words(struct word *a, struct word *b) {
  return a->key - b->key;
}
TREE_GENERATE(words, word, link, compare_words)

static struct word *word_new(int key) {
  struct word *w = calloc(1, sizeof *w);
  if (w)
    w->key = key;
  return w;
}
static void words_free(struct words *head) {
  struct word *w;
  while ((w = words_TAKE_MIN(head)) != NULL) {
    free(w->text);
    free(w);
  }
}

// DRIVE: emptied_ok(2)
void emptied_ok(int n) {
  struct words head;
  TREE_INIT(&head);
  for (int i = 0; i < n; i++) {
    struct word *w = word_new(i);
    if (w)
      words_INSERT(&head, w);
  }
  words_free(&head);
}

// DRIVE: forgotten_bad()
int forgotten_bad(void) {
  struct words head;
  TREE_INIT(&head);
  struct word *w = word_new(1); // LEAK
  if (!w)
    return -1;
  head.root = w;
  return TREE_EMPTY(&head);
}

static struct words all;

// DRIVE: add_ok(3); words_free(&all)
// DRIVE: add_ok(3); add_ok(3); words_free(&all)
int add_ok(int key) {
  struct word *w = word_new(key);
  if (!w)
    return -1;
  if (words_INSERT(&all, w)) {
    free(w);
    return 0;
  }
  return 1;
}

// DRIVE: add_bad(3); add_bad(3); words_free(&all)
int add_bad(int key) {
  struct word *w = word_new(key); // LEAK missed-by(sat, fused, absint, valueflow, contradiction, ownership): what INSERT returns is not known not to be null
  if (!w)
    return -1;
  if (words_INSERT(&all, w))
    return 0;
  return 1;
}

// DRIVE: taken_ok(3)
int taken_ok(int key) {
  struct word *w;
  if (add_ok(key) < 0)
    return -1;
  w = words_TAKE_MIN(&all);
  key = w->key;
  free(w);
  return key;
}

// DRIVE: text_forgotten_bad()
int text_forgotten_bad(void) {
  struct word *w = word_new(1);
  if (!w)
    return -1;
  w->text = strdup("a"); // LEAK missed-by(sat, fused, absint, valueflow): what TAKE_MIN returns is not known to be what was put in
  if (words_INSERT(&all, w)) {
    free(w);
    return 0;
  }
  w = words_TAKE_MIN(&all);
  free(w);
  return 1;
}
