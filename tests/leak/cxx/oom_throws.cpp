// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OOM-THROWS
// A second new that throws loses the first (only with --oom-throws).

#include "../leak.h"
#include <memory>
#include <new>

// DRIVE: two_news_bad()
void two_news_bad() {
  int *a = new int(1); // LEAK missed-by(absint, valueflow): objects of constructors, exceptions and containers are followed only in part
  int *b = new int(2);
  delete b;
  delete a;
}

// DRIVE: two_news_ok()
void two_news_ok() {
  std::unique_ptr<int> a(new int(1));
  std::unique_ptr<int> b(new int(2));
}

struct Pair {
  int *a, *b;
  Pair() : a(new int(1)), b(new int(2)) {} // LEAK missed-by(absint, valueflow): objects of constructors, exceptions and containers are followed only in part
  ~Pair() {
    delete a;
    delete b;
  }
};

// DRIVE: constructor_bad()
void constructor_bad() { Pair p; }

// DRIVE: caught_ok()
int caught_ok() {
  int *a = new int(1);
  try {
    int *b = new int(2);
    delete b;
  } catch (const std::bad_alloc &) {
    delete a;
    return -1;
  }
  delete a;
  return 0;
}

// DRIVE: first_new_ok()
void first_new_ok() {
  int *a = new int(1);
  delete a;
}
