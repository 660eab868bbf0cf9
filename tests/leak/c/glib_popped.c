// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What comes out of a container and is freed, moved or lost: queues of GLib.
// The bodies are for execution; the shipped specification stands for
// them.

#include "../glib_queue.h"

// DRIVE: popped_and_lost_bad()
int popped_and_lost_bad(void) {
  GQueue *queue = g_queue_new();
  g_queue_push_tail(queue, g_strdup("a")); // LEAK missed-by(sat, valueflow, absint, contradiction): what a container keeps is out of danger
  char *s = g_queue_pop_tail(queue);
  int is_a = s && s[0] == 'a';
  g_queue_free(queue);
  return is_a;
}

// DRIVE: popped_and_freed_ok()
int popped_and_freed_ok(void) {
  GQueue *queue = g_queue_new();
  g_queue_push_tail(queue, g_strdup("a"));
  char *s = g_queue_pop_tail(queue);
  int is_a = s && s[0] == 'a';
  g_free(s);
  g_queue_free(queue);
  return is_a;
}

// DRIVE: popped_and_ignored_bad()
void popped_and_ignored_bad(void) {
  GQueue *queue = g_queue_new();
  g_queue_push_tail(queue, g_strdup("a")); // LEAK missed-by(sat, valueflow, absint, contradiction): what a container keeps is out of danger
  g_queue_pop_tail(queue);
  g_queue_free_full(queue, g_free);
}

// DRIVE: some_are_skipped_bad("ab")
void some_are_skipped_bad(const char *text) {
  GQueue *queue = g_queue_new();
  g_queue_push_tail(queue, g_strdup(text)); // LEAK missed-by(sat, valueflow, absint, contradiction): what a container keeps is out of danger
  char *s;
  while ((s = g_queue_pop_tail(queue))) {
    if (s[0] == 'a')
      continue;
    g_free(s);
  }
  g_queue_free(queue);
}

// DRIVE: all_are_popped_ok("ab")
void all_are_popped_ok(const char *text) {
  GQueue *queue = g_queue_new();
  g_queue_push_tail(queue, g_strdup(text));
  g_queue_push_tail(queue, g_strdup(text));
  char *s;
  while ((s = g_queue_pop_tail(queue)))
    g_free(s);
  g_queue_free(queue);
}

// DRIVE: peeked_ok()
int peeked_ok(void) {
  GQueue *queue = g_queue_new();
  g_queue_push_tail(queue, g_strdup("a"));
  char *s = g_queue_peek_tail(queue);
  int is_a = s && s[0] == 'a';
  g_queue_free_full(queue, g_free);
  return is_a;
}

// DRIVE: lent_and_popped_ok()
int lent_and_popped_ok(void) {
  GQueue *queue = g_queue_new();
  char *p = g_strdup("a");
  g_queue_push_tail(queue, p);
  char *s = g_queue_pop_tail(queue);
  int is_same = s == p;
  g_queue_free(queue);
  g_free(p);
  return is_same;
}

// DRIVE: moved_ok()
void moved_ok(void) {
  GQueue *from = g_queue_new(), *to = g_queue_new();
  g_queue_push_tail(from, g_strdup("a"));
  g_queue_push_tail(to, g_queue_pop_tail(from));
  g_queue_free(from);
  g_queue_free_full(to, g_free);
}

// DRIVE: moved_bad()
void moved_bad(void) {
  GQueue *from = g_queue_new(), *to = g_queue_new();
  g_queue_push_tail(from, g_strdup("a")); // LEAK missed-by(sat, valueflow, absint, contradiction): what a container keeps is out of danger
  g_queue_push_tail(to, g_queue_pop_tail(from));
  g_queue_free_full(from, g_free);
  g_queue_free(to);
}
