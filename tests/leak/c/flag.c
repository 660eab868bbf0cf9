// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Correlated branches: a flag or the same test decides about both ends.

#include "../leak.h"

// DRIVE: same_test_ok(0); same_test_ok(1)
void same_test_ok(int owned) {
  char *p = NULL;
  if (owned)
    p = malloc(10);
  if (owned)
    free(p);
}

// DRIVE: same_test_bad(2)
// DRIVE: same_test_bad(6)
void same_test_bad(int n) {
  char *p = NULL;
  if (n > 0)
    p = malloc(10); // LEAK
  if (n > 5)
    free(p);
}

// DRIVE: implied_test_ok(1); implied_test_ok(9)
void implied_test_ok(int n) {
  char *p = NULL;
  if (n > 5)
    p = malloc(10);
  if (n > 0)
    free(p);
}

// DRIVE: own_flag_ok("x", 0); own_flag_ok("x", 1)
void own_flag_ok(char *s, int copy) {
  int owned = 0;
  if (copy) {
    s = strdup(s);
    owned = 1;
  }
  if (owned)
    free(s);
}

// DRIVE: own_flag_bad("x", 1)
void own_flag_bad(char *s, int copy) {
  int owned = 0;
  if (copy)
    s = strdup(s); // LEAK
  if (owned)
    free(s);
}

// DRIVE: flag_bit_ok(1); flag_bit_ok(2); flag_bit_ok(3)
void flag_bit_ok(unsigned flags) {
  char *p = NULL;
  if (flags & 2)
    p = malloc(10);
  if ((flags & 2) != 0)
    free(p);
}

// DRIVE: flag_bit_bad(2)
void flag_bit_bad(unsigned flags) {
  char *p = NULL;
  if (flags & 2)
    p = malloc(10); // LEAK
  if (flags & 1)
    free(p);
}

// DRIVE: status_ok(0); status_ok(1)
int status_ok(int bad) {
  int status = 0;
  char *p = malloc(10);
  if (!p)
    status = -1;
  else if (bad)
    status = -2;
  if (status == -1)
    return status;
  free(p);
  return status;
}

// DRIVE: status_bad(1)
int status_bad(int bad) {
  int status = 0;
  char *p = malloc(10); // LEAK
  if (!p)
    status = -1;
  else if (bad)
    status = -2;
  if (status < 0)
    return status;
  free(p);
  return status;
}

// DRIVE: small_buffer_ok(10); small_buffer_ok(1000)
int small_buffer_ok(size_t n) {
  char stack[64], *buf = stack;
  if (n > sizeof stack)
    buf = malloc(n);
  if (!buf)
    return -1;
  memset(buf, 0, n);
  if (buf != stack)
    free(buf);
  return 0;
}

// DRIVE: small_buffer_bad(1000)
int small_buffer_bad(size_t n) {
  char stack[64], *buf = stack;
  if (n > sizeof stack)
    buf = malloc(n); // LEAK
  if (!buf)
    return -1;
  memset(buf, 0, n);
  if (buf == stack)
    return 0;
  return 1;
}

// DRIVE: small_buffer_size_ok(10); small_buffer_size_ok(1000)
int small_buffer_size_ok(size_t n) {
  char stack[64], *buf = n > sizeof stack ? malloc(n) : stack;
  if (!buf)
    return -1;
  buf[0] = 0;
  if (n > sizeof stack)
    free(buf);
  return 0;
}
