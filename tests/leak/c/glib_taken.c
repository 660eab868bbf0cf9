// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a callee takes out of a container of its caller, looks at or adds: queues
// of GLib.  The bodies are for execution; the shipped specification stands for
// them.

#include "../glib_queue.h"

static void *take(GQueue *queue) { return g_queue_pop_tail(queue); }

// DRIVE: taken_by_callee_bad()
void taken_by_callee_bad(void) {
  GQueue *queue = g_queue_new();
  g_queue_push_tail(queue, g_strdup("a")); // LEAK missed-by(sat, valueflow, absint, contradiction): what a container keeps is out of danger
  take(queue);
  g_queue_free(queue);
}

// DRIVE: taken_by_callee_ok()
void taken_by_callee_ok(void) {
  GQueue *queue = g_queue_new();
  g_queue_push_tail(queue, g_strdup("a"));
  g_free(take(queue));
  g_queue_free(queue);
}

static char *remembered;
static void remember(GQueue *queue) {
  remembered = g_queue_pop_tail(queue);
}

// DRIVE: remembered_by_callee_ok()
void remembered_by_callee_ok(void) {
  GQueue *queue = g_queue_new();
  g_queue_push_tail(queue, g_strdup("a"));
  remember(queue);
  g_queue_free(queue);
}

static int first_is(GQueue *queue, char c) {
  char *s = g_queue_pop_tail(queue);
  return s && s[0] == c;
}

// DRIVE: lost_by_callee_bad()
int lost_by_callee_bad(void) {
  GQueue *queue = g_queue_new();
  g_queue_push_tail(queue, g_strdup("a")); // LEAK missed-by(sat, valueflow, absint, contradiction): what a container keeps is out of danger
  int is_a = first_is(queue, 'a');
  g_queue_free_full(queue, g_free);
  return is_a;
}

static void remember_last(GQueue *queue) {
  remembered = g_queue_peek_tail(queue);
}

// DRIVE: seen_by_callee_ok()
void seen_by_callee_ok(void) {
  GQueue *queue = g_queue_new();
  g_queue_push_tail(queue, g_strdup("a"));
  remember_last(queue);
  g_queue_free(queue);
}

static void add_unless(GQueue *queue, char *s, int is_there) {
  if (!is_there)
    g_queue_push_tail(queue, s);
}

// DRIVE: added_by_callee_ok(0)
// DRIVE: added_by_callee_ok(1)
void added_by_callee_ok(int is_there) {
  GQueue *queue = g_queue_new();
  static char word[] = "b";
  g_queue_push_tail(queue, g_strdup("a"));
  add_unless(queue, word, is_there);
  if (!is_there)
    g_queue_pop_tail(queue);
  g_free(g_queue_pop_tail(queue));
  g_queue_free(queue);
}
