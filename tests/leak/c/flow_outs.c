// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Several objects that callees put into locals, cleaned up in one place: each
// local is read there on many ways, and tested on some of them.

#include "../leak.h"

struct reader {
  const char *data;
  size_t at, size;
};

static int take(struct reader *in, char **out, size_t *length) {
  if (out)
    *out = NULL;
  if (length)
    *length = 0;
  if (in->at >= in->size)
    return -1;
  size_t n = in->data[in->at];
  const char *from = in->data + in->at + 1;
  in->at += n + 1;
  if (out) {
    if (!(*out = malloc(n + 1)))
      return -2;
    memcpy(*out, from, n);
    (*out)[n] = 0;
  }
  if (length)
    *length = n;
  return 0;
}

// DRIVE: all_taken_ok("\1a\1b\1c", 0); all_taken_ok("\1a\1b\1c", 4)
// DRIVE: all_taken_ok("\1a\1b\1c", 6)
int all_taken_ok(const char *data, size_t size) {
  struct reader in = {data, 0, size};
  char *name = NULL, *mode = NULL, *more = NULL;
  char *result = NULL;
  int r;
  if ((r = take(&in, &name, NULL)) != 0 || (r = take(&in, &mode, NULL)) != 0)
    goto out;
  if (mode[0] == 'm') {
    if ((r = take(&in, &more, NULL)) != 0)
      goto out;
  } else if (mode[0] != 'n') {
    r = -3;
    goto out;
  }
  result = name;
  name = NULL;
  r = 0;
out:
  free(result);
  free(name);
  free(mode);
  free(more);
  return r;
}

// DRIVE: one_kept_bad("\1a\1b\1c", 0); one_kept_bad("\1a\1b\1c", 4)
// DRIVE: one_kept_bad("\1a\1m\1c", 6)
int one_kept_bad(const char *data, size_t size) {
  struct reader in = {data, 0, size};
  char *name = NULL, *mode = NULL, *more = NULL;
  int r;
  if ((r = take(&in, &name, NULL)) != 0 || (r = take(&in, &mode, NULL)) != 0)
    goto out;
  if (mode[0] == 'm') {
    if ((r = take(&in, &more, NULL)) != 0) // LEAK
      goto out;
  }
  r = name[0] == mode[0];
out:
  free(name);
  free(mode);
  return r;
}

static int send_all(const char *a, const char *b) { return a && b ? 0 : -1; }

// DRIVE: tested_ok("\1a\1b\1c", 0); tested_ok("\1a\1b\1c", 2)
// DRIVE: tested_ok("\1a\1b\1c", 6)
int tested_ok(const char *data, size_t size) {
  struct reader in = {data, 0, size};
  char *name = NULL, *mark = NULL;
  size_t length = 0;
  int done = 0;
  if (take(&in, &name, NULL) != 0)
    goto out;
  if (take(&in, &mark, &length) != 0)
    goto out;
  if (send_all(name, "x") != 0 || send_all(mark, "y") != 0 ||
      send_all(name, mark) != 0)
    goto out;
  done = 1;
out:
  if (mark != NULL)
    free(mark);
  if (name != NULL)
    free(name);
  return done;
}

// DRIVE: tested_bad("\1a\1b\1c", 0); tested_bad("\1a\1b\1c", 2)
// DRIVE: tested_bad("\1a\1b\1c", 6)
int tested_bad(const char *data, size_t size) {
  struct reader in = {data, 0, size};
  char *name = NULL, *mark = NULL;
  size_t length = 0;
  int done = 0;
  if (take(&in, &name, NULL) != 0)
    goto out;
  if (take(&in, &mark, &length) != 0) // LEAK missed-by(absint): two out-parameters of one call
    goto out;
  if (send_all(name, "x") != 0 || send_all(mark, "y") != 0)
    goto out;
  done = 1;
out:
  if (mark != NULL && length > 1)
    free(mark);
  if (name != NULL)
    free(name);
  return done;
}
