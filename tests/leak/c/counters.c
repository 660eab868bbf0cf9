// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Counters and indices that say how many objects there are.

#include "../leak.h"

// DRIVE: count_down_ok(3); count_down_ok(0)
int count_down_ok(int wanted) {
  char *rows[3] = {NULL, NULL, NULL};
  int made = 0;
  if (wanted > 3)
    return -1;
  while (made < wanted && (rows[made] = malloc(8)) != NULL)
    made++;
  int is_complete = made >= wanted;
  while (made > 0)
    free(rows[--made]);
  return is_complete ? 0 : -1;
}

// The first one is never reached.
// DRIVE: count_down_bad(2)
int count_down_bad(int wanted) {
  char *rows[3] = {NULL, NULL, NULL};
  int made = 0;
  if (wanted > 3)
    return -1;
  while (made < wanted && (rows[made] = malloc(8)) != NULL) // LEAK missed-by(sat, valueflow): an index that is not constant
    made++;
  int is_complete = made >= wanted;
  while (--made > 0)
    free(rows[made]);
  return is_complete ? 0 : -1;
}

// DRIVE: first_round_ok(3); first_round_ok(0)
void first_round_ok(int rounds) {
  char *scratch = NULL;
  for (int i = 0; i < rounds; i++) {
    if (i == 0)
      scratch = malloc(16);
    if (scratch)
      scratch[0] = (char)i;
  }
  if (rounds > 0)
    free(scratch);
}

// DRIVE: first_round_bad(1); first_round_bad(3)
void first_round_bad(int rounds) {
  char *scratch = NULL;
  for (int i = 0; i < rounds; i++) {
    if (i == 0)
      scratch = malloc(16); // LEAK
    if (scratch)
      scratch[0] = (char)i;
  }
  if (rounds > 1)
    free(scratch);
}

// DRIVE: every_round_bad(2)
// DRIVE: every_round_bad(1)
void every_round_bad(int rounds) {
  char *scratch = NULL;
  for (int i = 0; i < rounds; i++)
    scratch = malloc(16); // LEAK
  free(scratch);
}

// DRIVE: last_of_three_ok("abc"); last_of_three_ok("")
int last_of_three_ok(const char *text) {
  char *previous = NULL;
  int count = 0;
  for (; *text && count < 3; text++, count++) {
    char *now = malloc(2);
    if (!now)
      break;
    now[0] = *text;
    if (count > 0)
      free(previous);
    previous = now;
  }
  if (count > 0)
    free(previous);
  return count;
}

// DRIVE: last_of_three_bad("abc")
int last_of_three_bad(const char *text) {
  char *previous = NULL;
  int count = 0;
  for (; *text && count < 3; text++, count++) {
    char *now = malloc(2); // LEAK
    if (!now)
      break;
    now[0] = *text;
    if (count > 1)
      free(previous);
    previous = now;
  }
  if (count > 0)
    free(previous);
  return count;
}

struct pool {
  char *blocks[2];
  int used;
};

// DRIVE: struct pool p = {0}; pooled_ok(&p); pooled_ok(&p); pooled_ok(&p); free(p.blocks[0]); free(p.blocks[1])
int pooled_ok(struct pool *pool) {
  char *block = malloc(8);
  if (!block)
    return -1;
  if (pool->used == 2) {
    free(block);
    return -1;
  }
  pool->blocks[pool->used++] = block;
  return 0;
}

// DRIVE: struct pool p = {{NULL, NULL}, 2}; pooled_bad(&p)
int pooled_bad(struct pool *pool) {
  char *block = malloc(8); // LEAK
  if (!block)
    return -1;
  if (pool->used < 2)
    pool->blocks[pool->used++] = block;
  return 0;
}
