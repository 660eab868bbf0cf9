// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a callee does not write is the same afterwards.

#include "../leak.h"
#include <fcntl.h>
#include <unistd.h>

struct link {
  int fd;
  unsigned seq;
  unsigned char address[24];
  char buffer[300];
  char *name;
  int is_open;
};

static int link_open(struct link *l, const char *name) {
  memset(l, 0, sizeof *l);
  l->fd = open(name, O_RDONLY);
  if (l->fd < 0)
    return -1;
  l->is_open = 1;
  return 0;
}

static void link_close(struct link *l) {
  if (l->fd >= 0) {
    close(l->fd);
    l->fd = -1;
  }
}

// Reads from the descriptor into the record, element by element.
static int link_address(struct link *l) {
  ssize_t n = read(l->fd, l->buffer, sizeof l->buffer);
  if (n < 0)
    return -1;
  for (ssize_t i = 0; i < n && i < 24; i++) {
    if (l->buffer[i] == ':')
      return 1;
    l->address[i] = (unsigned char)l->buffer[i];
  }
  l->seq++;
  return 0;
}

// DRIVE: elements_ok("/dev/null"); elements_ok("/etc/passwd")
int elements_ok(const char *name) {
  struct link l;
  if (link_open(&l, name) < 0)
    return -1;
  int r = link_address(&l);
  link_close(&l);
  return r;
}

// DRIVE: elements_bad("/dev/null"); elements_bad("/etc/passwd")
int elements_bad(const char *name) {
  struct link l;
  if (link_open(&l, name) < 0) // LEAK missed-by(absint, ownership, contradiction): what is behind an element that changes
    return -1;
  if (link_address(&l))
    return -1;
  link_close(&l);
  return 0;
}

// A length that nobody knows, within one member.
static void link_clear(struct link *l, size_t used) {
  memset(l->buffer, 0, used);
  snprintf((char *)l->address, sizeof l->address, "%u", l->seq);
}

// DRIVE: member_ok("a", 10)
int member_ok(const char *text, size_t used) {
  struct link l;
  memset(&l, 0, sizeof l);
  l.name = strdup(text);
  l.is_open = 1;
  link_clear(&l, used);
  if (l.is_open)
    free(l.name);
  return 0;
}

// DRIVE: member_bad("a", 10)
int member_bad(const char *text, size_t used) {
  struct link l;
  memset(&l, 0, sizeof l);
  l.name = strdup(text); // LEAK missed-by(absint, ownership, contradiction): a length that is not known, within a member
  l.is_open = 0;
  link_clear(&l, used);
  if (l.is_open)
    free(l.name);
  return 0;
}

struct reader {
  unsigned magic;
  int lines, columns, errors, last, depth;
  char *text;
};

// Many ways to end; none of them touches the number or the text.
static int reader_count(struct reader *r, const char *s) {
  if (r->magic != 0x51)
    return -7;
  for (; *s; s++) {
    switch (*s) {
    case '\n':
      r->lines++;
      r->columns = 0;
      break;
    case '(':
      r->depth++;
      break;
    case ')':
      if (--r->depth < 0)
        return -3;
      break;
    case '\t':
      r->columns += 8;
      break;
    case '!':
      r->errors++;
      if (r->errors > 10)
        return -4;
      break;
    default:
      r->columns++;
    }
    r->last = *s;
  }
  return r->depth ? -5 : r->lines;
}

static int reader_init(struct reader *r) {
  memset(r, 0, sizeof *r);
  r->text = malloc(64);
  if (!r->text)
    return -1;
  r->magic = 0x51;
  return 0;
}

static int reader_done(struct reader *r) {
  if (r->magic != 0x51)
    return -7;
  free(r->text);
  r->text = NULL;
  r->magic = 0;
  return 0;
}

// DRIVE: magic_ok("a(b)\n"); magic_ok(")"); magic_ok("((")
int magic_ok(const char *s) {
  struct reader r;
  if (reader_init(&r) < 0)
    return -1;
  int n = reader_count(&r, s);
  reader_done(&r);
  return n;
}

// DRIVE: magic_bad("a(b)\n"); magic_bad(")"); magic_bad("((")
int magic_bad(const char *s) {
  struct reader r;
  if (reader_init(&r) < 0) // LEAK
    return -1;
  int n = reader_count(&r, s);
  if (n < 0)
    return n;
  reader_done(&r);
  return n;
}
