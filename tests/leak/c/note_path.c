// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is lost only behind a failing allocation is a note, also where the way
// there cannot be followed.

#include "../leak.h"

struct node {
  struct node *next;
  char *word;
};
struct list {
  struct node *head;
  int error;
};

static int no_memory(struct list *list) {
  list->error = 2;
  return list->error;
}

static int new_node(struct list *list, struct node **out) {
  struct node *node = calloc(1, sizeof *node);
  if (node == NULL)
    return no_memory(list);
  *out = node;
  return 0;
}

static int is_pattern(const char *text, int length) {
  while (length-- > 0)
    if (strchr("*?[", *text++))
      return 1;
  return 0;
}

static void free_list(struct list *list) {
  while (list->head != NULL) {
    struct node *next = list->head->next;
    free(list->head->word);
    free(list->head);
    list->head = next;
  }
}

static struct list listed(const char *word) {
  struct list list = {calloc(1, sizeof(struct node)), 0};
  if (list.head == NULL || (list.head->word = strdup(word)) == NULL)
    exit(1);
  return list;
}

// DRIVE: struct list l = listed("*"); expand_bad(&l); free_list(&l)
int expand_bad(struct list *list) {
  struct node *next;
  for (struct node *p = list->head; p != NULL; p = next) {
    next = p->next;
    if (is_pattern(p->word, (int)strlen(p->word))) {
      struct node *node;
      if (new_node(list, &node)) // LEAK(note)
        return 1;
      char *word = strdup(p->word);
      if (word == NULL)
        return no_memory(list);
      node->word = word;
      node->next = p->next;
      p->next = node;
    }
  }
  return 0;
}

// DRIVE: struct list l = listed("*"); expand_early_bad(&l, 1); free_list(&l)
int expand_early_bad(struct list *list, int is_last) {
  struct node *next;
  for (struct node *p = list->head; p != NULL; p = next) {
    next = p->next;
    if (is_pattern(p->word, (int)strlen(p->word))) {
      struct node *node;
      if (new_node(list, &node)) // LEAK(warning)
        return 1;
      char *word = strdup(p->word);
      if (word == NULL || is_last) {
        free(word);
        return no_memory(list);
      }
      node->word = word;
      node->next = p->next;
      p->next = node;
    }
  }
  return 0;
}

struct text {
  char *data;
  int count;
};

static struct text *read_line(FILE *in) {
  struct text *text = calloc(1, sizeof *text);
  if (text == NULL)
    exit(1);
  int c, n = 0;
  while ((c = getc(in)) != EOF) {
    n++;
    if (c == '\n')
      break;
    char *data = realloc(text->data, (size_t)text->count + 2);
    if (data == NULL)
      exit(1);
    text->data = data;
    text->data[text->count++] = (char)c;
    text->data[text->count] = 0;
  }
  if (n == 0) {
    free(text->data);
    free(text);
    return NULL;
  }
  return text;
}

static char *to_string(struct text *text) {
  if (text->data == NULL)
    return strdup("");
  char *data = text->data;
  free(text);
  return data;
}

// An empty line.
// DRIVE: ungetc(10, stdin); free(line_bad(stdin))
char *line_bad(FILE *in) {
  struct text *text = read_line(in); // LEAK(warning) missed-by(ownership): no path is found on which it is lost for certain
  return text != NULL ? to_string(text) : NULL;
}
