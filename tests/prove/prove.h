// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the programs of tests/prove/ use.

#pragma once

#include <stddef.h>
#include <stdlib.h>

struct list {
  int data;
  struct list *next;
};

struct dlist {
  int data;
  struct dlist *next, *prev;
};

struct tree {
  int data;
  int height;
  struct tree *left, *right;
};
