// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A record copied byte by byte does not own what its fields hold: the first one
// does.

#include "../leak.h"

struct method {
  char *name;
};

static void *duplicate(const void *from, size_t size) {
  void *p = malloc(size);
  if (p)
    memcpy(p, from, size);
  return p;
}

static void method_free(struct method *m) {
  if (m)
    free(m->name);
  free(m);
}

static struct method *method_new(const char *name) {
  struct method *m = malloc(sizeof *m);
  if (!m)
    return NULL;
  m->name = strdup(name);
  return m;
}

// DRIVE: struct method *m = method_new("a"); if (m && m->name) method_free(copied_ok(m)); method_free(m)
struct method *copied_ok(struct method *m) {
  m = duplicate(m, sizeof *m);
  if (!m)
    return NULL;
  m->name = strdup(m->name);
  return m;
}

// DRIVE: struct method *m = method_new("a"); if (m && m->name) method_free(copied_bad(m)); method_free(m)
struct method *copied_bad(struct method *m) {
  m = duplicate(m, sizeof *m); // LEAK
  if (!m)
    return NULL;
  m->name = strdup(m->name);
  if (!m->name)
    return NULL;
  return m;
}
