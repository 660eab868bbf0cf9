// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Who never comes back.

#include <error.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

//= never returns
void quit(void) { exit(3); }

//= never returns
void through(int status) {
  if (status)
    quit();
  _exit(0);
}

//= never returns
void forever(void) {
  for (;;)
    pause();
}

//= nothing
void perhaps(int status) {
  if (status)
    exit(status);
}

//= never returns
void by_status(const char *m) { error(1, 0, "%s", m); }

//= nothing
void only_tells(const char *m) { error(0, 0, "%s", m); }

//= nothing
int recursive(int n) { return n <= 0 ? 0 : recursive(n - 1) + 1; }

//= never returns
int endless(int n) { return endless(n + 1); }

static void even(int n);
//= nothing
void odd(int n) {
  if (n > 0)
    even(n - 1);
}
static void even(int n) {
  if (n > 0)
    odd(n - 1);
}

struct group {
  struct group *parent;
  char *seed;
  int *method;
};

// Nothing is behind null, so tests of what is there say nothing.
//= frees g
//= frees g->seed on some paths
static void group_free(struct group *g) {
  if (!g)
    return;
  if (g->method != NULL && g->parent == NULL)
    free(g->seed);
  free(g);
}
//= nothing
int frees_null(void) {
  struct group *g = NULL;
  group_free(g);
  return 1;
}
