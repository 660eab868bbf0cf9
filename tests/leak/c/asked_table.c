// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A table that may refuse an element, and is asked whether it has it: what is
// found there is the new element only if the table took it.

#include "../leak.h"

struct pile {
  int number;
  char *text;
};
struct table {
  struct pile *at[4];
  int errors;
};

static void table_insert(struct table *t, struct pile *p) {
  if (t->at[p->number & 3]) {
    t->errors = 1;
    return;
  }
  t->at[p->number & 3] = p;
}
static struct pile *table_find(struct table *t, int number) {
  return t->at[number & 3];
}
static struct pile other;

// DRIVE: static struct table t; asked_ok(&t, 1)
// DRIVE: static struct table t = {{&other}}; asked_ok(&t, 0)
int asked_ok(struct table *t, int number) {
  struct pile *p = malloc(sizeof *p);
  if (!p)
    return -1;
  p->number = number;
  p->text = malloc(8);
  table_insert(t, p);
  if (table_find(t, number) != p) {
    free(p->text);
    free(p);
    return -1;
  }
  return 0;
}

// DRIVE: static struct table t = {{&other}}; half_freed_bad(&t, 0)
int half_freed_bad(struct table *t, int number) {
  struct pile *p = malloc(sizeof *p);
  if (!p)
    return -1;
  p->number = number;
  p->text = malloc(8); // LEAK missed-by(sat, fused, absint, valueflow): who may take it, or may not, is not followed
  table_insert(t, p);
  if (table_find(t, number) != p) {
    free(p);
    return -1;
  }
  return 0;
}
