// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two names of one cell: what is read through one was written through the
// other, and an object is lost only with the last of its names.

#include "../leak.h"

struct box {
  char *text;
  struct box *other;
};

// DRIVE: two_names_ok()
void two_names_ok(void) {
  char *a = malloc(4);
  char *b = a;
  a = NULL;
  free(b);
}

// DRIVE: two_names_bad()
int two_names_bad(void) {
  char *a = malloc(4); // LEAK
  char *b = a;
  a = NULL;
  b = NULL;
  return a == b;
}

// DRIVE: swapped_ok()
void swapped_ok(void) {
  char *a = malloc(4), *b = malloc(4);
  char *t = a;
  a = b;
  b = t;
  free(a);
  free(b);
}

// DRIVE: half_swapped_bad()
void half_swapped_bad(void) {
  char *a = malloc(4); // LEAK
  char *b = malloc(4);
  a = b;
  free(a);
}

// DRIVE: through_pointer_ok()
void through_pointer_ok(void) {
  char *a = NULL, **p = &a;
  *p = malloc(4);
  free(a);
}

// DRIVE: through_pointer_bad()
void through_pointer_bad(void) {
  char *a = NULL, **p = &a;
  *p = malloc(4); // LEAK
  a = NULL;
  free(*p);
}

// DRIVE: one_of_two_ok(0); one_of_two_ok(1)
void one_of_two_ok(int second) {
  char *a = malloc(4), *b = malloc(4);
  char **p = second ? &b : &a;
  free(*p);
  free(second ? a : b);
}

// DRIVE: self_ok()
void self_ok(void) {
  struct box *b = calloc(1, sizeof *b);
  if (!b)
    return;
  b->other = b;
  b->other->text = malloc(4);
  free(b->text);
  free(b);
}

// DRIVE: self_bad()
void self_bad(void) {
  struct box *b = calloc(1, sizeof *b);
  if (!b)
    return;
  b->other = b;
  b->other->text = malloc(4); // LEAK
  free(b);
}

// DRIVE: copied_record_ok()
void copied_record_ok(void) {
  struct box b = {malloc(4), NULL};
  struct box c = b;
  b.text = NULL;
  free(c.text);
}

// DRIVE: copied_record_bad()
int copied_record_bad(void) {
  struct box b = {malloc(4), NULL}; // LEAK
  struct box c = b;
  b.text = NULL;
  c.text = NULL;
  return b.text == c.text;
}

struct pair {
  char *first, *second;
};

// Both references end with the record.
// DRIVE: both_fields_bad()
int both_fields_bad(void) {
  struct pair pair = {NULL, NULL};
  char *text = strdup("a"); // LEAK
  if (!text)
    return -1;
  pair.first = text;
  pair.second = text;
  return pair.first == NULL;
}

// DRIVE: both_freed_bad()
int both_freed_bad(void) {
  struct pair *pair = malloc(sizeof *pair);
  if (!pair)
    return -1;
  pair->first = pair->second = strdup("a"); // LEAK
  free(pair);
  return 0;
}
