// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pointers that change their looks: integers, tags, interiors, byte copies.

#include "../leak.h"
#include <stddef.h>

// DRIVE: round_trip_ok()
void round_trip_ok(void) {
  char *p = malloc(10);
  uintptr_t n = (uintptr_t)p;
  free((void *)n);
}

// DRIVE: round_trip_bad()
int round_trip_bad(void) {
  char *p = malloc(10); // LEAK
  uintptr_t n = (uintptr_t)p;
  return n != 0;
}

// DRIVE: tag_ok()
void tag_ok(void) {
  uintptr_t tagged = (uintptr_t)malloc(16) | 1;
  free((void *)(tagged & ~(uintptr_t)1));
}

// DRIVE: tag_bad()
int tag_bad(void) {
  uintptr_t tagged = (uintptr_t)malloc(16) | 1; // LEAK missed-by(valueflow): a sink that is only possible counts
  return (int)(tagged & 1);
}

struct item {
  int header;
  char body[12];
};

static char *body_new(void) {
  struct item *i = malloc(sizeof *i);
  return i ? i->body : NULL;
}
static void body_free(char *body) {
  if (body)
    free(body - offsetof(struct item, body));
}

// DRIVE: container_ok()
void container_ok(void) {
  char *body = body_new();
  body_free(body);
}

// DRIVE: container_bad()
int container_bad(void) {
  char *body = body_new(); // LEAK
  return body != NULL;
}

// DRIVE: header_ok(10)
void header_ok(size_t n) {
  size_t *block = malloc(n + sizeof *block);
  size_t *payload;
  if (!block)
    return;
  *block = n;
  payload = block + 1;
  free(payload - 1);
}

// DRIVE: walked_ok("abc")
int walked_ok(const char *s) {
  char *copy = strdup(s), *at;
  int count = 0;
  if (!copy)
    return -1;
  for (at = copy; *at; at++)
    count++;
  free(copy);
  return count;
}

// DRIVE: walked_bad("abc")
int walked_bad(const char *s) {
  char *copy = strdup(s); // LEAK
  int count = 0;
  if (!copy)
    return -1;
  while (*copy) {
    copy++;
    count++;
  }
  return count;
}

// DRIVE: copied_bytes_ok()
void copied_bytes_ok(void) {
  char *p = malloc(10), *q;
  memcpy(&q, &p, sizeof p);
  free(q);
}

// DRIVE: copied_bytes_bad()
int copied_bytes_bad(void) {
  char *p = malloc(10), *q; // LEAK
  memcpy(&q, &p, sizeof p);
  return q != NULL;
}

// DRIVE: char *to[2]; copied_out_ok(to); free(to[0]); free(to[1])
void copied_out_ok(char **to) {
  char *from[2] = {strdup("a"), strdup("b")};
  memcpy(to, from, sizeof from);
}

// DRIVE: swap_ok()
void swap_ok(void) {
  char *a = malloc(1), *b = malloc(2), *t;
  t = a;
  a = b;
  b = t;
  free(a);
  free(b);
}

// DRIVE: swap_bad()
void swap_bad(void) {
  char *a = malloc(1), *b = malloc(2); // LEAK
  a = b;
  b = a;
  free(a);
}

// DRIVE: void_pointer_ok()
void void_pointer_ok(void) {
  void *v = malloc(sizeof(long));
  long *l = v;
  if (l)
    *l = 1;
  free((char *)l);
}
