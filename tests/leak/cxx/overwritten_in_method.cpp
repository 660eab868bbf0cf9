// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ENGINES: fused, sat
// How an object is lost inside a callee is told as it happens: the method may
// throw, but on this path it overwrites the member.

#include "../leak.h"

class Slot {
public:
  explicit Slot(int n);
  Slot(const Slot &) = delete;
  ~Slot() { delete[] cells_; }
  void set(int n);

private:
  int size_;
  char *cells_;
};
Slot::Slot(int n) : size_(n), cells_(new char[n]) {}
void Slot::set(int n) { cells_ = new char[n]; } // LEAK(one-of set)

// DRIVE: set_bad()
void set_bad() {
  Slot s(3); // LEAK(one-of set): overwritten in Slot::set() at line 25
  s.set(4);
}

// DRIVE: made_ok()
void made_ok() { Slot s(3); }
