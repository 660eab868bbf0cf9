// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Error codes that come up through three calls before somebody acts on them.

#include "../leak.h"

#include <errno.h>

static int check_digit(int c) {
  if (c == '\0')
    return -ENODATA;
  return c >= '0' && c <= '9' ? 0 : -EINVAL;
}

static int check_field(const char *text) {
  int status = check_digit(text[0]);
  return status == -ENODATA ? 0 : status;
}

static int check_record(const char *first, const char *second) {
  int status = check_field(first);
  if (status)
    return status;
  return check_field(second);
}

// DRIVE: negative_ok("1", "2"); negative_ok("1", "x"); negative_ok("x", "")
int negative_ok(const char *first, const char *second) {
  char *record = malloc(20);
  if (!record)
    return -ENOMEM;
  int status = check_record(first, second);
  if (status < 0) {
    free(record);
    return status;
  }
  if (status == 0)
    free(record);
  return status;
}

// No level below gives ENODATA: nobody frees when a digit is wrong.
// DRIVE: negative_bad("x", "")
int negative_bad(const char *first, const char *second) {
  char *record = malloc(20); // LEAK
  if (!record)
    return -ENOMEM;
  int status = check_record(first, second);
  if (status == -ENODATA || status == 0)
    free(record);
  return status;
}

// The codes that can arrive are all there.
// DRIVE: each_code_ok("1", "2"); each_code_ok("1", "x"); each_code_ok("", "")
int each_code_ok(const char *first, const char *second) {
  char *record = malloc(20);
  if (!record)
    return -ENOMEM;
  switch (check_record(first, second)) {
  case -EINVAL:
    free(record);
    return -1;
  case 0:
    free(record);
    return 0;
  }
  return 1;
}

static char *slots[4];

static int store_slot(int index, char *item) {
  if (index < 0 || index >= 4)
    return -ERANGE;
  if (slots[index])
    return -EEXIST;
  slots[index] = item;
  return 0;
}

static int store_named(const char *name, char *item) {
  int status = check_field(name);
  return status ? status : store_slot(name[0] - '0', item);
}

static int store_item(const char *name, char *item) {
  return store_named(name, item) == 0;
}

// Kept below when it went well.
// DRIVE: kept_below_ok("1"); kept_below_ok("9"); kept_below_ok("x")
int kept_below_ok(const char *name) {
  char *item = strdup(name);
  if (!item)
    return -1;
  if (!store_item(name, item)) {
    free(item);
    return -1;
  }
  return 0;
}

// DRIVE: kept_below_bad("1"); kept_below_bad("9")
int kept_below_bad(const char *name) {
  char *item = strdup(name); // LEAK
  if (!item)
    return -1;
  if (!store_item(name, item))
    return -1;
  return 0;
}

// DRIVE: one_code_only_bad("x")
int one_code_only_bad(const char *name) {
  char *item = strdup(name); // LEAK
  if (!item)
    return -1;
  int status = store_named(name, item);
  if (status == -ERANGE || status == -EEXIST)
    free(item);
  return status;
}

// DRIVE: every_code_ok("1"); every_code_ok("9"); every_code_ok("x")
int every_code_ok(const char *name) {
  char *item = strdup(name);
  if (!item)
    return -1;
  int status = store_named(name, item);
  if (status == -ERANGE || status == -EEXIST || status == -EINVAL)
    free(item);
  return status;
}
