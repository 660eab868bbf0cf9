// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Helpers that return their object only if a number is what it cannot be.  Each
// has a twin in which it can.

#include "../leak.h"
#include <stdbool.h>

static char *byte_is_huge(unsigned char x) {
  char *p = malloc(8);
  if (x > 255)
    return p;
  free(p);
  return NULL;
}

// DRIVE: byte_ok(200)
void byte_ok(unsigned char c) { byte_is_huge(c); }

static char *byte_is_large(unsigned char x) {
  char *p = malloc(8);
  if (x > 254)
    return p;
  free(p);
  return NULL;
}

// DRIVE: byte_bad(255)
void byte_bad(unsigned char c) { byte_is_large(c); } // LEAK

static char *byte_of_word(int x) {
  unsigned char low = (unsigned char)x;
  char *p = malloc(8);
  if (low + 1 > 256)
    return p;
  free(p);
  return NULL;
}

// DRIVE: cut_ok(511)
void cut_ok(int n) { byte_of_word(n); }

static char *between_two(int n) {
  char *p = malloc(8);
  if (n > 3 && n < 1000 && n * 8 == 16)
    return p;
  free(p);
  return NULL;
}

// DRIVE: product_ok(2)
void product_ok(int n) { between_two(n); }

static char *between_three(int n) {
  char *p = malloc(8);
  if (n > 3 && n < 1000 && n * 8 == 64)
    return p;
  free(p);
  return NULL;
}

// DRIVE: product_bad(8)
void product_bad(int n) { between_three(n); } // LEAK

static char *filled(void) {
  int all[5] = {1, 2, 3, 4, 5};
  char *p = malloc(8);
  if (all[2] == 7 || all[4] != 5)
    return p;
  free(p);
  return NULL;
}

// DRIVE: filled_ok()
void filled_ok(void) { filled(); }

static char *filled_again(void) {
  int all[5] = {1, 2, 3, 4, 5};
  char *p = malloc(8);
  all[2] = 7;
  if (all[2] == 7 && all[3] == 4)
    return p;
  free(p);
  return NULL;
}

// DRIVE: filled_bad()
void filled_bad(void) { filled_again(); } // LEAK

static char *text(void) {
  char all[] = "yes";
  char *p = malloc(8);
  if (all[1] == 'o')
    return p;
  free(p);
  return NULL;
}

// DRIVE: text_ok()
void text_ok(void) { text(); } // false-alarm(fused, sat, absint, ownership, valueflow, contradiction): bytes of strings are not in the IR

static char *volatile_local(void) {
  volatile int v = 1;
  char *p = malloc(3);
  if (v) {
    free(p);
    return NULL;
  }
  return p;
}

// DRIVE: volatile_ok()
void volatile_ok(void) { volatile_local(); }

static char *volatile_changed(void) {
  volatile int v = 1;
  char *p = malloc(3);
  v = 0;
  if (v) {
    free(p);
    return NULL;
  }
  return p;
}

// DRIVE: volatile_bad()
void volatile_bad(void) { volatile_changed(); } // LEAK

static char *bool_is_two(const bool *flag) {
  char *p = malloc(8);
  int n = *flag;
  if (n > 1)
    return p;
  free(p);
  return NULL;
}

// DRIVE: bool b = true; bool_ok(&b)
void bool_ok(const bool *flag) { bool_is_two(flag); }

static char *bool_is_one(const bool *flag) {
  char *p = malloc(8);
  int n = *flag;
  if (n == 1)
    return p;
  free(p);
  return NULL;
}

// DRIVE: bool b = true; bool_bad(&b)
void bool_bad(const bool *flag) { bool_is_one(flag); } // LEAK
