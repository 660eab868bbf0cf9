// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Buffers that grow, are sent in chunks or borrowed: sizes and counts in
// fields say what belongs to whom.

#include "../leak.h"

struct buffer {
  char *data;
  size_t used, room; // no room: the data is somebody else's
};

static void buffer_release(struct buffer *b) {
  if (b->room > 0)
    free(b->data);
  b->data = NULL;
  b->used = b->room = 0;
}

// DRIVE: borrowed_ok("abc", 0); borrowed_ok("abc", 1)
int borrowed_ok(char *text, int copy) {
  struct buffer b = {text, strlen(text), 0};
  if (copy) {
    b.room = b.used + 1;
    b.data = malloc(b.room);
    if (!b.data)
      return -1;
    memcpy(b.data, text, b.room);
  }
  int first = b.data[0];
  buffer_release(&b);
  return first;
}

// DRIVE: borrowed_bad("abc")
int borrowed_bad(const char *text) {
  struct buffer b = {NULL, strlen(text), 0};
  b.data = malloc(b.used + 1); // LEAK missed-by(valueflow): a sink that is only possible counts
  if (!b.data)
    return -1;
  memcpy(b.data, text, b.used + 1);
  int first = b.data[0];
  buffer_release(&b);
  return first;
}

// DRIVE: struct buffer b = {0}; grow_ok(&b, 4); grow_ok(&b, 100); free(b.data)
int grow_ok(struct buffer *b, size_t more) {
  if (b->used + more > b->room) {
    size_t room = 2 * (b->used + more);
    char *data = malloc(room);
    if (!data)
      return -1;
    if (b->used)
      memcpy(data, b->data, b->used);
    free(b->data);
    b->data = data;
    b->room = room;
  }
  b->used += more;
  return 0;
}

// DRIVE: struct buffer b = {malloc(4), 4, 4}; grow_bad(&b, 100, 50); free(b.data)
int grow_bad(struct buffer *b, size_t more, size_t limit) {
  size_t room = 2 * (b->used + more);
  char *data = malloc(room); // LEAK
  if (!data || room > limit)
    return -1;
  if (b->used)
    memcpy(data, b->data, b->used);
  free(b->data);
  b->data = data;
  b->room = room;
  return 0;
}

// DRIVE: chunks_ok(20); chunks_ok(5)
int chunks_ok(size_t left) {
  int sent = 0;
  while (left > 0) {
    size_t chunk = left > 12 ? 12 : left;
    char small[8], *out = small;
    if (chunk > sizeof small && !(out = malloc(chunk)))
      return -1;
    memset(out, 'x', chunk);
    sent += out[0] == 'x';
    if (chunk > sizeof small)
      free(out);
    left -= chunk;
  }
  return sent;
}

// The last chunk is tested by what is left behind it.
// DRIVE: chunks_bad(22)
int chunks_bad(size_t left) {
  int sent = 0;
  while (left > 0) {
    size_t chunk = left > 12 ? 12 : left;
    char small[8], *out = small;
    if (chunk > sizeof small && !(out = malloc(chunk))) // LEAK
      return -1;
    memset(out, 'x', chunk);
    sent += out[0] == 'x';
    left -= chunk;
    if (left > 0)
      free(out == small ? NULL : out);
  }
  return sent;
}

// Both or nothing, and no status.
static void load(const char *name, char **data, size_t *size) {
  *data = NULL;
  *size = 0;
  size_t length = strlen(name);
  if (length == 0)
    return;
  *data = malloc(length);
  if (*data) {
    memcpy(*data, name, length);
    *size = length;
  }
}

// DRIVE: size_tells_ok(""); size_tells_ok("a")
int size_tells_ok(const char *name) {
  char *data;
  size_t size;
  load(name, &data, &size);
  if (size == 0)
    return -1;
  int first = data[0];
  free(data);
  return first;
}

// DRIVE: size_tells_bad("a")
int size_tells_bad(const char *name) {
  char *data;
  size_t size;
  load(name, &data, &size); // LEAK
  if (size < 2)
    return -1;
  int first = data[0];
  free(data);
  return first;
}
