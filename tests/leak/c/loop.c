// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One allocation per round: freed, lost by break, overwritten by the next.

#include "../leak.h"

// DRIVE: each_round_ok(3)
void each_round_ok(int n) {
  for (int i = 0; i < n; i++) {
    char *p = malloc(10);
    if (!p)
      continue;
    free(p);
  }
}

// DRIVE: continue_bad(3)
void continue_bad(int n) {
  for (int i = 0; i < n; i++) {
    char *p = malloc(10); // LEAK
    if (i % 2)
      continue;
    free(p);
  }
}

// DRIVE: break_bad(3)
void break_bad(int n) {
  while (n-- > 0) {
    char *p = malloc(10); // LEAK
    if (n == 1)
      break;
    free(p);
  }
}

// DRIVE: break_ok(3)
void break_ok(int n) {
  char *p = NULL;
  while (n-- > 0) {
    p = malloc(10);
    if (n == 1)
      break;
    free(p);
    p = NULL;
  }
  free(p);
}

// DRIVE: overwritten_bad(3)
void overwritten_bad(int n) {
  char *p = NULL;
  for (int i = 0; i < n; i++)
    p = malloc(10); // LEAK
  free(p);
}

// DRIVE: overwritten_ok(3)
void overwritten_ok(int n) {
  char *p = NULL;
  for (int i = 0; i < n; i++) {
    free(p);
    p = malloc(10);
  }
  free(p);
}

// DRIVE: do_while_ok(2)
void do_while_ok(int n) {
  char *p;
  do {
    p = malloc(10);
    if (!p)
      return;
    free(p);
  } while (--n > 0);
}

// DRIVE: do_while_bad(2)
void do_while_bad(int n) {
  char *p;
  do {
    p = malloc(10); // LEAK
  } while (p && --n > 0);
  free(p);
}

// DRIVE: retry_ok(3)
int retry_ok(int times) {
  char *p;
  while ((p = malloc(10)) == NULL)
    if (times-- == 0)
      return -1;
  free(p);
  return 0;
}

// DRIVE: free_in_loop_bad(0)
// DRIVE: free_in_loop_bad(2)
void free_in_loop_bad(int n) {
  char *p = malloc(10); // LEAK
  for (int i = 0; i < n; i++)
    free(p); // DOUBLE-FREE
}

// DRIVE: free_once_in_loop_ok(3)
void free_once_in_loop_ok(int n) {
  char *p = malloc(10);
  for (int i = 0; i < n; i++)
    if (p) {
      free(p);
      p = NULL;
    }
  free(p);
}

// DRIVE: best_of_ok(4)
void best_of_ok(int n) {
  char *best = NULL;
  for (int i = 0; i < n; i++) {
    char *p = malloc(10 + i);
    if (i % 2 == 0) {
      free(best);
      best = p;
    } else {
      free(p);
    }
  }
  free(best);
}

// DRIVE: best_of_bad(4)
void best_of_bad(int n) {
  char *best = NULL;
  for (int i = 0; i < n; i++) {
    char *p = malloc(10 + i); // LEAK missed-by(absint): states that differ in who holds it are joined
    if (i % 2 == 0) {
      free(best);
      best = p;
    }
  }
  free(best);
}
