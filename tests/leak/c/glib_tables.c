// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Queues, pointer arrays, tables and strings of GLib.  The bodies are for
// execution; the shipped specification stands for them.

#include "../glib_queue.h"

// DRIVE: queue_bad()
void queue_bad(void) {
  GQueue *queue = g_queue_new();
  g_queue_push_tail(queue, g_strdup("a")); // LEAK missed-by(sat, valueflow, absint, contradiction): what a container keeps is out of danger
  g_queue_free(queue);
}

// DRIVE: queue_ok()
void queue_ok(void) {
  GQueue *queue = g_queue_new();
  g_queue_push_tail(queue, g_strdup("a"));
  g_queue_free_full(queue, g_free);
}

// DRIVE: popped_ok()
void popped_ok(void) {
  GQueue *queue = g_queue_new();
  g_queue_push_tail(queue, g_strdup("a"));
  g_free(g_queue_pop_tail(queue));
  g_queue_free(queue);
}

// DRIVE: twice_bad()
void twice_bad(void) {
  GQueue *queue = g_queue_new();
  char *p = g_strdup("a");
  g_queue_push_tail(queue, p);
  g_queue_free_full(queue, g_free);
  g_free(p); // DOUBLE-FREE missed-by(sat, absint, contradiction): what a container keeps is out of danger
}

// DRIVE: through_two_bad()
void through_two_bad(void) {
  GQueue *first = g_queue_new();
  GQueue *second = g_queue_new();
  char *p = g_strdup("a");
  g_queue_push_tail(first, p);
  g_queue_push_tail(second, p);
  g_queue_free_full(first, g_free);
  g_queue_free_full(second, g_free); // DOUBLE-FREE missed-by(sat, absint, contradiction): what a container keeps is out of danger
}

// DRIVE: queue_lost_bad()
void queue_lost_bad(void) {
  GQueue *queue = g_queue_new(); // LEAK
  g_queue_push_tail(queue, NULL);
}

// DRIVE: array_of_queues_ok()
void array_of_queues_ok(void) {
  GQueue *queues[2];
  queues[0] = g_queue_new();
  queues[1] = g_queue_new();
  g_queue_free(queues[0]);
  g_queue_free(queues[1]);
}

// DRIVE: array_of_queues_bad()
void array_of_queues_bad(void) {
  GQueue *queues[2];
  queues[0] = g_queue_new();
  queues[1] = g_queue_new(); // LEAK missed-by(contradiction): an element of a local array
  g_queue_free(queues[0]);
}

struct desk {
  GQueue *inbox;
};

// DRIVE: desk_bad()
void desk_bad(void) {
  struct desk desk = {g_queue_new()}; // LEAK
  g_queue_push_tail(desk.inbox, NULL);
}

// DRIVE: desk_ok()
void desk_ok(void) {
  struct desk desk = {g_queue_new()};
  g_queue_free(desk.inbox);
}

// DRIVE: early_bad(1); early_bad(0)
int early_bad(int fails) {
  GQueue *queue = g_queue_new(); // LEAK
  if (fails)
    return -1;
  g_queue_free(queue);
  return 0;
}
