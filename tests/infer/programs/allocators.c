// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What functions hand out.

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct item {
  struct item *next;
  char *name;
  int size;
};

//= result is new malloc, may fail
void *plain(size_t n) { return malloc(n); }

//= never returns
void die(const char *why) {
  fprintf(stderr, "%s\n", why);
  exit(1);
}

//= result is new malloc
void *or_die(size_t n) {
  void *p = malloc(n);
  if (!p)
    die("memory");
  return p;
}

//= result is new malloc
char *copy_or_die(const char *s) {
  char *p = or_die(strlen(s) + 1);
  return strcpy(p, s);
}

//= result is new malloc, may fail
//= frees p when result != 0
void *resize(void *p, size_t n) { return realloc(p, n); }

//= result is new malloc
//= frees p
void *resize_or_die(void *p, size_t n) {
  void *q = realloc(p, n);
  if (!q)
    die("memory");
  return q;
}

//= result is new malloc, may fail
//= result->name is new malloc when result != 0
struct item *whole(const char *s) {
  struct item *i = calloc(1, sizeof *i);
  if (!i)
    return NULL;
  i->name = strdup(s);
  if (!i->name) {
    free(i);
    return NULL;
  }
  i->size = 1;
  return i;
}

//= *out is new malloc when result == 0
int into(struct item **out) {
  struct item *i = malloc(sizeof *i);
  if (!i)
    return -1;
  i->name = NULL;
  *out = i;
  return 0;
}

//= *out is new malloc when result == 0
int forwards(struct item **out) {
  int err = into(out);
  if (err != 0)
    return err;
  (*out)->size = 3;
  return 0;
}

//= *out is new malloc when result == 1
int with_flag(char **out, const char *s) {
  *out = strdup(s);
  return *out ? 1 : 0;
}

//= i->name is new malloc on some paths
//= frees i->name
void set_name(struct item *i, const char *s) {
  free(i->name);
  i->name = strdup(s);
}

//= result is new FILE, may fail
FILE *open_it(const char *path) {
  FILE *f = fopen(path, "r");
  if (!f)
    perror(path);
  return f;
}

//= result is new fd, may fail
int open_fd(const char *path) {
  int fd;
  do
    fd = open(path, O_RDONLY);
  while (fd < 0 && path[0]);
  return fd;
}

//= result is new malloc, may fail
char *either(const char *s, int large) {
  char *p;
  if (large)
    p = malloc(1000);
  else
    p = strdup(s);
  return p;
}

//= nothing
int uses_and_frees(const char *s) {
  char *p = strdup(s);
  int n;
  if (!p)
    return -1;
  n = (int)strlen(p);
  free(p);
  return n;
}

static struct item *all;

//= result is new malloc, held by all
struct item *registered(const char *s) {
  struct item *i = or_die(sizeof *i);
  i->name = copy_or_die(s);
  i->next = all;
  all = i;
  return i;
}

struct list {
  struct item *first;
  int count;
};

//= l->first is new malloc
//= result is new malloc, held by l->first
//= keeps l->first in the result
struct item *append(struct list *l) {
  struct item *i = or_die(sizeof *i);
  i->next = l->first;
  l->first = i;
  l->count++;
  return i;
}

//= result is new malloc, may fail
//= result->next is new malloc on some paths
struct item *chain(int n) {
  struct item *head = NULL;
  while (n-- > 0) {
    struct item *i = or_die(sizeof *i);
    i->next = head;
    i->name = NULL;
    head = i;
  }
  return head;
}

static char buffer[100];

//= nothing
char *of_static(void) { return buffer; }

//= result is new malloc, may fail
char *small_or_new(size_t n) {
  char *p = buffer;
  if (n > sizeof buffer)
    p = malloc(n);
  return p;
}
