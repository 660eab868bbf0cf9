// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a record holds when it is copied: who keeps the copy keeps what it points
// to, also where many ways through the callee are told as one.

#include "../leak.h"

#include <stdbool.h>

struct segment { struct segment *next; char *text; };
struct format { struct segment *first; char *title; int is_terminal; };
struct rule { int kind, cost; struct format format; struct rule *next; };
static struct rule *rules, *last_rule;

static struct rule *new_rule(int kind) {
  struct rule *rule = calloc(1, sizeof *rule);
  if (!rule)
    exit(1);
  rule->kind = kind;
  if (!rules)
    rules = rule;
  else
    last_rule->next = rule;
  last_rule = rule;
  return rule;
}

static struct segment **add_segment(struct segment **at, const char *text, size_t length) {
  *at = malloc(sizeof **at);
  if (!*at)
    exit(1);
  (*at)->next = NULL;
  (*at)->text = malloc(length + 1);
  if (!(*at)->text)
    exit(1);
  memcpy((*at)->text, text, length);
  (*at)->text[length] = 0;
  return &(*at)->next;
}

static bool insert(const struct format *format, char *text) {
  struct rule *rule = new_rule(1);
  char *start = text, *at;
  struct segment **end;
  rule->format = *format;
  rule->cost = 0;
  end = &rule->format.first;
  *end = NULL;
  for (at = start; *at; at++) {
    if (at[0] == '\\' && at[1] == 'c') {
      add_segment(end, start, (size_t)(at - start));
      return true;
    } else if (*at == '\\') {
      end = add_segment(end, start, (size_t)(at - start));
      *at = '\n';
      start = at + 1;
    } else if (*at == '%') {
      if (at[1] == 0)
        exit(2);
      end = add_segment(end, start, (size_t)(at - start));
      if (at[1] == 's')
        rule->cost++;
      start = at + 2;
      at++;
    }
  }
  if (at > start)
    add_segment(end, start, (size_t)(at - start));
  return true;
}

static void open_terminal(struct format *format) {
  format->title = strdup("terminal");
  format->is_terminal = 1;
}

// DRIVE: parse_ok()
bool parse_ok(void) {
  char text[] = "a%sb\\c";
  struct format format;
  open_terminal(&format);
  return insert(&format, text);
}

static int width(const struct format *format) {
  struct format copy = *format;
  copy.is_terminal = 0;
  return (int)strlen(copy.title);
}

// DRIVE: measure_bad()
int measure_bad(void) {
  struct format format;
  open_terminal(&format); // LEAK
  return width(&format);
}
