// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is thrown is what is caught.
#include "observe.h"

static int a, b, c;

struct Error {
  int *where;
};
struct Worse : Error {
  int *also;
};

static void fail(int kind) {
  if (kind == 0)
    throw Error{&a};
  if (kind == 1)
    throw &b;
  Worse w;
  w.where = &b;
  w.also = &c;
  throw w;
}

static int *caught(int kind) {
  try {
    fail(kind);
  } catch (Worse &w) {
    OBSERVE(w.also);
    return w.where;
  } catch (const Error &e) {
    return e.where;
  } catch (int *p) {
    return p;
  }
  return nullptr;
}

static int *again(int kind) {
  try {
    try {
      fail(kind);
    } catch (Error &e) {
      e.where = &c;
      throw;
    }
  } catch (Error e) {
    return e.where;
  }
  return nullptr;
}

struct Guard {
  int **to;
  int *value;
  ~Guard() { *to = value; }
};

static int *unwound() {
  int *p = &a;
  try {
    Guard guard{&p, &b};
    fail(0);
  } catch (...) {
    return p;
  }
  return p;
}

int main() {
  OBJECT(&a, sizeof a);
  OBJECT(&b, sizeof b);
  OBJECT(&c, sizeof c);
  for (int i = 0; i < 3; ++i)
    OBSERVE(caught(i));
  OBSERVE(again(0));
  OBSERVE(unwound());
  return 0;
}
