// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Code without a body: several other callers free what they gave it.

#include "../leak.h"

// Linked, but out of sight: the code is called by a jump.
#define OUTSIDE(name) __asm__(".text\n" #name ": jmp " #name "_body\n")

int parse(char *text, int *number);
int hand_over(char *text);

int parse_body(char *text, int *number) { return sscanf(text, "%d", number); }
OUTSIDE(parse);

static char *kept[8];
static int count;
int hand_over_body(char *text) {
  if (count == 8)
    return -1;
  kept[count++] = text;
  return 0;
}
OUTSIDE(hand_over);

// DRIVE: one_ok("1")
int one_ok(const char *s) {
  int n = 0;
  char *copy = strdup(s);
  if (!copy)
    return 0;
  parse(copy, &n);
  free(copy);
  return n;
}

// DRIVE: two_ok("1", "2")
int two_ok(const char *s, const char *t) {
  int n = 0, m = 0;
  char *copy = malloc(strlen(s) + strlen(t) + 1);
  if (!copy)
    return 0;
  strcpy(copy, s);
  strcat(copy, t);
  if (parse(copy, &n) < 1)
    m = -1;
  free(copy);
  return n + m;
}

// DRIVE: three_ok(100)
int three_ok(int size) {
  int n = 0;
  char *block = calloc(1, size);
  if (!block)
    return 0;
  block[0] = '7';
  parse(block, &n);
  free(block);
  return n;
}

// DRIVE: nobody_bad("1")
int nobody_bad(const char *s) {
  int n = 0;
  char *copy = strdup(s); // LEAK
  if (!copy)
    return 0;
  parse(copy, &n);
  return n;
}

// DRIVE: some_bad("1"); some_bad("x")
int some_bad(const char *s) {
  int n = 0;
  char *copy = strdup(s); // LEAK
  if (!copy)
    return 0;
  if (parse(copy, &n) < 1)
    return -1;
  free(copy);
  return n;
}

// Those who free what was refused show nothing.
// DRIVE: given_ok("1"); while (count) free(kept[--count])
int given_ok(const char *s) {
  char *copy = strdup(s);
  if (!copy)
    return -1;
  if (hand_over(copy) < 0)
    free(copy);
  return 0;
}

// DRIVE: given_too_ok("1"); while (count) free(kept[--count])
int given_too_ok(const char *s) {
  char *copy = strdup(s);
  if (!copy)
    return -1;
  int status = hand_over(copy);
  if (status) {
    free(copy);
    return status;
  }
  return 0;
}

// DRIVE: given_at_last_ok("1"); while (count) free(kept[--count])
int given_at_last_ok(const char *s) {
  char *copy = strdup(s);
  return copy ? hand_over(copy) : -1;
}
