// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a callee puts into a global is lost by who overwrites the global next.

#include "../leak.h"

static int *link_state;

static int probe(int n) {
  link_state = malloc(sizeof *link_state);
  if (!link_state)
    return -1;
  *link_state = n;
  return n > 3 ? -3 : 0;
}

static void disconnect(void) {
  free(link_state);
  link_state = NULL;
}

// DRIVE: probed_bad(5)
void probed_bad(int n) {
  if (probe(n) == 0) // LEAK missed-by(valueflow): what globals hold is out of danger
    disconnect();
  link_state = NULL;
}

// DRIVE: probed_ok(5)
void probed_ok(int n) {
  probe(n);
  disconnect();
  link_state = NULL;
}

// DRIVE: twice_bad(1)
int twice_bad(int n) {
  if (probe(n) < 0) // LEAK missed-by(valueflow): what globals hold is out of danger
    return -1;
  int result = probe(n + 1);
  disconnect();
  return result;
}

// DRIVE: twice_ok(1)
int twice_ok(int n) {
  if (probe(n) == 0)
    disconnect();
  else
    disconnect();
  int result = probe(n + 1);
  disconnect();
  return result;
}

// DRIVE: replaced_bad(1)
int replaced_bad(int n) {
  if (probe(n) < 0) // LEAK missed-by(valueflow): what globals hold is out of danger
    return -1;
  link_state = calloc(1, sizeof *link_state);
  int result = link_state ? 0 : -1;
  disconnect();
  return result;
}

// Another name for it.
// DRIVE: saved_ok(1)
int saved_ok(int n) {
  int result = probe(n);
  int *saved = link_state;
  link_state = NULL;
  if (saved)
    puts("saved");
  free(saved);
  return result;
}

// It stays where it is: somebody else frees it.
// DRIVE: stays_ok(1); disconnect()
int stays_ok(int n) { return probe(n); }
