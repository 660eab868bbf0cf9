// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One way of many makes something: it is told apart from the others.

#include <stdlib.h>
#include <string.h>

struct buffer {
  char *data;
  size_t used, size;
};

struct dump {
  char *contents;
  size_t length;
};

// It points into itself, and something is written there.
//= result is new malloc, may fail
struct dump *dump_of(const char *s, size_t length) {
  struct dump *d = malloc(sizeof *d + length);
  if (d == NULL)
    return NULL;
  d->contents = (char *)(d + 1);
  d->length = length;
  memcpy(d->contents, s, length);
  return d;
}

//= b->data is new malloc on some paths
//= frees b->data on some paths
int add(struct buffer *b, char c) {
  if (b->used == b->size) {
    char *larger = realloc(b->data, b->size * 2 + 8);
    if (larger == NULL)
      return -1;
    b->data = larger;
    b->size = b->size * 2 + 8;
  }
  b->data[b->used++] = c;
  return 0;
}

// Many ways that fail, and one that does not.
//= *out is new malloc when result == 0
int expand(const char *s, const char *value, char **out) {
  struct buffer *b = calloc(1, sizeof *b);
  int error = -1;
  if (b == NULL)
    return error;
  for (; *s; s++) {
    if (s[0] == '$' && s[1] == '\0')
      goto done;
    if (s[0] == '%') {
      char *copy = strdup(value);
      if (copy == NULL)
        goto done;
      for (char *c = copy; *c; c++)
        if (add(b, *c) != 0) {
          free(copy);
          goto done;
        }
      free(copy);
      continue;
    }
    if (add(b, *s) != 0)
      goto done;
  }
  if ((*out = strdup(b->data)) == NULL)
    goto done;
  error = 0;
done:
  free(b->data);
  free(b);
  return error;
}
