// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops that run a known number of times, and what is lost in or behind them.

#include "../leak.h"

// DRIVE: each_round_bad()
void each_round_bad(void) {
  for (int i = 0; i < 5; i++) {
    char *p = strdup("a"); // LEAK missed-by(absint, ownership): too many rounds
    if (p)
      puts(p);
  }
}

// DRIVE: each_round_ok()
void each_round_ok(void) {
  for (int i = 0; i < 5; i++) {
    char *p = strdup("a");
    if (p)
      puts(p);
    free(p);
  }
}

// DRIVE: countdown_bad()
void countdown_bad(void) {
  int left = 4;
  char *p = NULL;
  while (left > 0) {
    left--;
    p = malloc(4); // LEAK missed-by(absint, ownership): too many rounds
  }
  free(p);
}

// DRIVE: countdown_ok()
void countdown_ok(void) {
  int left = 4;
  char *p = NULL;
  while (left > 0) {
    left--;
    free(p);
    p = malloc(4);
  }
  free(p);
}

// DRIVE: behind_bad()
int behind_bad(void) {
  char *p = malloc(9); // LEAK missed-by(absint, ownership, contradiction): too many rounds
  char cells[8];
  if (!p)
    return 1;
  for (int i = 0; i < 8; i++)
    cells[i] = 0;
  return cells[3];
}

// DRIVE: behind_ok()
int behind_ok(void) {
  char *p = malloc(9);
  char cells[8];
  if (!p)
    return 1;
  for (int i = 0; i < 8; i++)
    cells[i] = 0;
  free(p);
  return cells[3];
}

// DRIVE: freed_but_for_the_last_bad()
void freed_but_for_the_last_bad(void) {
  char *all[5];
  for (int i = 0; i < 5; i++)
    all[i] = malloc(8); // LEAK missed-by(absint, ownership, contradiction, valueflow): too many rounds
  for (int i = 0; i < 4; i++)
    free(all[i]);
}

// DRIVE: freed_all_ok()
void freed_all_ok(void) {
  char *all[5];
  for (int i = 0; i < 5; i++)
    all[i] = malloc(8);
  for (int i = 0; i < 5; i++)
    free(all[i]);
}
