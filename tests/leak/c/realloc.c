// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// realloc keeps the old block when it fails.

#include "../leak.h"

// DRIVE: overwrite_bad(10)
int overwrite_bad(size_t n) {
  char *p = malloc(n); // LEAK
  if (!p)
    return -1;
  p = realloc(p, 2 * n);
  if (!p)
    return -1;
  free(p);
  return 0;
}

// DRIVE: temporary_ok(10)
int temporary_ok(size_t n) {
  char *p = malloc(n), *q;
  if (!p)
    return -1;
  q = realloc(p, 2 * n);
  if (!q) {
    free(p);
    return -1;
  }
  free(q);
  return 0;
}

// DRIVE: temporary_bad(10)
int temporary_bad(size_t n) {
  char *p = malloc(n), *q; // LEAK
  if (!p)
    return -1;
  q = realloc(p, 2 * n);
  if (!q)
    return -1;
  free(q);
  return 0;
}

// DRIVE: result_lost_bad(10)
int result_lost_bad(size_t n) {
  char *p = malloc(n), *q;
  if (!p)
    return -1;
  q = realloc(p, 2 * n); // LEAK
  if (!q) {
    free(p);
    return -1;
  }
  return 0;
}

// DRIVE: old_freed_bad(10)
int old_freed_bad(size_t n) {
  char *p = malloc(n), *q;
  if (!p)
    return -1;
  q = realloc(p, 2 * n);
  free(p); // DOUBLE-FREE
  free(q);
  return 0;
}

// DRIVE: use_after_realloc_bad(10)
int use_after_realloc_bad(size_t n) {
  char *p = malloc(n), *q;
  if (!p)
    return -1;
  q = realloc(p, 2 * n);
  if (!q) {
    free(p);
    return -1;
  }
  p[0] = 'x'; // USE-AFTER-FREE missed-by(absint): late uses are not looked for
  free(q);
  return 0;
}

// DRIVE: from_null_ok(10)
int from_null_ok(size_t n) {
  char *p = NULL;
  p = realloc(p, n);
  if (!p)
    return -1;
  free(p);
  return 0;
}

struct buffer {
  char *data;
  size_t used, size;
};

// DRIVE: struct buffer b = {0}; append_ok(&b, 'a'); append_ok(&b, 'b'); free(b.data)
int append_ok(struct buffer *b, char c) {
  if (b->used == b->size) {
    size_t size = b->size ? 2 * b->size : 1;
    char *data = realloc(b->data, size);
    if (!data)
      return -1;
    b->data = data;
    b->size = size;
  }
  b->data[b->used++] = c;
  return 0;
}

// DRIVE: struct buffer b = {0}; append_bad(&b, 'a'); append_bad(&b, 'b'); free(b.data)
int append_bad(struct buffer *b, char c) {
  if (b->used == b->size) {
    b->size = b->size ? 2 * b->size : 1;
    b->data = realloc(b->data, b->size); // LEAK missed-by(absint, valueflow): what was there before the call is not followed
    if (!b->data)
      return -1;
  }
  b->data[b->used++] = c;
  return 0;
}

// DRIVE: grow_loop_bad(3)
int grow_loop_bad(int times) {
  char *p = NULL;
  for (int i = 1; i <= times; i++) {
    p = realloc(p, 100 * i); // LEAK
    if (!p)
      return -1;
  }
  free(p);
  return 0;
}

// DRIVE: grow_loop_ok(3)
int grow_loop_ok(int times) {
  char *p = NULL;
  for (int i = 1; i <= times; i++) {
    char *q = reallocarray(p, 100, i);
    if (!q)
      break;
    p = q;
  }
  free(p);
  return 0;
}
