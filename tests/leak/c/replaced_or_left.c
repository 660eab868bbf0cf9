// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A callee that replaces what a field holds, or leaves it, and fails in both
// ways: whichever it was, the field says what there is to free.

#include "../leak.h"

struct config {
  char *host;
  int port;
};

static struct config *config_new(void) {
  struct config *c = calloc(1, sizeof *c);
  if (c)
    c->host = strdup("localhost");
  return c;
}

static void config_free(struct config *c) {
  if (!c)
    return;
  free(c->host);
  free(c);
}

static int set_host(struct config *c, const char *host) {
  free(c->host);
  c->host = strdup(host);
  return c->host ? 0 : -1;
}

static int read_option(struct config *c, const char *text) {
  if (strncmp(text, "host=", 5) == 0)
    return set_host(c, text + 5);
  if (strncmp(text, "port=", 5) == 0) {
    c->port = atoi(text + 5);
    return 0;
  }
  return -1;
}

// DRIVE: const char *l[] = {"host=a", "x", NULL}; config_free(read_all_bad(l))
struct config *read_all_bad(const char **lines) {
  struct config *c = calloc(1, sizeof *c);
  if (!c)
    return NULL;
  c->host = strdup("localhost"); // LEAK(one-of host)
  for (; *lines; lines++)
    if (read_option(c, *lines) != 0) { // LEAK(one-of host)
      free(c);
      return NULL;
    }
  return c;
}

// DRIVE: const char *l[] = {"host=a", "x", NULL}; config_free(read_all_ok(l))
struct config *read_all_ok(const char **lines) {
  struct config *c = config_new();
  if (!c)
    return NULL;
  for (; *lines; lines++)
    if (read_option(c, *lines) != 0) {
      config_free(c);
      return NULL;
    }
  return c;
}

// DRIVE: config_free(read_one_bad("x"))
struct config *read_one_bad(const char *line) {
  struct config *c = config_new(); // LEAK(one-of one)
  if (!c)
    return NULL;
  if (read_option(c, line) != 0) { // LEAK(one-of one)
    free(c);
    return NULL;
  }
  return c;
}

// A buffer that is emptied when it cannot grow.
struct buffer {
  char *at;
  size_t room;
};

static int buffer_grow(struct buffer *b, size_t n) {
  if (n > 1000)
    return -1;
  char *longer = realloc(b->at, n + 1);
  if (!longer) {
    free(b->at);
    b->at = NULL;
    return -1;
  }
  b->at = longer;
  b->room = n;
  return 0;
}

// DRIVE: grown_bad(5, 2000)
int grown_bad(size_t first, size_t next) {
  struct buffer b = {NULL, 0};
  if (buffer_grow(&b, first) < 0) // LEAK(one-of grown)
    return -1;
  b.at[0] = 'a';
  if (buffer_grow(&b, next) < 0) // LEAK(one-of grown)
    return -1;
  free(b.at);
  return 0;
}

// DRIVE: grown_ok(5, 2000)
int grown_ok(size_t first, size_t next) {
  struct buffer b = {NULL, 0};
  if (buffer_grow(&b, first) < 0)
    return -1;
  b.at[0] = 'a';
  if (buffer_grow(&b, next) < 0) {
    free(b.at);
    return -1;
  }
  free(b.at);
  return 0;
}

// The pointer of the caller is not changed: only the callee knows.
static int send_block(char *block, int channel) {
  if (channel == 7)
    return -1;
  free(block);
  return channel < 0 ? -1 : 0;
}

// DRIVE: sent_ok(3)
int sent_ok(int channel) {
  char *block = malloc(8);
  if (!block)
    return -1;
  if (channel == 7)
    channel = 8;
  return send_block(block, channel);
}
