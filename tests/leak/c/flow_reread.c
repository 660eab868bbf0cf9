// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is read again: a cell of the caller behind a call to code that nobody
// knows, and an object that is compared with what lies elsewhere.

#include "../leak.h"

struct item {
  int size;
  char *name;
};

static void nothing(int code) { (void)code; }
void (*report)(int) = nothing;

static int set(struct item *it, int size) {
  if (size < 0)
    return 0;
  it->size = size;
  return 1;
}

// DRIVE: { struct item *none = NULL; fill_ok(&none, -1); fill_ok(NULL, -1); }
struct item *fill_ok(struct item **at, int size) {
  struct item *out = at && *at ? *at : calloc(1, sizeof *out);
  if (!out)
    return NULL;
  if (!set(out, size)) {
    report(1);
    if (!at || *at != out)
      free(out);
    return NULL;
  }
  if (at)
    *at = out;
  return out;
}

// DRIVE: { struct item *none = NULL; fill_bad(&none, -1); fill_bad(NULL, -1); }
struct item *fill_bad(struct item **at, int size) {
  struct item *out = at && *at ? *at : calloc(1, sizeof *out); // LEAK
  if (!out)
    return NULL;
  if (!set(out, size)) {
    report(1);
    if (!at)
      free(out);
    return NULL;
  }
  if (at)
    *at = out;
  return out;
}

// DRIVE: { struct item *none = NULL; refill_ok(&none, -1); }
int refill_ok(struct item **at, int size) {
  struct item *out;
  if (*at == NULL) {
    if ((out = calloc(1, sizeof *out)) == NULL)
      return 0;
  } else {
    out = *at;
  }
  report(2);
  if (!set(out, size)) {
    report(3);
    if (*at == NULL)
      free(out);
    return 0;
  }
  *at = out;
  return 1;
}

// DRIVE: { struct item *none = NULL; refill_bad(&none, -1); }
int refill_bad(struct item **at, int size) {
  struct item *out;
  if (*at == NULL) {
    if ((out = calloc(1, sizeof *out)) == NULL) // LEAK
      return 0;
  } else {
    out = *at;
  }
  report(2);
  if (!set(out, size)) {
    report(3);
    if (*at != NULL)
      report(4);
    return 0;
  }
  *at = out;
  return 1;
}

static int needs_quotes(const char *s) { return s[0] == ' '; }

static char *quoted(const char *s) {
  char *out = malloc(strlen(s) + 3);
  if (out)
    sprintf(out, "\"%s\"", s);
  return out;
}

// DRIVE: { struct item a = {1, " x"}, b = {1, "y"}; names_ok(&a); names_ok(&b); }
size_t names_ok(struct item *it) {
  size_t out = 0;
  for (int i = 0; i < it->size; i++) {
    char *name = needs_quotes(it->name) ? quoted(it->name) : it->name;
    report(i);
    if (!name)
      return out;
    out += strlen(name);
    if (name != it->name)
      free(name);
  }
  return out;
}

// DRIVE: { struct item a = {1, " x"}, b = {1, "y"}; names_bad(&a); names_bad(&b); }
size_t names_bad(struct item *it) {
  size_t out = 0;
  for (int i = 0; i < it->size; i++) {
    char *name = needs_quotes(it->name) ? quoted(it->name) : it->name; // LEAK
    report(i);
    if (!name)
      return out;
    out += strlen(name);
    if (name != it->name && out > 100)
      free(name);
  }
  return out;
}

struct node {
  struct node *next;
  int id;
};

static struct node *push(struct node **list, int id) {
  struct node *n = malloc(sizeof *n);
  if (!n)
    return NULL;
  n->id = id;
  n->next = *list;
  *list = n;
  return n;
}

static struct node *find(struct node **list, int id) {
  struct node *n = *list;
  while (n && n->id != id)
    n = n->next;
  return n;
}

// DRIVE: looked_up_ok(1); looked_up_ok(2)
void looked_up_ok(int id) {
  struct node *list = NULL, *n;
  if (!push(&list, id))
    return;
  n = find(&list, id);
  if (n)
    list = n->next;
  free(n);
}
