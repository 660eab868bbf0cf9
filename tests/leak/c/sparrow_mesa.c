// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A screen with its parts (after Figures 15 and 16 of Jung and Yi, ISMM 2008):
// the ladder forgets the screen on its first rung, and a destroyer forgets
// what its maker put inside.

#include "../leak.h"

struct visual {
  int depth;
};

struct shared {
  char *lists, *textures;
};

struct context {
  struct shared *shared;
  char *points, *image;
};

struct screen {
  struct visual *visual;
  struct context *context;
  char *buffer;
};

static struct visual *visual_create(void) {
  return calloc(1, sizeof(struct visual));
}

static void shared_destroy(struct shared *s) {
  free(s->lists);
  free(s->textures);
  free(s);
}

static struct shared *shared_create(void) {
  struct shared *s = calloc(1, sizeof *s);
  if (!s)
    return NULL;
  s->lists = malloc(10);
  s->textures = malloc(10);
  if (s->lists && s->textures)
    return s;
  shared_destroy(s);
  return NULL;
}

static void context_destroy(struct context *c) {
  shared_destroy(c->shared);
  free(c->points);
  free(c->image);
  free(c);
}

static struct context *context_create(void) {
  struct context *c = calloc(1, sizeof *c);
  if (!c)
    return NULL;
  c->shared = shared_create();
  if (!c->shared) {
    free(c);
    return NULL;
  }
  c->points = malloc(10);
  c->image = malloc(10);
  if (c->points && c->image)
    return c;
  context_destroy(c);
  return NULL;
}

// Forgets the image and all that is shared.
static void context_drop(struct context *c) {
  free(c->points);
  free(c); // LEAK(one-of drop)
}

static void screen_destroy(struct screen *s) {
  free(s->visual);
  context_destroy(s->context);
  free(s->buffer);
  free(s);
}

// DRIVE: struct screen *s = screen_create_bad(); if (s) screen_destroy(s)
struct screen *screen_create_bad(void) {
  struct screen *s = calloc(1, sizeof *s); // LEAK
  if (!s)
    return NULL;
  s->visual = visual_create();
  if (!s->visual)
    return NULL;
  s->context = context_create(); // LEAK(one-of drop)
  if (!s->context) {
    free(s->visual);
    free(s);
    return NULL;
  }
  s->buffer = malloc(10);
  if (!s->buffer) {
    free(s->visual);
    context_drop(s->context);
    free(s);
    return NULL;
  }
  return s;
}

// DRIVE: struct screen *s = screen_create_ok(); if (s) screen_destroy(s)
struct screen *screen_create_ok(void) {
  struct screen *s = calloc(1, sizeof *s);
  if (!s)
    return NULL;
  s->visual = visual_create();
  if (!s->visual) {
    free(s);
    return NULL;
  }
  s->context = context_create();
  if (!s->context) {
    free(s->visual);
    free(s);
    return NULL;
  }
  s->buffer = malloc(10);
  if (!s->buffer) {
    screen_destroy(s);
    return NULL;
  }
  return s;
}

// DRIVE: whole_screen_ok()
void whole_screen_ok(void) {
  struct screen *s = screen_create_ok();
  if (s)
    screen_destroy(s);
}

// DRIVE: screen_without_context_bad()
void screen_without_context_bad(void) {
  struct screen *s = screen_create_ok(); // LEAK missed-by(valueflow): a sink that is only possible counts
  if (!s)
    return;
  free(s->visual);
  free(s->buffer);
  free(s);
}
