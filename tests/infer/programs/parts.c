// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// References that an object has to its parent.

#include <stdlib.h>

struct part {
  struct part *parent;
  int refs;
  int size, limit;
};

//= frees p on some paths
//= frees p->parent on some paths
//= may keep p->parent->parent
//= gives back a reference, counted in p->parent->refs
//= gives back a reference, counted in p->refs
void part_free(struct part *p) {
  if (p == NULL || p->size > p->limit)
    return; // broken: leave it alone
  if (--p->refs > 0)
    return;
  part_free(p->parent);
  free(p);
}

//= result is new malloc, may fail
//= keeps whole in the result
//= takes a reference, counted in whole->refs
struct part *part_of(struct part *whole) {
  struct part *p = malloc(sizeof *p);
  if (p == NULL)
    return NULL;
  p->refs = 1;
  p->size = whole->size;
  p->limit = whole->limit;
  p->parent = whole;
  whole->refs++;
  return p;
}

// What its part takes is given back with it.
//= nothing
int with_part(struct part *whole) {
  struct part *p = part_of(whole);
  if (p == NULL)
    return -1;
  int size = p->size;
  part_free(p);
  return size;
}

// Only a caller that can tell the difference has a reference.
//= takes a reference, counted in p->refs
int part_take(struct part *p, int wanted) {
  if (!wanted)
    return 0;
  p->refs++;
  return 1;
}
