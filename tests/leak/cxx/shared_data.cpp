// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Implicit sharing: copies have an object of their own, and share what a
// counter behind it counts.

#include "../leak.h"

class Counter {
public:
  Counter() : p_(new Part) {}
  ~Counter() { delete p_; }
  void take() { p_->count++; }
  bool give_back() { return --p_->count == 0; }

private:
  struct Part {
    int count = 1;
  };
  Part *p_;
};

class Bytes {
public:
  Bytes() : d_(new Data) {}
  Bytes(const Bytes &other) : d_(new Data(*other.d_)) {}
  Bytes &operator=(const Bytes &other) {
    Bytes copy(other);
    Data *mine = d_;
    d_ = copy.d_;
    copy.d_ = mine;
    return *this;
  }
  ~Bytes() { delete d_; }
  unsigned size() const { return d_->size; }
  void add() { d_->size++; }

private:
  struct Data {
    Data() : counter(new Counter), text(new char[8]) {}
    Data(const Data &other)
        : counter(other.counter), text(other.text), size(other.size) {
      counter->take();
    }
    ~Data() {
      if (counter->give_back()) {
        delete counter;
        delete[] text;
      }
    }
    Counter *counter;
    char *text;
    unsigned size = 0;
  };
  Data *d_;
};

static Bytes read_block(unsigned n) {
  Bytes b;
  while (b.size() < n)
    b.add();
  return b;
}

// DRIVE: copied_ok(3)
unsigned copied_ok(unsigned n) {
  Bytes b = read_block(n);
  Bytes c = b;
  return b.size() + c.size();
}

// DRIVE: assigned_ok(3); assigned_ok(0)
unsigned assigned_ok(unsigned n) {
  Bytes b = read_block(n), c;
  if (n)
    c = b;
  b = read_block(1);
  return c.size();
}

// DRIVE: first_of_several_ok(3)
unsigned first_of_several_ok(unsigned n) {
  Bytes b = read_block(n);
  for (unsigned i = 0; i < n; ++i) {
    Bytes c = read_block(i);
    if (c.size() == 1)
      return b.size();
    b = c;
  }
  return 0;
}

// DRIVE: made_by_hand_bad(3)
unsigned made_by_hand_bad(unsigned n) {
  Bytes *b = new Bytes(read_block(n)); // LEAK
  return b->size();
}
