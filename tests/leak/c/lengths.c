// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A length decides where the bytes live, and decides again who frees them.

#include "../leak.h"

// DRIVE: with_terminator_ok("a", 1); with_terminator_ok("0123456789abcdef", 16)
int with_terminator_ok(const char *text, size_t length) {
  char small[16], *buffer = small;
  if (length > 4096)
    return -1;
  if (length + 1 > sizeof small && !(buffer = malloc(length + 1)))
    return -1;
  memcpy(buffer, text, length);
  buffer[length] = '\0';
  puts(buffer);
  if (length >= sizeof small)
    free(buffer);
  return 0;
}

// Exactly 16 bytes: the terminator needs the heap, the test forgets it.
// DRIVE: with_terminator_bad("0123456789abcdef", 16)
int with_terminator_bad(const char *text, size_t length) {
  char small[16], *buffer = small;
  if (length > 4096)
    return -1;
  if (length + 1 > sizeof small && !(buffer = malloc(length + 1))) // LEAK
    return -1;
  memcpy(buffer, text, length);
  buffer[length] = '\0';
  puts(buffer);
  if (length > sizeof small)
    free(buffer);
  return 0;
}

// DRIVE: two_parts_ok(3, 4, 5); two_parts_ok(1, 1, 5)
void two_parts_ok(unsigned char head, unsigned char tail, unsigned room) {
  char *joined = NULL;
  if ((unsigned)head + tail > room)
    joined = malloc((size_t)head + tail);
  if (room < (unsigned)tail + head)
    free(joined);
}

// DRIVE: two_parts_bad(3, 4, 5)
void two_parts_bad(unsigned char head, unsigned char tail, unsigned room) {
  char *joined = NULL;
  if ((unsigned)head + tail > room)
    joined = malloc((size_t)head + tail); // LEAK
  if (head > room || tail > room)
    free(joined);
}

// DRIVE: host_and_port_ok("a:1", 1, 3); host_and_port_ok("a", 1, 1)
void host_and_port_ok(const char *text, size_t colon, size_t length) {
  char *port = NULL;
  if (colon < length)
    port = strdup(text + colon + 1);
  puts(text);
  if (colon != length)
    free(port);
}

// "host:" has a port too, an empty one.
// DRIVE: host_and_port_bad("a:", 1, 2)
void host_and_port_bad(const char *text, size_t colon, size_t length) {
  char *port = NULL;
  if (colon < length)
    port = strdup(text + colon + 1); // LEAK
  puts(text);
  if (colon + 1 < length)
    free(port);
}

// DRIVE: length_bytes_ok((unsigned char[]){1, 2}); length_bytes_ok((unsigned char[]){0, 9})
void length_bytes_ok(const unsigned char *wire) {
  unsigned length = (unsigned)wire[0] << 8 | wire[1];
  char *body = NULL;
  if (length > 255)
    body = malloc(length);
  if (wire[0] != 0)
    free(body);
}

// DRIVE: length_bytes_bad((unsigned char[]){1, 2})
void length_bytes_bad(const unsigned char *wire) {
  unsigned length = (unsigned)wire[0] << 8 | wire[1];
  char *body = NULL;
  if (length > 255)
    body = malloc(length); // LEAK
  if (wire[0] > 1)
    free(body);
}

enum { LIMIT = 100 };
static char common[LIMIT];

// DRIVE: clamped_ok(5); clamped_ok(500)
int clamped_ok(unsigned wanted) {
  unsigned size = wanted < LIMIT ? wanted : LIMIT;
  char *block = size == LIMIT ? common : malloc(size + 1);
  if (!block)
    return -1;
  block[0] = 0;
  if (wanted < LIMIT)
    free(block);
  return 0;
}

// DRIVE: clamped_bad(150)
int clamped_bad(unsigned wanted) {
  unsigned size = wanted < 2 * LIMIT ? wanted : LIMIT;
  char *block = size == LIMIT ? common : malloc(size + 1); // LEAK
  if (!block)
    return -1;
  block[0] = 0;
  if (wanted < LIMIT)
    free(block);
  return 0;
}
