// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Code without a body, of which the program itself shows that it only borrows
// what it is given: the same function frees it afterwards, or it is `const`.

#include "../leak.h"

// Linked, but out of sight: the code is called by a jump.
#define OUTSIDE(name) __asm__(".text\n" #name ": jmp " #name "_body\n")

struct shape {
  int sides;
  char *label;
};

void draw(struct shape *shape);
void print_text(const char *text);
int send_text(char *text, int channel);
char *first_word(char *text);
int wait_for(int channel);

void draw_body(struct shape *shape) { printf("%d\n", shape->sides); }
void print_text_body(const char *text) { puts(text); }
int send_text_body(char *text, int channel) { return text[0] == 'a' && channel; }
char *first_word_body(char *text) { return text; }
int wait_for_body(int channel) { return channel - 1; }
OUTSIDE(draw);
OUTSIDE(print_text);
OUTSIDE(send_text);
OUTSIDE(first_word);
OUTSIDE(wait_for);

// Freed afterwards, whatever the call did.
// DRIVE: drawn_bad(3, 1)
int drawn_bad(int sides, int early) {
  struct shape *s = calloc(1, sizeof *s); // LEAK
  if (!s)
    return -1;
  s->sides = sides;
  draw(s);
  if (early)
    return 1;
  free(s);
  return 0;
}

// DRIVE: drawn_ok(3, 1)
int drawn_ok(int sides, int early) {
  struct shape *s = calloc(1, sizeof *s);
  if (!s)
    return -1;
  s->sides = sides;
  draw(s);
  if (early)
    draw(s);
  free(s);
  return 0;
}

// The result decides something else.
// DRIVE: sent_bad("abc", 1, 1)
int sent_bad(const char *text, int channel, int early) {
  char *copy = strdup(text); // LEAK
  if (!copy)
    return -1;
  int is_sent = send_text(copy, channel);
  if (early)
    return is_sent;
  free(copy);
  return is_sent;
}

// A test that comes before, and one of the library.
// DRIVE: waited_bad("abc", 1)
int waited_bad(const char *text, int channel) {
  int is_ready = wait_for(channel);
  char *copy = strdup(text); // LEAK
  if (!copy)
    return -1;
  send_text(copy, channel);
  if (is_ready < 1)
    return -2;
  if (strcmp(text, "b") == 0)
    return -3;
  free(copy);
  return 0;
}

// DRIVE: printed_bad("abc")
int printed_bad(const char *text) {
  char *copy = strdup(text); // LEAK
  if (!copy)
    return -1;
  print_text(copy);
  return 0;
}

// DRIVE: printed_ok("abc")
int printed_ok(const char *text) {
  char *copy = strdup(text);
  if (!copy)
    return -1;
  print_text(copy);
  free(copy);
  return 0;
}
