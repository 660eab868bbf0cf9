// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// String buffers of GLib: the buffer, the text that it leaves behind, buffers in
// records.  The bodies are for execution; the shipped specification stands for
// them.

#include "../leak.h"

typedef struct GString {
  char *str;
  size_t len;
} GString;

static void *must(void *p) {
  if (!p)
    exit(0);
  return p;
}
GString *g_string_new(const char *s) {
  GString *string = must(malloc(sizeof *string));
  string->str = must(strdup(s));
  string->len = strlen(s);
  return string;
}
GString *g_string_append(GString *string, const char *s) {
  string->str = must(realloc(string->str, string->len + strlen(s) + 1));
  strcpy(string->str + string->len, s);
  string->len += strlen(s);
  return string;
}
char *g_string_free(GString *string, int frees_text) {
  char *text = string->str;
  free(string);
  if (!frees_text)
    return text;
  free(text);
  return NULL;
}
void g_free(void *p) { free(p); }

// DRIVE: buffer_bad(1)
void buffer_bad(int is_early) {
  GString *s = g_string_new("a"); // LEAK
  s->len = 1;
  if (is_early)
    return;
  g_string_free(s, 1);
}

// DRIVE: buffer_ok(1)
void buffer_ok(int is_early) {
  GString *s = g_string_new("a");
  if (!is_early)
    s = g_string_append(s, "b");
  g_string_free(s, 1);
}

// DRIVE: text_lost_bad()
int text_lost_bad(void) {
  GString *s = g_string_new("a");
  g_string_append(s, "b");
  char *text = g_string_free(s, 0); // LEAK(elsewhere) missed-by(sat, valueflow, absint, contradiction, ownership, fused): the text may have been taken out of the buffer before
  return text[0] == 'a';
}

// DRIVE: text_freed_ok()
int text_freed_ok(void) {
  GString *s = g_string_new("a");
  char *text = g_string_free(s, 0);
  int is_a = text[0] == 'a';
  g_free(text);
  return is_a;
}

// DRIVE: g_free(text_returned_ok())
char *text_returned_ok(void) { return g_string_free(g_string_new("a"), 0); }

// DRIVE: g_free(text_taken_before_ok())
char *text_taken_before_ok(void) {
  GString *s = g_string_new("a");
  char *text = s->str;
  g_string_free(s, 0);
  return text;
}

// DRIVE: text_taken_and_freed_ok()
void text_taken_and_freed_ok(void) {
  GString *s = g_string_new("a");
  char *text = s->str;
  g_string_free(s, 0);
  g_free(text);
}

struct page {
  GString *text;
};
struct note {
  GString *text;
};

// DRIVE: page_free(page_new_bad())
struct page *page_new_bad(void) {
  struct page *p = must(malloc(sizeof *p));
  p->text = g_string_new(""); // LEAK missed-by(sat, valueflow, absint, contradiction): the record leaves the function
  return p;
}
void page_add(struct page *p, const char *s) { g_string_append(p->text, s); }
void page_free(struct page *p) { g_free(p); }

// DRIVE: note_free(note_new_ok())
struct note *note_new_ok(void) {
  struct note *n = must(malloc(sizeof *n));
  n->text = g_string_new("");
  return n;
}
void note_free(struct note *n) {
  g_string_free(n->text, 1);
  g_free(n);
}
