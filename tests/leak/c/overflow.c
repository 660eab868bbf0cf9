// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums that wrap, values cut to fewer bits, differences below zero.

#include "../leak.h"

// DRIVE: carry_ok(200, 100); carry_ok(1, 2)
void carry_ok(uint8_t a, uint8_t b) {
  uint8_t sum = (uint8_t)(a + b);
  char *carry = NULL;
  if (a + b > 255)
    carry = malloc(1); // false-alarm(absint): tests that no interval relates
  if (sum < a)
    free(carry);
}

// Eight bits are never above 255.
// DRIVE: carry_bad(200, 100)
void carry_bad(uint8_t a, uint8_t b) {
  uint8_t sum = (uint8_t)(a + b);
  char *carry = NULL;
  if (a + b > 255)
    carry = malloc(1); // LEAK
  if (sum > 255)
    free(carry);
}

// DRIVE: free(checked_sum_ok(10, 20)); free(checked_sum_ok(UINT32_MAX, 20))
char *checked_sum_ok(uint32_t header, uint32_t body) {
  char *mark = malloc(4);
  if (!mark)
    return NULL;
  uint32_t total = header + body;
  if (total < header || total < body) {
    free(mark);
    return NULL;
  }
  char *block = malloc(total % 64 + 1);
  free(mark);
  return block;
}

// DRIVE: free(checked_sum_bad(UINT32_MAX, 20))
char *checked_sum_bad(uint32_t header, uint32_t body) {
  char *mark = malloc(4); // LEAK
  if (!mark)
    return NULL;
  uint32_t total = header + body;
  if (total < body)
    return NULL;
  char *block = malloc(total % 64 + 1);
  free(mark);
  return block;
}

// Both tests of a wrapped sum say the same: the second cannot lose anything.
// DRIVE: wrapped_twice_ok(10, 20); wrapped_twice_ok(UINT32_MAX, 20)
int wrapped_twice_ok(uint32_t header, uint32_t body) {
  uint32_t total = header + body;
  if (total < header)
    return -1;
  char *mark = malloc(4);
  if (!mark)
    return -1;
  if (total < body)
    return -2;
  free(mark);
  return 0;
}

// DRIVE: cut_to_16_ok(300); cut_to_16_ok(70000); cut_to_16_ok(-3)
int cut_to_16_ok(int length) {
  if (length < 0 || length > INT16_MAX)
    return -1;
  int16_t stored = (int16_t)length;
  char *name = length > 0 ? malloc((size_t)length) : NULL;
  if (stored > 0)
    free(name);
  return stored;
}

// 65536 is stored as 0.
// DRIVE: cut_to_16_bad(65536)
int cut_to_16_bad(int length) {
  int16_t stored = (int16_t)length;
  char *name = length > 0 ? malloc((size_t)length) : NULL; // LEAK
  if (stored > 0)
    free(name);
  return stored;
}

// DRIVE: room_left_ok(10, 4); room_left_ok(4, 10)
void room_left_ok(unsigned room, unsigned used) {
  char *spill = used > room ? malloc(used - room) : NULL;
  if (room - used > room)
    free(spill);
}

// The difference has no sign.
// DRIVE: room_left_bad(4, 10)
void room_left_bad(unsigned room, unsigned used) {
  char *spill = used > room ? malloc(used - room) : NULL; // LEAK
  if (room - used == 0)
    free(spill);
}

// DRIVE: scaled_ok(3); scaled_ok(0); scaled_ok(0x40000000u)
void scaled_ok(uint32_t count) {
  if (count > 1000)
    return;
  uint32_t bytes = count * 4;
  char *table = count ? malloc(bytes) : NULL;
  if (bytes)
    free(table);
}

// The product of 2^30 and 4 has no bit left.
// DRIVE: scaled_bad(0x40000000u)
void scaled_bad(uint32_t count) {
  uint32_t bytes = count * 4;
  char *table = count ? malloc(bytes + 1) : NULL; // LEAK
  if (bytes)
    free(table);
}

// DRIVE: around_ok(0); around_ok(UINT32_MAX)
void around_ok(uint32_t sequence) {
  uint32_t next = sequence + 1;
  char *epoch = sequence == UINT32_MAX ? malloc(8) : NULL;
  if (!next)
    free(epoch);
}
