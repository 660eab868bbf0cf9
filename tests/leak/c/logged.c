// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions with `...` that only look at what they are given: for messages.

#include "../leak.h"
#include <stdarg.h>

static int level = 1;

// Straight to the library.
static void warn_about(const char *format, ...) {
  va_list list;
  va_start(list, format);
  if (level > 0) {
    fputs("warning: ", stdout);
    vfprintf(stdout, format, list);
  }
  va_end(list);
}

// By another function, which copies the list to measure first.
static void emit(int at, const char *format, va_list list) {
  va_list copy;
  va_copy(copy, list);
  int n = vsnprintf(NULL, 0, format, copy);
  va_end(copy);
  if (at < 1 && n < 0)
    return;
  char line[80];
  vsnprintf(line, sizeof line, format, list);
  puts(line);
}

static void note(int at, const char *format, ...) {
  va_list list;
  va_start(list, format);
  emit(at, format, list);
  va_end(list);
}

// Reads each argument itself.
static size_t longest(const char *first, ...) {
  size_t best = strlen(first);
  const char *next;
  va_list list;
  va_start(list, first);
  while ((next = va_arg(list, const char *)) != NULL) {
    size_t n = strlen(next);
    if (n > best)
      best = n;
  }
  va_end(list);
  return best;
}

// DRIVE: warned_bad("a")
int warned_bad(const char *s) {
  char *copy = strdup(s); // LEAK
  if (!copy)
    return -1;
  warn_about("%s\n", copy);
  return 0;
}

// DRIVE: warned_ok("a")
int warned_ok(const char *s) {
  char *copy = strdup(s);
  if (!copy)
    return -1;
  warn_about("%s\n", copy);
  free(copy);
  return 0;
}

// DRIVE: noted_bad("a", 1)
int noted_bad(const char *s, int fails) {
  char *copy = strdup(s); // LEAK
  if (!copy)
    return -1;
  note(1, "%s", copy);
  if (fails)
    return -1;
  free(copy);
  return 0;
}

// DRIVE: noted_ok("a", 1)
int noted_ok(const char *s, int fails) {
  char *copy = strdup(s);
  if (!copy)
    return -1;
  note(1, "%s", copy);
  if (fails)
    note(2, "%s again", copy);
  free(copy);
  return 0;
}

// DRIVE: measured_bad("a")
size_t measured_bad(const char *s) {
  char *copy = strdup(s); // LEAK
  return copy ? longest(s, copy, "abc", (char *)NULL) : 0;
}

// DRIVE: measured_ok("a")
size_t measured_ok(const char *s) {
  char *copy = strdup(s);
  size_t n = copy ? longest(s, copy, "abc", (char *)NULL) : 0;
  free(copy);
  return n;
}

// Through a pointer to the list.
static void emit_from(const char *format, va_list *list) {
  vprintf(format, *list);
}

static void say(const char *format, ...) {
  va_list list;
  va_start(list, format);
  emit_from(format, &list);
  va_end(list);
}

// DRIVE: said_bad("a")
int said_bad(const char *s) {
  char *copy = strdup(s); // LEAK
  if (!copy)
    return -1;
  say("%s\n", copy);
  return 1;
}
