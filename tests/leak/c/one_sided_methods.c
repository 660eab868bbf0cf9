// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Methods of which the program knows only those that always fail, or never come
// back: others may come from outside.

#include "../leak.h"

// Linked, but out of sight: the code is called by a jump.
#define OUTSIDE(name) __asm__(".text\n" #name ": jmp " #name "_body\n")

struct device;
struct device_ops {
  int (*start)(struct device *);
  void (*stop)(struct device *);
};
struct device {
  const struct device_ops *ops;
  int number;
};

const struct device_ops *plugged_ops(int number);

static int start_any(struct device *d) { return d->number; }
static void stop_any(struct device *d) { d->number = 0; }
static const struct device_ops any_ops = {start_any, stop_any};
const struct device_ops *plugged_ops_body(int number) {
  return number ? &any_ops : NULL;
}
OUTSIDE(plugged_ops);

// The only ones that the analysis sees to be stored.
static int start_nothing(struct device *d) {
  (void)d;
  return 0;
}
static void stop_hard(struct device *d) {
  printf("stopped %d\n", d->number);
  exit(1);
}
static const struct device_ops null_ops = {start_nothing, stop_hard};

void device_init(struct device *d, int number) {
  d->number = number;
  d->ops = plugged_ops(number);
  if (!d->ops)
    d->ops = &null_ops;
}

static void must_start(struct device *d) {
  if (d->ops->start(d) == 0) {
    fputs("no device\n", stderr);
    exit(2);
  }
}

// DRIVE: { struct device d; device_init(&d, 1); started_bad(&d, 1); }
int started_bad(struct device *d, int early) {
  char *buffer = malloc(16); // LEAK
  if (!buffer)
    return -1;
  must_start(d);
  if (early)
    return 1;
  free(buffer);
  return 0;
}

// DRIVE: { struct device d; device_init(&d, 1); started_ok(&d, 1); }
int started_ok(struct device *d, int early) {
  char *buffer = malloc(16);
  if (!buffer)
    return -1;
  must_start(d);
  free(buffer);
  return early ? 1 : 0;
}

// DRIVE: { struct device d; device_init(&d, 1); stopped_bad(&d); }
int stopped_bad(struct device *d) {
  char *buffer = malloc(16); // LEAK
  if (!buffer)
    return -1;
  d->ops->stop(d);
  return d->number;
}

// DRIVE: { struct device d; device_init(&d, 1); stopped_ok(&d); }
int stopped_ok(struct device *d) {
  char *buffer = malloc(16);
  if (!buffer)
    return -1;
  d->ops->stop(d);
  free(buffer);
  return d->number;
}

// Here nothing may come from outside: it never comes back.
static void (*const at_last)(struct device *) = stop_hard;

// DRIVE: { struct device d; device_init(&d, 1); ended_ok(&d); }
int ended_ok(struct device *d) {
  char *buffer = malloc(16);
  if (!buffer)
    return -1;
  buffer[0] = 0;
  at_last(d);
  return buffer[0];
}

// A method that says it failed did so, whoever wrote it.
// DRIVE: { struct device d; device_init(&d, 1); asked_bad(&d); }
int asked_bad(struct device *d) {
  char *buffer = malloc(16); // LEAK
  if (!buffer)
    return -1;
  if (d->ops->start(d) > 0)
    return 1;
  free(buffer);
  return 0;
}
