// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The six causes of false alarms that Sui, Ye and Xue (2012) list, each with a
// losing twin.

#include "../leak.h"
#include <unistd.h>

// DRIVE: small_buffer_ok(10); small_buffer_ok(1000)
int small_buffer_ok(size_t n) {
  char small[256];
  char *buffer = n < sizeof small ? small : malloc(n);
  if (!buffer)
    return -1;
  buffer[0] = 'x';
  int out = buffer[0];
  if (buffer != small)
    free(buffer);
  return out;
}

// DRIVE: small_buffer_bad(10); small_buffer_bad(1000)
int small_buffer_bad(size_t n) {
  char small[256];
  char *buffer = n < sizeof small ? small : malloc(n); // LEAK
  if (!buffer)
    return -1;
  buffer[0] = 'x';
  int out = buffer[0];
  if (n > 100 && n < sizeof small)
    out++;
  return out;
}

// DRIVE: first_round_ok(0); first_round_ok(1); first_round_ok(5)
void first_round_ok(int n) {
  int start = 1;
  int *held = NULL;
  for (int i = 0; i < n; i++) {
    if (start) {
      held = malloc(4);
      start = 0;
    } else if (held) {
      free(held);
      held = NULL;
    }
  }
  free(held);
}

// DRIVE: first_round_bad(1); first_round_bad(5)
void first_round_bad(int n) {
  int start = 1;
  int *held = NULL;
  for (int i = 0; i < n; i++) {
    if (start) {
      held = malloc(4); // LEAK
      start = 0;
    } else if (held) {
      free(held);
      held = NULL;
    }
  }
}

struct counted {
  int count;
};

static struct counted *counted_new(void) {
  struct counted *c = malloc(sizeof *c);
  if (c)
    c->count = 1;
  return c;
}

static void counted_drop(struct counted *c) {
  if (c && --c->count == 0)
    free(c);
}

static void assign(struct counted **to, struct counted *from) {
  if (from)
    from->count++;
  counted_drop(*to);
  *to = from;
}

// DRIVE: references_ok()
void references_ok(void) {
  struct counted *p = counted_new(), *q = counted_new();
  assign(&p, q);
  counted_drop(q);
  counted_drop(p);
}

// DRIVE: never_counted_down_bad()
int never_counted_down_bad(void) {
  struct counted *p = counted_new(); // LEAK
  return p ? p->count : 0;
}

static char **matrix_new(int rows) {
  char **m = malloc(rows * sizeof *m);
  for (int i = 0; m && i < rows; i++)
    m[i] = malloc(1);
  return m;
}

static void matrix_free(char **m, int rows) {
  for (int i = 0; m && i < rows; i++)
    free(m[i]);
  free(m);
}

// DRIVE: matrix_ok(3)
void matrix_ok(int rows) {
  char **m = matrix_new(rows);
  matrix_free(m, rows);
}

// DRIVE: matrix_here_ok(3)
void matrix_here_ok(int rows) {
  char **m = calloc(rows, sizeof *m);
  if (!m)
    return;
  for (int i = 0; i < rows; i++)
    m[i] = malloc(1);
  for (int i = 0; i < rows; i++)
    free(m[i]);
  free(m);
}

// DRIVE: no_rows_bad(3)
int no_rows_bad(int rows) {
  char **m = calloc(rows, sizeof *m); // LEAK
  return m != NULL;
}

// DRIVE: run_ok(NULL)
int run_ok(const char *path) {
  char **arguments = calloc(2, sizeof *arguments);
  if (!arguments || !path) {
    free(arguments);
    return -1;
  }
  arguments[0] = (char *)path;
  execv(path, arguments);
  _exit(1);
}

// DRIVE: run_bad(NULL)
int run_bad(const char *path) {
  char **arguments = calloc(2, sizeof *arguments); // LEAK
  if (!arguments || !path)
    return -1;
  arguments[0] = (char *)path;
  execv(path, arguments);
  _exit(1);
}

struct box {
  char *left, *right;
};

// Two fields of one object are two cells.
// DRIVE: fields_ok(); fields_bad()
void fields_ok(void) {
  struct box b = {malloc(1), malloc(2)};
  char **places[] = {&b.left, &b.right};
  free(*places[0]);
  free(*places[1]);
}
void fields_bad(void) {
  struct box b;
  b.left = malloc(1);
  b.right = malloc(2); // LEAK
  free(b.left);
}
