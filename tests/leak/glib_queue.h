// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Queues and texts of GLib for programs that are executed; the shipped
// specification stands for their bodies.

#pragma once

#include "leak.h"

typedef struct GQueue {
  void *cells[8];
  unsigned count;
} GQueue;

GQueue *g_queue_new(void) {
  GQueue *queue = calloc(1, sizeof *queue);
  if (!queue)
    exit(0);
  return queue;
}
void g_queue_push_tail(GQueue *queue, void *data) {
  queue->cells[queue->count++] = data;
}
void *g_queue_pop_tail(GQueue *queue) {
  return queue->count ? queue->cells[--queue->count] : NULL;
}
void *g_queue_peek_tail(GQueue *queue) {
  return queue->count ? queue->cells[queue->count - 1] : NULL;
}
void g_queue_free(GQueue *queue) { free(queue); }
void g_queue_free_full(GQueue *queue, void (*f)(void *)) {
  for (unsigned i = 0; i < queue->count; i++)
    f(queue->cells[i]);
  free(queue);
}
char *g_strdup(const char *s) {
  char *copy = s ? strdup(s) : NULL;
  if (s && !copy)
    exit(0);
  return copy;
}
void g_free(void *p) { free(p); }
