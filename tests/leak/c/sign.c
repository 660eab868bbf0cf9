// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Negative numbers that become large ones, and large ones that never become
// negative.

#include "../leak.h"

#include <limits.h>

// DRIVE: as_unsigned_ok(5); as_unsigned_ok(-5); as_unsigned_ok(0)
int as_unsigned_ok(int count) {
  char *items = NULL;
  if (count >= 0 && !(items = malloc((size_t)count + 1)))
    return -1;
  if ((unsigned)count <= INT_MAX)
    free(items);
  return 0;
}

// DRIVE: as_unsigned_bad(0)
int as_unsigned_bad(int count) {
  char *items = NULL;
  if (count >= 0 && !(items = malloc((size_t)count + 1))) // LEAK
    return -1;
  if ((unsigned)count - 1 < INT_MAX)
    free(items);
  return 0;
}

// DRIVE: magnitude_ok(12); magnitude_ok(-12); magnitude_ok(3)
void magnitude_ok(int number) {
  unsigned size = number < 0 ? 0u - (unsigned)number : (unsigned)number;
  char *digits = size > 9 ? malloc(16) : NULL;
  if (number > 9 || number < -9)
    free(digits);
}

// DRIVE: magnitude_bad(-12)
void magnitude_bad(int number) {
  unsigned size = number < 0 ? 0u - (unsigned)number : (unsigned)number;
  char *digits = size > 9 ? malloc(16) : NULL; // LEAK
  if (number > 9)
    free(digits);
}

// DRIVE: end_marker_ok("a"); end_marker_ok("")
int end_marker_ok(const char *text) {
  int c = text[0] ? (unsigned char)text[0] : -1;
  char *word = malloc(8);
  if (!word)
    return -2;
  if (c < 0) {
    free(word);
    return -1;
  }
  word[0] = (char)c;
  free(word);
  return 0;
}

// An unsigned char is never negative: the end is never seen.
// DRIVE: end_marker_bad("")
int end_marker_bad(const char *text) {
  unsigned char c = text[0] ? (unsigned char)text[0] : (unsigned char)-1;
  char *word = malloc(8); // LEAK missed-by(absint): that a byte is 255 is not told by the interpretation
  if (!word)
    return -2;
  if (c < 0) {
    free(word);
    return -1;
  }
  if (c == 255)
    return -1;
  word[0] = (char)c;
  free(word);
  return 0;
}

// DRIVE: sign_mask_ok(-7); sign_mask_ok(7)
void sign_mask_ok(int32_t delta) {
  char *undo = delta < 0 ? malloc(16) : NULL;
  uint32_t mask = (uint32_t)delta >> 31;
  if (mask)
    free(undo);
}

// DRIVE: sign_mask_bad(-7)
void sign_mask_bad(int32_t delta) {
  char *undo = delta < 0 ? malloc(16) : NULL; // LEAK
  uint32_t mask = (uint32_t)delta >> 30;
  if (mask < 3)
    free(undo);
}

// The number of bytes, or -1.
static long transfer(const char *from, char *to, long room) {
  long length = (long)strlen(from);
  if (length > room)
    return -1;
  memcpy(to, from, (size_t)length);
  return length;
}

// DRIVE: signed_result_ok("abc"); signed_result_ok("too long for it")
int signed_result_ok(const char *from) {
  char *to = malloc(8);
  if (!to)
    return -1;
  long got = transfer(from, to, 8);
  if (got < 0) {
    free(to);
    return -1;
  }
  free(to);
  return (int)got;
}

// DRIVE: signed_result_bad("too long for it")
int signed_result_bad(const char *from) {
  char *to = malloc(8); // LEAK
  if (!to)
    return -1;
  size_t got = (size_t)transfer(from, to, 8);
  if (got > 8)
    return -1;
  free(to);
  return (int)got;
}
