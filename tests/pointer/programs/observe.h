// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which object does this pointer really point to?
//
//   OBJECT(&x, sizeof x);   the memory from &x on is an object, named by this
//                           line
//   OBSERVE(p);             p points to ... now
//
// Run, every OBSERVE prints its line and that of the smallest object around
// the pointer.  Analysed, both are calls whose last argument is the pointer; the
// test demands that what was seen is in the computed sets.  The memory of an
// object is told by its newest OBJECT line.

#pragma once

#ifdef RUN
#include <stdio.h>

enum { kMostObjects = 4096 };
static struct {
  int line;
  const char *from;
  unsigned long size;
} observe_objects[kMostObjects];
static int observe_count;

static void object_at(int line, unsigned long size, const void *p) {
  if (observe_count == kMostObjects)
    return;
  observe_objects[observe_count].line = line;
  observe_objects[observe_count].from = (const char *)p;
  observe_objects[observe_count++].size = size;
}

static void observe_at(int line, const void *pointer) {
  const char *p = (const char *)pointer;
  int best = -1;
  for (int i = 0; i < observe_count; ++i)
    if (observe_objects[i].from <= p &&
        p < observe_objects[i].from + observe_objects[i].size &&
        (best < 0 || observe_objects[i].size <= observe_objects[best].size))
      best = i;
  if (best >= 0)
    printf("observe %d %d %ld\n", line, observe_objects[best].line,
           (long)(p - observe_objects[best].from));
}
#else
static void object_at(int line, unsigned long size, const void *p) {}
static void observe_at(int line, const void *p) {}
#endif

#define OBJECT(p, size) object_at(__LINE__, (size), (p))
#define OBSERVE(p) observe_at(__LINE__, (const void *)(p))
