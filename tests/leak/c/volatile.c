// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers that somebody else may change between two looks at them, and locals
// that nobody else knows.

#include "../leak.h"

#include <setjmp.h>

volatile int stop_requested;

// A handler of signals, or another thread.
static void request_stop(void) { stop_requested = 1; }

static void wait_for_event(int is_last) {
  if (is_last)
    request_stop();
}

// DRIVE: stop_requested = 0; changed_between_bad(1)
void changed_between_bad(int is_last) {
  char *text = NULL;
  if (!stop_requested)
    text = malloc(8); // LEAK
  wait_for_event(is_last);
  if (!stop_requested)
    free(text);
}

// DRIVE: stop_requested = 0; looked_once_ok()
void looked_once_ok(void) {
  int stopped = stop_requested;
  char *text = NULL;
  if (!stopped)
    text = malloc(8);
  wait_for_event(1);
  if (!stopped)
    free(text);
}

// A volatile local keeps its value over a jump; nobody else writes it.
// DRIVE: over_a_jump_ok(1)
// DRIVE: over_a_jump_ok(0)
void over_a_jump_ok(int fails) {
  jmp_buf back;
  char *volatile text = NULL;
  volatile int is_made = 0;
  if (setjmp(back) == 0) {
    text = malloc(8);
    is_made = 1;
    if (fails)
      longjmp(back, 1);
  }
  if (is_made)
    free(text);
}
