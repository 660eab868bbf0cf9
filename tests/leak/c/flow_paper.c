// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The programs of Sui, Ye and Xue (2012), in the words of this suite: values
// that reach a free through memory, through callees, on some paths.

#include "../leak.h"

static void frees_it(int *r) { free(r); }
static void only_reads(int *r) {
  if (r)
    r[0]++;
}

// DRIVE: both_ways_ok(0); both_ways_ok(1)
void both_ways_ok(int c) {
  int *a;
  int **q = &a;
  int *p = calloc(1, 4);
  *q = p;
  if (c)
    free(*q);
  else
    frees_it(p);
}

// DRIVE: one_way_bad(0); one_way_bad(1)
void one_way_bad(int c) {
  int *a;
  int **q = &a;
  int *p = calloc(1, 4); // LEAK
  *q = p;
  if (c)
    free(*q);
  else
    only_reads(p);
}

// DRIVE: error_return_bad("host", 1); error_return_bad("host", 0)
int error_return_bad(const char *hostname, int fails) {
  char *host = strdup(hostname); // LEAK
  if (!host)
    return -1;
  if (fails)
    return -2;
  free(host);
  return 0;
}

struct image {
  int format;
  unsigned char *data;
};

// DRIVE: struct image *i = image_ok(1); if (i) { free(i->data); free(i); }
// DRIVE: struct image *i = image_ok(7); if (i) { free(i->data); free(i); }
struct image *image_ok(int format) {
  struct image *i = malloc(sizeof *i);
  if (!i)
    return NULL;
  i->format = format;
  i->data = malloc(64);
  switch (i->format) {
  case 1:
  case 2:
    break;
  default:
    free(i->data);
    free(i);
    return NULL;
  }
  return i;
}

// DRIVE: struct image *i = image_bad(1); if (i) { free(i->data); free(i); }
// DRIVE: struct image *i = image_bad(7); if (i) { free(i->data); free(i); }
struct image *image_bad(int format) {
  struct image *i = malloc(sizeof *i); // LEAK
  if (!i)
    return NULL;
  i->format = format;
  i->data = malloc(64); // LEAK(indirect)
  switch (i->format) {
  case 1:
  case 2:
    break;
  default:
    return NULL;
  }
  return i;
}

struct gif {
  int images;
  void *private_part;
};

static struct gif *gif_open(int images) {
  struct gif *g = malloc(sizeof *g);
  if (!g)
    return NULL;
  g->images = images;
  g->private_part = malloc(16);
  if (!g->private_part) {
    free(g);
    return NULL;
  }
  return g;
}

static void gif_close(struct gif *g) {
  free(g->private_part);
  free(g);
}

// DRIVE: load_gif_ok(0); load_gif_ok(1)
int load_gif_ok(int images) {
  struct gif *g = gif_open(images);
  if (!g)
    return -1;
  int out = g->images < 1 ? -2 : 0;
  gif_close(g);
  return out;
}

// DRIVE: load_gif_bad(0); load_gif_bad(1)
int load_gif_bad(int images) {
  struct gif *g = gif_open(images); // LEAK
  if (!g)
    return -1;
  if (g->images < 1)
    return -2;
  gif_close(g);
  return 0;
}
