// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The helpers themselves: nothing is lost here.

#include "memory.h"

void *get(size_t n) {
  void *p = malloc(n);
  if (!p)
    abort();
  return p;
}

char *join(const char *a, const char *b) {
  char *p = malloc(strlen(a) + strlen(b) + 1);
  if (!p)
    return NULL;
  strcpy(p, a);
  strcat(p, b);
  return p;
}

void put(void *p) { free(p); }
