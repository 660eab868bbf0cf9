// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Cleanup ladders, switches and loops: which of several objects is freed where.

#include "../leak.h"

static int works(int step, int fails) { return step != fails; }

// DRIVE: ladder_ok(0); ladder_ok(1); ladder_ok(2); ladder_ok(3)
int ladder_ok(int fails) {
  int out = -1;
  char *a = malloc(1), *b = NULL, *c = NULL;
  if (!a || !works(1, fails))
    goto free_a;
  b = malloc(2);
  if (!b || !works(2, fails))
    goto free_b;
  c = malloc(3);
  if (!c || !works(3, fails))
    goto free_c;
  out = 0;
free_c:
  free(c);
free_b:
  free(b);
free_a:
  free(a);
  return out;
}

// DRIVE: wrong_rung_bad(0); wrong_rung_bad(2); wrong_rung_bad(3)
int wrong_rung_bad(int fails) {
  int out = -1;
  char *a = malloc(1), *b = NULL;
  if (!a || !works(1, fails))
    goto free_a;
  b = malloc(2); // LEAK
  if (!b || !works(2, fails))
    goto free_a;
  out = 0;
  free(b);
free_a:
  free(a);
  return out;
}

// DRIVE: early_ok(0); early_ok(1)
int early_ok(int fails) {
  char *a = malloc(1);
  if (!a)
    return -1;
  if (fails) {
    free(a);
    return -2;
  }
  free(a);
  return 0;
}

// DRIVE: second_return_bad(0); second_return_bad(1)
int second_return_bad(int fails) {
  char *a = malloc(1); // LEAK
  if (!a)
    return -1;
  char *b = malloc(1);
  if (!b)
    return -2;
  free(b);
  free(a);
  return fails;
}

// DRIVE: switch_ok(0); switch_ok(1); switch_ok(2); switch_ok(9)
void switch_ok(int how) {
  char *p = malloc(1);
  switch (how) {
  case 0:
    free(p);
    break;
  case 1:
  case 2:
    if (p)
      p[0] = 1;
  // fallthrough
  default:
    free(p);
  }
}

// DRIVE: switch_bad(0); switch_bad(1); switch_bad(2); switch_bad(9)
void switch_bad(int how) {
  char *p = malloc(1); // LEAK
  switch (how) {
  case 0:
    free(p);
    break;
  case 2:
    break;
  default:
    free(p);
  }
}

// DRIVE: same_switch_ok(0); same_switch_ok(1); same_switch_ok(2)
void same_switch_ok(int how) {
  char *p = NULL;
  switch (how) {
  case 1:
  case 2:
    p = malloc(1);
  }
  if (how == 1 || how == 2)
    free(p);
}

// DRIVE: same_switch_bad(1); same_switch_bad(2)
void same_switch_bad(int how) {
  char *p = NULL;
  switch (how) {
  case 1:
  case 2:
    p = malloc(1); // LEAK missed-by(absint): out of danger once states are joined
  }
  if (how == 1)
    free(p);
}

// DRIVE: retry_ok(0); retry_ok(2); retry_ok(5)
int retry_ok(int works_at) {
  for (int i = 0; i < 4; i++) {
    char *p = malloc(1);
    if (!p)
      continue;
    if (i == works_at) {
      free(p);
      return i;
    }
    free(p);
  }
  return -1;
}

// DRIVE: retry_bad(0); retry_bad(2)
int retry_bad(int works_at) {
  for (int i = 0; i < 4; i++) {
    char *p = malloc(1); // LEAK
    if (!p)
      continue;
    if (i == works_at)
      return i;
    free(p);
  }
  return -1;
}
