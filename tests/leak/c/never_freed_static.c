// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Variables that only this file knows, and that nobody ever frees: the last one
// stays, but each one before it is lost when it is overwritten.

#include "../leak.h"

// DRIVE: last_seen_bad("a"); last_seen_bad("b")
void last_seen_bad(const char *s) {
  static char *last;
  if (last && strcmp(last, s) == 0) // LEAK(elsewhere) missed-by(absint, valueflow): what was there before the call is not followed
    return;
  last = strdup(s);
  if (last)
    puts(last);
}

// DRIVE: last_seen_ok("a"); last_seen_ok("b")
void last_seen_ok(const char *s) {
  static char *last;
  if (last && strcmp(last, s) == 0)
    return;
  free(last);
  last = strdup(s);
  if (last)
    puts(last);
}

// Made once.
// DRIVE: home_ok(); home_ok()
const char *home_ok(void) {
  static char *home;
  if (!home)
    home = strdup("/root");
  return home;
}

static char *buffer;
static size_t room;

// DRIVE: reserve_bad(3); reserve_bad(4)
int reserve_bad(size_t n) {
  if (n <= room)
    return 0;
  if (buffer) // LEAK(elsewhere) missed-by(absint, valueflow): what was there before the call is not followed
    printf("%zu more\n", n - room);
  buffer = malloc(n);
  room = buffer ? n : 0;
  return buffer ? 0 : -1;
}

static char *line;
static size_t line_room;

// DRIVE: grow_ok(3); grow_ok(4)
int grow_ok(size_t n) {
  if (n <= line_room)
    return 0;
  if (line)
    printf("%zu more\n", n - line_room);
  char *longer = realloc(line, n);
  if (!longer)
    return -1;
  line = longer;
  line_room = n;
  return 0;
}

// Others have it, too: it is in the list.
struct name {
  struct name *next;
  char text[16];
};
static struct name *names, *newest;

// DRIVE: add_ok("a"); add_ok("b")
int add_ok(const char *text) {
  if (newest && strncmp(newest->text, text, sizeof newest->text) == 0)
    return 0;
  struct name *n = calloc(1, sizeof *n);
  if (!n)
    return -1;
  strncpy(n->text, text, sizeof n->text - 1);
  n->next = names;
  names = n;
  newest = n;
  return 0;
}

// Callers have what it returned.
static char *last_message;

// DRIVE: char *a = message_ok("a"); char *b = message_ok("b"); free(a); free(b)
char *message_ok(const char *text) {
  if (last_message && text[0] == '\0')
    return strdup("");
  last_message = strdup(text);
  return last_message;
}

static char *title;

// DRIVE: set_title_bad("a"); set_title_bad("b")
void set_title_bad(const char *text) {
  if (title && title[0] == text[0]) // LEAK(elsewhere) missed-by(absint, valueflow): what was there before the call is not followed
    return;
  title = NULL;
  if (text[0])
    title = strdup(text);
}
