// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makers and destroyers that go together, and destroyers that forget: a field,
// the field of a field, the elements of an array, one kind of object.

#include "../leak.h"

struct address {
  char *street;
};

struct account {
  char *owner;
  struct address *address;
  char **notes;
  int note_count;
};

static void address_destroy(struct address *a) {
  if (a)
    free(a->street);
  free(a);
}

static void account_destroy(struct account *a) {
  if (!a)
    return;
  for (int i = 0; i < a->note_count; i++)
    free(a->notes[i]);
  free(a->notes);
  address_destroy(a->address);
  free(a->owner);
  free(a);
}

static struct address *address_create(const char *street) {
  struct address *a = malloc(sizeof *a);
  if (!a)
    return NULL;
  a->street = strdup(street);
  if (a->street)
    return a;
  free(a);
  return NULL;
}

static struct account *account_create(const char *owner, const char *street) {
  struct account *a = calloc(1, sizeof *a);
  if (!a)
    return NULL;
  a->owner = strdup(owner);
  a->address = address_create(street);
  if (a->owner && a->address)
    return a;
  account_destroy(a);
  return NULL;
}

static int account_note(struct account *a, const char *note) {
  a->notes = calloc(1, sizeof *a->notes);
  if (!a->notes)
    return -1;
  a->notes[0] = strdup(note);
  if (!a->notes[0])
    return -1;
  a->note_count = 1;
  return 0;
}

// DRIVE: pair_ok()
void pair_ok(void) { account_destroy(account_create("a", "b")); }

// DRIVE: never_destroyed_bad()
int never_destroyed_bad(void) {
  struct account *a = account_create("a", "b"); // LEAK
  return a && a->owner[0] == 'a';
}

static void forget_owner(struct account *a) {
  address_destroy(a->address);
  free(a); // LEAK(one-of owner)
}

// DRIVE: forgets_owner_bad()
void forgets_owner_bad(void) {
  struct account *a = account_create("a", "b"); // LEAK(one-of owner)
  if (a)
    forget_owner(a);
}

static void forget_street(struct account *a) {
  free(a->owner);
  free(a->address); // LEAK(one-of street) missed-by(valueflow): a sink that is only possible counts
  free(a);
}

// DRIVE: forgets_inner_field_bad()
void forgets_inner_field_bad(void) {
  struct account *a = account_create("a", "b"); // LEAK(one-of street)
  if (a)
    forget_street(a);
}

static void forget_elements(struct account *a) {
  free(a->notes); // LEAK(one-of notes) missed-by(valueflow): a sink that is only possible counts
  address_destroy(a->address);
  free(a->owner);
  free(a);
}

// DRIVE: forgets_elements_bad()
void forgets_elements_bad(void) {
  struct account *a = account_create("a", "b");
  if (!a)
    return;
  if (account_note(a, "c") == 0) // LEAK(one-of notes)
    puts(a->notes[0]);
  forget_elements(a);
}

// DRIVE: nothing_to_forget_ok()
void nothing_to_forget_ok(void) {
  struct account *a = account_create("a", "b");
  if (a)
    forget_elements(a);
}

// DRIVE: with_elements_ok()
void with_elements_ok(void) {
  struct account *a = account_create("a", "b");
  if (a)
    account_note(a, "c");
  account_destroy(a);
}

// What the destroyer forgets, the caller took before.
// DRIVE: owner_taken_ok()
void owner_taken_ok(void) {
  struct account *a = account_create("a", "b");
  if (!a)
    return;
  char *owner = a->owner;
  forget_owner(a);
  free(owner);
}
