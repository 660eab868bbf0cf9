// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// More states than are told apart meet at one label; calls that end in several
// ways in a loop; flags that are put together on the way.

#include "../leak.h"

struct keys {
  char *name, *key, *iv, *mac, *comp, *kind, *salt, *peer;
};

static int get_string(const char **from, char **to) {
  if (!**from)
    return -1;
  *to = strdup((*from)++);
  return *to ? 0 : -2;
}

// Nine ways to the label, each with one field more.
// DRIVE: keys_read_bad("abcdefg", &(struct keys *){0})
int keys_read_bad(const char *from, struct keys **out) {
  int r = -2;
  struct keys *keys = calloc(1, sizeof(*keys));
  if (!keys)
    goto out;
  if ((r = get_string(&from, &keys->name)) != 0 || // LEAK missed-by(ownership): a field
      (r = get_string(&from, &keys->key)) != 0 ||  // LEAK missed-by(ownership): a field
      (r = get_string(&from, &keys->iv)) != 0 ||   // LEAK missed-by(ownership): a field
      (r = get_string(&from, &keys->mac)) != 0 ||  // LEAK missed-by(ownership): a field
      (r = get_string(&from, &keys->comp)) != 0 || // LEAK missed-by(ownership): a field
      (r = get_string(&from, &keys->kind)) != 0 || // LEAK missed-by(ownership): a field
      (r = get_string(&from, &keys->salt)) != 0 || // LEAK missed-by(ownership): a field
      (r = get_string(&from, &keys->peer)) != 0)
    goto out;
  *out = keys;
  keys = NULL;
out:
  free(keys);
  return r;
}

static void *grow(void *p, size_t *size) {
  size_t n = *size;
  if (!p)
    n = n ? n : 64;
  else
    n += n / 2 + 1;
  *size = n;
  void *r = realloc(p, n);
  if (!r && n)
    abort();
  return r;
}

static char *buffer;
static size_t buffer_size;

// DRIVE: copy_name_ok("name")
void copy_name_ok(const char *name) {
  size_t length = strlen(name);
  while (buffer_size <= length)
    buffer = grow(buffer, &buffer_size);
  strcpy(buffer, name);
}

enum { kNoCopy = 1, kNested = 2, kQuiet = 4 };

static char *extract(const char *text, int *end, int flags) {
  while (text[*end] && text[*end] != ')')
    ++*end;
  return flags & kNoCopy ? NULL : strdup(text);
}

static char *extract_nested(const char *text, int *end, int flags) {
  return extract(text, end, flags | kNested);
}

// DRIVE: skip_ok("ab)", 0)
int skip_ok(const char *text, int flags) {
  int end = 0;
  int all = kNoCopy | (flags & kQuiet);
  char *copied = extract_nested(text, &end, all); // false-alarm(contradiction, ownership): bits of flags
  return copied ? -1 : end;
}

// DRIVE: skip_bad("ab)", 0)
int skip_bad(const char *text, int flags) {
  int end = 0;
  char *copied = extract_nested(text, &end, flags & kQuiet); // LEAK
  return copied ? -1 : end;
}
