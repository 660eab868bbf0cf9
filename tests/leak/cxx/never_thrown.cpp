// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a callee throws under a condition that no caller fulfils, and what it
// throws under one that some caller does.

#include "../leak.h"

#include <stdexcept>

namespace {

class Filter {
public:
  explicit Filter(unsigned length)
      : values_(new int[8]) {
    resize(length);
  }
  ~Filter() { delete[] values_; }
  void resize(unsigned length) {
    if (length % 8 != 0)
      throw std::runtime_error("no multiple of 8");
    length_ = length;
  }
  unsigned length() const { return length_; }

private:
  int *values_;
  unsigned length_ = 0;
};

class Stage {
public:
  Stage() : filter_(new Filter(64)) {}
  ~Stage() { delete filter_; }
  unsigned length() const { return filter_->length(); }

private:
  Filter *filter_;
};

} // namespace

// DRIVE: constant_length_ok()
unsigned constant_length_ok() {
  Stage stage;
  return stage.length();
}

// DRIVE: try { resized_bad(20); } catch (...) {}
int resized_bad(unsigned length) {
  Filter filter(64);
  int *work = new int[length + 1]; // LEAK
  work[0] = 0;
  filter.resize(length);
  int out = work[0];
  delete[] work;
  return out;
}

// DRIVE: try { checked_ok(20); checked_ok(16); } catch (...) {}
int checked_ok(unsigned length) {
  Filter filter(64);
  if (length % 8 != 0)
    return -1;
  int *work = new int[length + 1];
  work[0] = 0;
  filter.resize(length);
  int out = work[0];
  delete[] work;
  return out;
}

static int half(int n) {
  if (n % 2 != 0)
    throw std::runtime_error("odd");
  return n / 2;
}

// DRIVE: even_ok(4); even_ok(5)
int even_ok(int n) {
  int *work = new int(n);
  int out = *work + half(6);
  if (n % 2 == 0)
    out += half(n);
  delete work;
  return out;
}

// DRIVE: try { odd_bad(5); } catch (...) {}
int odd_bad(int n) {
  int *work = new int(n); // LEAK
  int out = *work + half(n);
  delete work;
  return out;
}
