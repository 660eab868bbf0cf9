// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From a member back to its container; lists that are members.
#include "observe.h"
#include <stddef.h>
#include <stdlib.h>

#define container_of(p, type, member)                                          \
  ((type *)((char *)(p) - offsetof(type, member)))

struct link {
  struct link *next;
};
struct task {
  int id;
  char *name;
  struct link by_age;
  struct link by_size;
};

static struct link age_head, size_head;

static struct task *make(char *name) {
  struct task *t = malloc(sizeof *t);
  OBJECT(t, sizeof *t);
  t->name = name;
  t->by_age.next = age_head.next;
  age_head.next = &t->by_age;
  t->by_size.next = size_head.next;
  size_head.next = &t->by_size;
  return t;
}

struct device {
  long flags;
  int (*probe)(struct device *);
};
struct disk {
  char *path;
  struct device device;
  char *serial;
};

static char *seen;
static int probe_disk(struct device *d) {
  struct disk *disk = container_of(d, struct disk, device);
  OBSERVE(disk);
  OBSERVE(disk->path);
  OBSERVE(disk->serial);
  seen = disk->serial;
  return 0;
}

int main(void) {
  static char one[4], two[4], path[4], serial[4];
  OBJECT(one, sizeof one);
  OBJECT(two, sizeof two);
  OBJECT(path, sizeof path);
  OBJECT(serial, sizeof serial);
  make(one);
  make(two);
  for (struct link *l = age_head.next; l; l = l->next) {
    struct task *t = container_of(l, struct task, by_age);
    OBSERVE(t);
    OBSERVE(t->name);
  }
  for (struct link *l = size_head.next; l; l = l->next)
    OBSERVE(container_of(l, struct task, by_size)->name);
  struct disk disk = {path, {0, probe_disk}, serial};
  OBJECT(&disk, sizeof disk);
  struct device *device = &disk.device;
  device->probe(device);
  OBSERVE(seen);
  return 0;
}
