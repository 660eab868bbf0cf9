// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Code without a body that takes what it is given, and correct callers in which
// the object is freed on some path all the same.

#include "../leak.h"

// Linked, but out of sight: the code is called by a jump.
#define OUTSIDE(name) __asm__(".text\n" #name ": jmp " #name "_body\n")

struct store {
  char *held[8];
  int count;
};

struct item {
  char *text;
};

int put(struct store *store, char *text);
void add(struct store *store, char *text);
void take_back(struct store *store, char *text);
int has_failed(struct store *store);
void push(struct store *store, void *thing);
void drop_all(struct store *store);
void put_or_set(struct store *store, char *text, int *failed);
void own(struct item *item, char *text);
void keep_const(struct store *store, const void *thing);
void give(struct store *store, char *text, int is_copied);

static int failed;

int put_body(struct store *store, char *text) {
  if (store->count == 8)
    return -1;
  store->held[store->count++] = text;
  return 0;
}
void add_body(struct store *store, char *text) {
  failed = put_body(store, text) < 0;
}
void take_back_body(struct store *store, char *text) {
  for (int i = 0; i < store->count; i++)
    if (store->held[i] == text)
      store->held[i] = store->held[--store->count];
}
int has_failed_body(struct store *store) { return store && failed; }
void push_body(struct store *store, void *thing) { add_body(store, thing); }
void drop_all_body(struct store *store) { store->count = 0; }
void put_or_set_body(struct store *store, char *text, int *failed_too) {
  *failed_too = put_body(store, text) < 0;
}
void own_body(struct item *item, char *text) { item->text = text; }
void keep_const_body(struct store *store, const void *thing) {
  add_body(store, (char *)thing);
}
void give_body(struct store *store, char *text, int is_copied) {
  if (store->count < 8 && (!is_copied || (text = strdup(text))))
    store->held[store->count++] = text;
}
OUTSIDE(give);
OUTSIDE(put);
OUTSIDE(add);
OUTSIDE(take_back);
OUTSIDE(has_failed);
OUTSIDE(push);
OUTSIDE(drop_all);
OUTSIDE(put_or_set);
OUTSIDE(own);
OUTSIDE(keep_const);

static void clean(struct store *store) {
  while (store->count > 0)
    free(store->held[--store->count]);
}

// The result decides.
// DRIVE: { struct store s = {0}; put_ok(&s, "a"); s.count = 8; put_ok(&s, "a"); s.count = 1; clean(&s); }
int put_ok(struct store *store, const char *text) {
  char *copy = strdup(text);
  if (!copy)
    return -1;
  if (put(store, copy) < 0) {
    free(copy);
    return -1;
  }
  return 0;
}

// What it says elsewhere decides.
// DRIVE: { struct store s = {0}; asked_ok(&s, "a"); s.count = 8; asked_ok(&s, "a"); s.count = 1; clean(&s); }
int asked_ok(struct store *store, const char *text) {
  char *copy = strdup(text);
  if (!copy)
    return -1;
  add(store, copy);
  if (has_failed(store)) {
    free(copy);
    return -1;
  }
  return 0;
}

// An out-parameter decides.
// DRIVE: { struct store s = {0}; set_ok(&s, "a"); s.count = 8; set_ok(&s, "a"); s.count = 1; clean(&s); }
int set_ok(struct store *store, const char *text) {
  int is_full = 0;
  char *copy = strdup(text);
  if (!copy)
    return -1;
  put_or_set(store, copy, &is_full);
  if (is_full) {
    free(copy);
    return -1;
  }
  return 0;
}

// The record decides.
// DRIVE: { struct store s = {0}; counted_ok(&s, "a"); s.count = 8; counted_ok(&s, "a"); s.count = 1; clean(&s); }
int counted_ok(struct store *store, const char *text) {
  int before = store->count;
  char *copy = strdup(text);
  if (!copy)
    return -1;
  add(store, copy);
  if (store->count == before) {
    free(copy);
    return -1;
  }
  return 0;
}

// It is taken out again before.
// DRIVE: { struct store s = {0}; undone_ok(&s, "a", 0); undone_ok(&s, "a", 1); clean(&s); }
int undone_ok(struct store *store, const char *text, int undo) {
  char *copy = strdup(text);
  if (!copy)
    return -1;
  add(store, copy);
  if (undo) {
    take_back(store, copy);
    free(copy);
    return -1;
  }
  return 0;
}

// All of them are dropped before.
// DRIVE: { struct store s = {0}; dropped_ok(&s, "a", 0); clean(&s); dropped_ok(&s, "a", 1); }
int dropped_ok(struct store *store, const char *text, int undo) {
  char *copy = strdup(text);
  if (!copy)
    return -1;
  push(store, copy);
  if (undo) {
    drop_all(store);
    free(copy);
    return -1;
  }
  return 0;
}

// The member is freed, and set anew.
// DRIVE: { struct item i = {0}; owned_ok(&i, "a"); free(i.text); }
int owned_ok(struct item *item, const char *text) {
  char *copy = strdup(text);
  if (!copy)
    return -1;
  own(item, copy);
  return 0;
}

// It was told whether to take it.
// DRIVE: { struct store s = {0}; told_ok(&s, "a", 0); told_ok(&s, "a", 1); clean(&s); }
int told_ok(struct store *store, const char *text, int is_copied) {
  char *copy = strdup(text);
  if (!copy)
    return -1;
  give(store, copy, is_copied);
  if (is_copied)
    free(copy);
  return 0;
}

// What it said is remembered.
// DRIVE: { struct store s = {0}; noted_ok(&s, "a"); s.count = 8; noted_ok(&s, "a"); s.count = 1; clean(&s); }
int noted_ok(struct store *store, const char *text) {
  int status = 0;
  char *copy = strdup(text);
  if (!copy)
    return -1;
  if (put(store, copy) < 0)
    status = -1;
  if (store->count < 0)
    puts("odd");
  if (status)
    free(copy);
  return status;
}

// `const void *` may be anything that a container holds.
// DRIVE: { struct store s = {0}; contained_ok(&s, "a"); clean(&s); }
int contained_ok(struct store *store, const char *text) {
  char *copy = strdup(text);
  if (!copy)
    return -1;
  keep_const(store, copy);
  return 0;
}
