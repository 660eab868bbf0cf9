// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Static locals and thread-locals keep what they hold.

#include "../leak.h"

// DRIVE: singleton_ok(); singleton_ok()
char *singleton_ok(void) {
  static char *instance;
  if (!instance)
    instance = malloc(10);
  return instance;
}

static char *fresh_instance(void) {
  static char *instance;
  instance = malloc(10); // LEAK(one-of instance) missed-by(sat, fused, absint, valueflow): what was there before the call is not followed
  return instance;
}

// DRIVE: singleton_bad()
int singleton_bad(void) {
  char *a = fresh_instance(); // LEAK(one-of instance)
  return a == fresh_instance(); // LEAK(one-of instance)
}

// DRIVE: scratch_ok(10); scratch_ok(20)
char *scratch_ok(size_t n) {
  static char *buffer;
  free(buffer);
  buffer = malloc(n);
  return buffer;
}

// DRIVE: grown_ok(10); grown_ok(20)
char *grown_ok(size_t n) {
  static char *buffer;
  static size_t size;
  if (n > size) {
    char *larger = realloc(buffer, n);
    if (!larger)
      return NULL;
    buffer = larger;
    size = n;
  }
  return buffer;
}

static _Thread_local char *per_thread;

// DRIVE: thread_local_ok()
void thread_local_ok(void) {
  if (!per_thread)
    per_thread = malloc(10);
}

// DRIVE: thread_local_bad()
void thread_local_bad(void) {
  per_thread = malloc(10); // LEAK
  per_thread = NULL;
}
