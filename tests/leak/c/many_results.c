// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One variable that may hold any of many objects, each made by another branch.

#include "../leak.h"

struct words {
  char **list;
  int count;
};

static struct words *found(int size) {
  struct words *out = malloc(sizeof *out);
  if (!out)
    abort();
  out->list = NULL;
  out->count = size;
  return out;
}

static void dispose(struct words *words) {
  if (!words)
    return;
  free(words->list);
  free(words);
}

static struct words *joined(struct words *to, struct words *from) {
  if (!to)
    return from ? found(from->count) : NULL;
  if (from)
    for (int i = 0; i < from->count; i++) {
      char **more = realloc(to->list, (to->count + 1) * sizeof *more);
      if (!more)
        abort();
      to->list = more;
      to->list[to->count++] = NULL;
    }
  return to;
}

#define ADD(flag)                                                              \
  if (flags & flag) {                                                          \
    part = found(size);                                                        \
    all = joined(all, part);                                                   \
    dispose(part);                                                             \
  }
#define ADD_FOUR(first)                                                        \
  ADD(first) ADD((first << 1)) ADD((first << 2)) ADD((first << 3))

// DRIVE: many_ok(~0u, 2)
int many_ok(unsigned flags, int size) {
  struct words *all = NULL, *part;
  ADD_FOUR(1u) ADD_FOUR(1u << 4) ADD_FOUR(1u << 8) ADD_FOUR(1u << 12)
  ADD_FOUR(1u << 16) ADD_FOUR(1u << 20) ADD_FOUR(1u << 24)
  dispose(all);
  return 0;
}

// DRIVE: one_of_many_bad(~0u, 2)
int one_of_many_bad(unsigned flags, int size) {
  struct words *all = NULL, *part;
  ADD_FOUR(1u) ADD_FOUR(1u << 4) ADD_FOUR(1u << 8) ADD_FOUR(1u << 12)
  ADD_FOUR(1u << 16) ADD_FOUR(1u << 20) ADD_FOUR(1u << 24)
  if (flags & (1u << 30)) {
    part = found(size); // LEAK
    all = joined(all, part);
  }
  dispose(all);
  return 0;
}
