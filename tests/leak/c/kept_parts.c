// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A record of which others keep or change all parts, but not the record itself.

#include "../leak.h"

struct form {
  char *name, *street, *city, *country, *phone, *mail, *note;
  char *company, *office, *room, *title, *url, *key, *owner;
};

static struct shown {
  struct shown *next;
  char *text;
} *all;

static void show(char *text) {
  struct shown *s;
  if (!text)
    return;
  if (!(s = malloc(sizeof *s)))
    abort();
  s->text = text;
  s->next = all;
  all = s;
}

static void publish(struct form *f) {
  show(f->name);
  show(f->street);
  show(f->city);
  show(f->country);
  show(f->phone);
  show(f->mail);
  show(f->note);
  show(f->company);
  show(f->office);
  show(f->room);
  show(f->title);
  show(f->url);
  show(f->key);
  show(f->owner);
}

static char names[] = "name";

// DRIVE: forgotten_form_bad(-1); forgotten_form_bad(1)
int forgotten_form_bad(int n) {
  struct form *f = calloc(1, sizeof *f); // LEAK missed-by(valueflow, contradiction): what it holds is kept
  if (!f)
    return -1;
  f->name = names;
  publish(f);
  if (n < 0)
    return -1;
  free(f);
  return 0;
}

// DRIVE: freed_form_ok(-1); freed_form_ok(1)
int freed_form_ok(int n) {
  struct form *f = calloc(1, sizeof *f);
  if (!f)
    return -1;
  f->name = names;
  publish(f);
  free(f);
  return n < 0 ? -1 : 0;
}

// DRIVE: shown_part_bad(-1); shown_part_bad(1)
int shown_part_bad(int n) {
  struct form *f = calloc(1, sizeof *f);
  if (!f)
    return -1;
  f->name = strdup("text"); // LEAK
  if (n > 0)
    publish(f);
  free(f);
  return 0;
}

// DRIVE: first_part_ok()
int first_part_ok(void) {
  struct form *f = calloc(1, sizeof *f);
  if (!f)
    return -1;
  f->name = strdup("text");
  publish(f);
  free(f);
  return 0;
}

static char *part(int bit) { return bit ? names : NULL; }

static void fill(struct form *f, int wanted) {
  if (wanted & 1)
    f->name = part(wanted & 1);
  if (wanted & 2)
    f->street = part(wanted & 1);
  if (wanted & 4)
    f->city = part(wanted & 1);
  if (wanted & 8)
    f->country = part(wanted & 1);
  if (wanted & 16)
    f->phone = part(wanted & 1);
  if (wanted & 32)
    f->mail = part(wanted & 1);
  if (wanted & 64)
    f->note = part(wanted & 1);
  if (wanted & 128)
    f->company = part(wanted & 1);
  if (wanted & 256)
    f->office = part(wanted & 1);
  if (wanted & 512)
    f->room = part(wanted & 1);
  if (wanted & 1024)
    f->title = part(wanted & 1);
  if (wanted & 2048)
    f->url = part(wanted & 1);
  if (wanted & 4096)
    f->key = part(wanted & 1);
  if (wanted & 8192)
    f->owner = part(wanted & 1);
}

// What was null before the call may be something else afterwards.
// DRIVE: filled_bad(0); filled_bad(1)
int filled_bad(int wanted) {
  struct form f = {0};
  char *spare = malloc(8); // LEAK
  if (!spare)
    return -1;
  fill(&f, wanted);
  if (f.name)
    return 1;
  free(spare);
  return 0;
}

// DRIVE: filled_ok(0); filled_ok(1)
int filled_ok(int wanted) {
  struct form f = {0};
  char *spare = malloc(8);
  if (!spare)
    return -1;
  fill(&f, wanted);
  free(spare);
  return f.name != NULL;
}
