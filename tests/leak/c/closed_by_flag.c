// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A record has a flag that one function sets and another one asks: what is freed whatever the flag says is freed.

#include "../leak.h"

#include <stdbool.h>
#include <stdio.h>

struct source {
  FILE *file;
  bool own;
  char *name;
};

static int source_open(struct source *s, const char *name) {
  s->name = NULL;
  if (!strcmp(name, "-")) {
    s->file = stdin;
    s->own = false;
    return 0;
  }
  s->file = fopen(name, "r");
  if (!s->file)
    return -1;
  s->own = true;
  s->name = strdup(name);
  if (!s->name) {
    fclose(s->file);
    return -1;
  }
  return 0;
}

static void source_close(struct source *s) {
  if (s->own)
    fclose(s->file);
  free(s->name);
}

static void name_first(struct source *s) {
  free(s->name);
  if (s->own)
    fclose(s->file);
}

// DRIVE: closed_ok("-")
// DRIVE: closed_ok("/dev/null")
int closed_ok(const char *name) {
  struct source s;
  if (source_open(&s, name) < 0)
    return -1;
  source_close(&s);
  return 1;
}

// DRIVE: closed_in_other_order_ok("/dev/null")
int closed_in_other_order_ok(const char *name) {
  struct source s;
  if (source_open(&s, name) < 0)
    return -1;
  name_first(&s);
  return 1;
}

// DRIVE: name_only_bad("/dev/null")
int name_only_bad(const char *name) {
  struct source s;
  if (source_open(&s, name) < 0) // LEAK missed-by(absint, valueflow, contradiction): one of two outcomes makes it, which only the record tells
    return -1;
  free(s.name);
  return 1;
}

// DRIVE: early_bad("/dev/null")
int early_bad(const char *name) {
  struct source s;
  if (source_open(&s, name) < 0) // LEAK missed-by(valueflow): as above
    return -1;
  if (s.own)
    return 0;
  source_close(&s);
  return 1;
}
