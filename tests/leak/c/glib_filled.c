// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elements that a callee puts into a container of its caller: whoever releases
// the container loses them at the call that put them there.  The bodies are for
// execution; the shipped specification stands for them.

#include "../glib_queue.h"

static void fill(GQueue *queue) {
  g_queue_push_tail(queue, g_strdup("a"));
  g_queue_push_tail(queue, g_strdup("b"));
}
static void fill_more(GQueue *queue) { fill(queue); }
static void drain(GQueue *queue) {
  char *s;
  while ((s = g_queue_pop_tail(queue)))
    g_free(s);
}
static void fill_and_drain(GQueue *queue) {
  fill(queue);
  drain(queue);
}
static GQueue *make(void) {
  GQueue *queue = g_queue_new();
  fill(queue);
  return queue;
}
static int try_to_fill(GQueue *queue, int is_wanted) {
  if (!is_wanted)
    return -1;
  g_queue_push_tail(queue, g_strdup("a"));
  return 0;
}

// DRIVE: filled_bad()
void filled_bad(void) {
  GQueue *queue = g_queue_new();
  fill(queue); // LEAK(elsewhere) missed-by(sat, valueflow, absint, contradiction): what a container keeps is out of danger
  g_queue_free(queue);
}

// DRIVE: filled_ok()
void filled_ok(void) {
  GQueue *queue = g_queue_new();
  fill(queue);
  g_queue_free_full(queue, g_free);
}

// DRIVE: through_two_callees_bad()
void through_two_callees_bad(void) {
  GQueue *queue = g_queue_new();
  fill_more(queue); // LEAK(elsewhere) missed-by(sat, valueflow, absint, contradiction): what a container keeps is out of danger
  g_queue_free(queue);
}

// DRIVE: filled_and_popped_bad()
int filled_and_popped_bad(void) {
  GQueue *queue = g_queue_new();
  fill(queue); // LEAK(elsewhere) missed-by(sat, valueflow, absint, contradiction): what a container keeps is out of danger
  char *s = g_queue_pop_tail(queue);
  int is_a = s && s[0] == 'a';
  g_queue_free_full(queue, g_free);
  return is_a;
}

// DRIVE: filled_and_drained_ok()
void filled_and_drained_ok(void) {
  GQueue *queue = g_queue_new();
  fill(queue);
  drain(queue);
  g_queue_free(queue);
}

// DRIVE: drained_by_the_callee_ok()
void drained_by_the_callee_ok(void) {
  GQueue *queue = g_queue_new();
  fill_and_drain(queue);
  g_queue_free(queue);
}

// DRIVE: made_and_filled_bad()
void made_and_filled_bad(void) {
  GQueue *queue = make(); // LEAK(elsewhere) missed-by(sat, valueflow, absint, contradiction): what a container keeps is out of danger
  g_queue_free(queue);
}

// DRIVE: made_and_filled_ok()
void made_and_filled_ok(void) { g_queue_free_full(make(), g_free); }

// DRIVE: perhaps_filled_ok(1)
// DRIVE: perhaps_filled_ok(0)
void perhaps_filled_ok(int is_wanted) {
  GQueue *queue = g_queue_new();
  if (try_to_fill(queue, is_wanted) < 0)
    g_queue_free(queue);
  else
    g_queue_free_full(queue, g_free);
}
