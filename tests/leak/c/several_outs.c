// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Several new objects through out-parameters at once: all, some or none of
// them, side by side or in a struct, and one status for all.

#include "../leak.h"

// All or nothing.
static int split(const char *text, char **left, char **right) {
  const char *at = strchr(text, '=');
  if (!at)
    return -1;
  *left = strndup(text, at - text);
  *right = strdup(at + 1);
  if (*left && *right)
    return 0;
  free(*left);
  free(*right);
  return -1;
}

// DRIVE: both_freed_ok("a=b"); both_freed_ok("a")
int both_freed_ok(const char *text) {
  char *left, *right;
  if (split(text, &left, &right) < 0)
    return -1;
  free(left);
  free(right);
  return 0;
}

// DRIVE: second_forgotten_bad("a=b")
int second_forgotten_bad(const char *text) {
  char *left, *right;
  if (split(text, &left, &right) < 0) // LEAK
    return -1;
  free(left);
  return right[0];
}

// DRIVE: char *r = NULL; free(first_wanted_ok("a=b", &r)); free(r)
char *first_wanted_ok(const char *text, char **rest) {
  char *left, *right;
  if (split(text, &left, &right) < 0)
    return NULL;
  *rest = right;
  return left;
}

// DRIVE: free(second_unwanted_bad("a=b", NULL))
char *second_unwanted_bad(const char *text, char **rest) {
  char *left, *right;
  if (split(text, &left, &right) < 0) // LEAK
    return NULL;
  if (rest)
    *rest = right;
  return left;
}

// DRIVE: same_place_bad("a=b")
void same_place_bad(const char *text) {
  char *one = NULL;
  if (split(text, &one, &one) == 0) // LEAK missed-by(sat, fused, absint, valueflow): two out-parameters that are one place
    free(one);
}

struct request {
  char *method, *path;
  struct {
    char *body;
    size_t size;
  } data;
};

// Fills what it can: the fields tell.
static int read_request(struct request *r, int with_body) {
  memset(r, 0, sizeof *r);
  r->method = malloc(8);
  r->path = malloc(8);
  if (!r->method || !r->path)
    return -1;
  if (with_body) {
    r->data.body = malloc(8);
    r->data.size = 8;
  }
  return 0;
}

static void request_clear(struct request *r) {
  free(r->method);
  free(r->path);
  free(r->data.body);
}

// DRIVE: request_cleared_ok(0); request_cleared_ok(1)
int request_cleared_ok(int with_body) {
  struct request r;
  int status = read_request(&r, with_body);
  request_clear(&r);
  return status;
}

// DRIVE: failed_request_bad()
int failed_request_bad(void) {
  struct request r;
  if (read_request(&r, 0) < 0) // LEAK
    return -1;
  request_clear(&r);
  return 0;
}

// DRIVE: body_forgotten_bad()
int body_forgotten_bad(void) {
  struct request r;
  int status = read_request(&r, 1); // LEAK missed-by(valueflow): a sink that is only possible counts
  free(r.method);
  free(r.path);
  return status;
}

// DRIVE: no_body_ok()
int no_body_ok(void) {
  struct request r;
  int status = read_request(&r, 0);
  free(r.method);
  free(r.path);
  return status;
}

// DRIVE: read_twice_bad()
void read_twice_bad(void) {
  struct request r;
  read_request(&r, 0); // LEAK
  read_request(&r, 0);
  request_clear(&r);
}

// DRIVE: read_in_a_loop_ok(3)
void read_in_a_loop_ok(int count) {
  struct request r;
  while (count-- > 0) {
    read_request(&r, count & 1);
    request_clear(&r);
  }
}
