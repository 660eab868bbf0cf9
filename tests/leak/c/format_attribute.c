// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Code without a body whose declaration says that it formats its arguments.

#include "../leak.h"
#include <stdarg.h>

// Linked, but out of sight: the code is called by a jump.
#define OUTSIDE(name) __asm__(".text\n" #name ": jmp " #name "_body\n")

struct log {
  char *owned;
};

void report(const char *format, ...) __attribute__((format(printf, 1, 2)));
void log_to(struct log *log, char *tag, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void report_list(const char *format, va_list list)
    __attribute__((format(printf, 1, 0)));
void keep_all(const char *first, ...);

void report_body(const char *format, ...) {
  va_list list;
  va_start(list, format);
  vprintf(format, list);
  va_end(list);
}
OUTSIDE(report);

void log_to_body(struct log *log, char *tag, const char *format, ...) {
  va_list list;
  va_start(list, format);
  vprintf(format, list);
  va_end(list);
  log->owned = tag;
}
OUTSIDE(log_to);

void report_list_body(const char *format, va_list list) {
  vprintf(format, list);
}
OUTSIDE(report_list);

static char *kept;
void keep_all_body(const char *first, ...) {
  va_list list;
  va_start(list, first);
  kept = va_arg(list, char *);
  va_end(list);
}
OUTSIDE(keep_all);

// DRIVE: reported_bad("a")
int reported_bad(const char *s) {
  char *copy = strdup(s); // LEAK
  if (!copy)
    return -1;
  report("%s\n", copy);
  return 0;
}

// DRIVE: reported_ok("a")
int reported_ok(const char *s) {
  char *copy = strdup(s);
  if (!copy)
    return -1;
  report("%s\n", copy);
  free(copy);
  return 0;
}

// The format string too.
// DRIVE: built_bad("a")
int built_bad(const char *s) {
  char *format = malloc(strlen(s) + 4); // LEAK
  if (!format)
    return -1;
  strcpy(format, s);
  strcat(format, "%d");
  report(format, 1);
  return 0;
}

static void pass_on(const char *format, ...) {
  va_list list;
  va_start(list, format);
  report_list(format, list);
  va_end(list);
}

// DRIVE: passed_bad("a")
int passed_bad(const char *s) {
  char *copy = strdup(s); // LEAK
  if (!copy)
    return -1;
  pass_on("%s\n", copy);
  return 0;
}

// What stands before the format is not read only.
// DRIVE: { struct log l; tagged_ok(&l, "a"); free(l.owned); }
void tagged_ok(struct log *log, const char *s) {
  char *tag = strdup(s);
  log_to(log, tag, "%s\n", s);
}

// DRIVE: { struct log l; logged_bad(&l, "a"); }
int logged_bad(struct log *log, const char *s) {
  char *copy = strdup(s); // LEAK
  if (!copy)
    return -1;
  log_to(log, "tag", "%s\n", copy);
  return 0;
}

// Nothing is said of these.
// DRIVE: kept_ok("a"); free(kept)
void kept_ok(const char *s) {
  char *copy = strdup(s);
  keep_all("x", copy);
}
