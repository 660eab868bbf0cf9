// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ownership that passes through two levels: makers of makers, takers of takers,
// and the level in between that gives up half way.

#include "../leak.h"

struct packet {
  char *bytes;
};
struct channel {
  struct packet *waiting;
};

static struct channel main_channel;

static void packet_free(struct packet *p) {
  if (p)
    free(p->bytes);
  free(p);
}

static struct packet *packet_new(const char *text) {
  struct packet *p = malloc(sizeof *p);
  if (!p)
    return NULL;
  p->bytes = strdup(text);
  if (p->bytes)
    return p;
  free(p);
  return NULL;
}

static struct packet *greeting(void) { return packet_new("hello"); }
static struct packet *polite_greeting(void) { return greeting(); }

// DRIVE: made_two_levels_down_ok()
void made_two_levels_down_ok(void) { packet_free(polite_greeting()); }

// DRIVE: made_two_levels_down_bad()
int made_two_levels_down_bad(void) {
  struct packet *p = polite_greeting(); // LEAK
  return p && p->bytes[0] == 'h';
}

// DRIVE: inner_block_bad()
void inner_block_bad(void) {
  struct packet *p = polite_greeting(); // LEAK
  free(p);
}

// Takes it always: what cannot wait is freed.
static void channel_take(struct channel *c, struct packet *p) {
  if (c->waiting)
    packet_free(p);
  else
    c->waiting = p;
}
static void send_main(struct packet *p) { channel_take(&main_channel, p); }

// DRIVE: taken_two_levels_down_ok(); taken_two_levels_down_ok()
void taken_two_levels_down_ok(void) { send_main(packet_new("a")); }

// DRIVE: taken_and_freed_bad(); taken_and_freed_bad()
void taken_and_freed_bad(void) {
  struct packet *p = packet_new("a");
  if (!p)
    return;
  char *bytes = p->bytes;
  struct channel busy = {p};
  channel_take(&busy, p);
  free(bytes); // DOUBLE-FREE
}

// DRIVE: struct channel c = {0}; into_given_channel_ok(&c); packet_free(c.waiting)
void into_given_channel_ok(struct channel *c) {
  channel_take(c, packet_new("a"));
}

// DRIVE: into_local_channel_bad()
int into_local_channel_bad(void) {
  struct channel c = {0};
  channel_take(&c, packet_new("a")); // LEAK missed-by(valueflow): a sink that is only possible counts
  return c.waiting != NULL;
}

// DRIVE: into_local_channel_ok()
void into_local_channel_ok(void) {
  struct channel c = {0};
  channel_take(&c, packet_new("a"));
  packet_free(c.waiting);
}

// The level between takes it only when the text is short.
static int send_short(struct packet *p) {
  if (strlen(p->bytes) > 9)
    return 0;
  send_main(p);
  return 1;
}

// DRIVE: refused_between_ok("short"); refused_between_ok("very long text")
void refused_between_ok(const char *text) {
  struct packet *p = packet_new(text);
  if (p && !send_short(p))
    packet_free(p);
}

// DRIVE: refused_between_bad("short"); refused_between_bad("very long text")
void refused_between_bad(const char *text) {
  struct packet *p = packet_new(text); // LEAK missed-by(absint): who does not look at a result relies on success
  if (p)
    send_short(p);
}

static int send_text(const char *text) {
  struct packet *p = packet_new(text);
  if (!p)
    return -1;
  send_main(p);
  return 0;
}

// DRIVE: nothing_left_here_ok("a"); nothing_left_here_ok("b")
int nothing_left_here_ok(const char *text) { return send_text(text); }

// DRIVE: free(unwrapped_ok("a"))
char *unwrapped_ok(const char *text) {
  struct packet *p = packet_new(text);
  char *bytes = p ? p->bytes : NULL;
  free(p);
  return bytes;
}

// DRIVE: free(unwrapped_bad("a"))
char *unwrapped_bad(const char *text) {
  struct packet *p = packet_new(text); // LEAK
  return p ? p->bytes : NULL;
}
