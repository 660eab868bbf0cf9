// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What functions give back.

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct item {
  struct item *next;
  char *name;
  char **words;
  int count;
};

//= frees p
void direct(void *p) { free(p); }

//= frees p
void guarded(void *p) {
  if (p != NULL)
    free(p);
}

//= frees i
//= frees i->name
void item_free(struct item *i) {
  if (!i)
    return;
  free(i->name);
  free(i);
}

//= frees p on some paths
void with_flag(char *p, int flag) {
  if (flag)
    free(p);
}

//= frees p when result == 0
int if_it_works(char *p) {
  if (p[0] != 'x')
    return -1;
  free(p);
  return 0;
}

//= frees *p
void clear(char **p) {
  free(*p);
  *p = NULL;
}

//= frees f
int close_it(FILE *f) {
  if (fclose(f) != 0)
    return -1;
  return 0;
}

//= frees fd
void close_fd(int fd) {
  if (fd >= 0)
    close(fd);
}

// Paths end after three loads: from there on one stands for many.
//= frees i
//= frees i->next
//= frees i->next->next
//= may free i->next->next->next
//= may free i->next->next->next->...
void list_free(struct item *i) {
  while (i) {
    struct item *next = i->next;
    free(i);
    i = next;
  }
}

//= frees i
//= frees i->next
//= may free i->next->...
void recursive_free(struct item *i) {
  if (!i)
    return;
  recursive_free(i->next);
  free(i);
}

//= frees i->words
//= frees *i->words on some paths
//= may free i->words[]
void words_free(struct item *i) {
  for (int k = 0; k < i->count; k++)
    free(i->words[k]);
  free(i->words);
}

//= frees a
//= frees b
void both(char *a, char *b) {
  guarded(a);
  guarded(b);
}

//= may free a
//= may free b
//= gap: frees a on some paths
//= gap: frees b on some paths
void one_of(char *a, char *b, int which) { free(which ? a : b); }

//= nothing
void only_reads(const struct item *i) {
  if (i && i->name)
    puts(i->name);
}

struct header {
  size_t size;
  char data[];
};

//= frees data
void free_behind_header(char *data) {
  struct header *h = (struct header *)(data - sizeof(struct header));
  free(h);
}

struct part {
  char *name;
  long size;
};
struct pair {
  struct part a, b;
};
extern void explicit_bzero(void *p, size_t n);

//= frees p
//= frees p->a.name
//= frees p->b.name
void wipe(struct pair *p) {
  free(p->a.name);
  explicit_bzero(&p->a, sizeof p->a);
  free(p->b.name);
  explicit_bzero(&p->b, sizeof p->b);
  free(p);
}

struct node {
  union {
    struct {
      long begin, end;
    } segment;
    char *word;
  } v;
};

//= frees n->v.word
void free_word(struct node *n) { free(n->v.word); }
