// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lists in globals whose cells are taken off and dropped, moved, or handed out.

#include "../leak.h"

// A list in a global, with its last cell in another one.

struct part {
  struct part *next;
  int at;
};
static struct part *first_part, *last_part;

static void parts_reset(struct part *mark) {
  struct part *p;
  for (p = first_part; p && p != mark;)
    p = p->next;
  first_part = p;
  if (!first_part)
    last_part = first_part;
}

// DRIVE: parts_add_bad(1); parts_add_bad(2); parts_reset(NULL)
void parts_add_bad(int at) {
  struct part *p = malloc(sizeof *p); // LEAK missed-by(sat, valueflow, absint, contradiction): who drops the cells is another function
  if (!p)
    return;
  p->next = NULL;
  p->at = at;
  if (last_part)
    last_part->next = p;
  else
    first_part = p;
  last_part = p;
}

// Taken off one by one.

struct job {
  struct job *next;
  int number;
};
static struct job *jobs;

// DRIVE: jobs_add_bad(1); jobs_next()
void jobs_add_bad(int number) {
  struct job *j = malloc(sizeof *j); // LEAK missed-by(sat, valueflow, absint, contradiction): who drops the cells is another function
  if (!j)
    return;
  j->number = number;
  j->next = jobs;
  jobs = j;
}

int jobs_next(void) {
  struct job *j = jobs;
  if (!j)
    return -1;
  jobs = j->next;
  return j->number;
}

// The cells go to another list, and come back.

struct slot {
  struct slot *next;
  int number;
};
static struct slot *unused, *used;

// DRIVE: slot_take_ok(1); slot_give_ok(); slot_take_ok(2)
void slot_take_ok(int number) {
  struct slot *s = unused;
  if (s)
    unused = s->next;
  else if (!(s = malloc(sizeof *s)))
    return;
  s->number = number;
  s->next = used;
  used = s;
}

// DRIVE: slot_take_ok(1); slot_give_ok()
void slot_give_ok(void) {
  struct slot *s = used;
  if (!s)
    return;
  used = s->next;
  s->next = unused;
  unused = s;
}

// Another global still has all of them.

struct item {
  struct item *next;
  int number;
};
static struct item *items, *here;

// DRIVE: item_add_ok(1); item_start_ok(); item_next_ok()
void item_add_ok(int number) {
  struct item *i = malloc(sizeof *i);
  if (!i)
    return;
  i->number = number;
  i->next = items;
  items = i;
}

// DRIVE: item_add_ok(1); item_start_ok()
void item_start_ok(void) { here = items; }

// DRIVE: item_add_ok(1); item_start_ok(); item_next_ok()
int item_next_ok(void) {
  if (!here)
    return -1;
  int number = here->number;
  here = here->next;
  return number;
}

// What is taken off is handed out, and freed there.

struct note {
  struct note *next;
  int number;
};
static struct note *notes;

// DRIVE: notes_add_ok(1); notes_read_ok()
void notes_add_ok(int number) {
  struct note *n = malloc(sizeof *n);
  if (!n)
    return;
  n->number = number;
  n->next = notes;
  notes = n;
}

static struct note *notes_pop(void) {
  struct note *n = notes;
  if (n)
    notes = n->next;
  return n;
}

// DRIVE: notes_add_ok(1); notes_read_ok()
int notes_read_ok(void) {
  struct note *n = notes_pop();
  int number = n ? n->number : 0;
  free(n);
  return number;
}
