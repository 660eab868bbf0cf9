// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What functions keep, return and count.

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

struct item {
  struct item *next;
  char *name;
  int refs;
};

static char *saved;

//= keeps s in saved
void save(char *s) { saved = s; }

//= keeps s in i->name
void take_name(struct item *i, char *s) { i->name = s; }

//= frees i->name
//= keeps s in i->name
void replace_name(struct item *i, char *s) {
  free(i->name);
  i->name = s;
}

//= keeps i in *head
//= keeps *head in i->next
void push(struct item **head, struct item *i) {
  i->next = *head;
  *head = i;
}

//= result is new malloc, may fail
//= keeps name in the result
struct item *wrap(char *name) {
  struct item *i = malloc(sizeof *i);
  if (i) {
    i->name = name;
    i->next = NULL;
  }
  return i;
}

//= result is s
char *same(char *s) { return s; }

//= result is a
//= result is b
char *first_of(char *a, char *b) { return a ? a : b; }

//= result is s
//= result points into s
char *skip(char *s) {
  while (*s == ' ')
    s++;
  return s;
}

//= result is i->name
char *name_of(struct item *i) { return i->name; }

extern void unknown(void *p);

//= may keep p
void hand_on(char *p) { unknown(p); }

//= takes a reference, counted in i->refs
//= result is i
struct item *item_ref(struct item *i) {
  i->refs++;
  return i;
}

//= frees i on some paths
//= frees i->name on some paths
//= gives back a reference, counted in i->refs
void item_unref(struct item *i) {
  if (--i->refs > 0)
    return;
  free(i->name);
  free(i);
}

//= nothing
void local_copy(const char *s) {
  char *p = strdup(s);
  if (p)
    p[0] = 'x';
  free(p);
}

//= nothing
void swap(struct item *a) {
  struct item copy = *a;
  copy.refs = 3;
  *a = copy;
}

//= takes a reference, counted in i->refs
int try_ref(struct item *i, int fails) {
  item_ref(i);
  if (fails) {
    item_unref(i);
    return -1;
  }
  return 0;
}
