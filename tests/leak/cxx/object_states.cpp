// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An object is asked for its state before a method that throws in another one.

#include "../leak.h"
#include <stdexcept>

class Result {
public:
  Result() = default;
  explicit Result(int value) : value_(value), has_value_(true) {}
  bool has_value() const { return has_value_; }
  int value() const {
    if (!has_value_)
      throw std::logic_error("no value");
    return value_;
  }

private:
  int value_ = 0;
  bool has_value_ = false;
};

// DRIVE: asked_ok(Result()); asked_ok(Result(1))
int asked_ok(const Result &r) {
  int *p = new int(1);
  int n = r.has_value() ? r.value() : *p;
  delete p;
  return n;
}

// DRIVE: not_asked_bad(Result())
int not_asked_bad(const Result &r) {
  int *p = new int(1); // LEAK
  int n = r.value() + *p;
  delete p;
  return n;
}

// DRIVE: asked_the_other_bad(Result(1), Result())
int asked_the_other_bad(const Result &r, const Result &s) {
  int *p = new int(1); // LEAK
  int n = r.has_value() ? s.value() : *p;
  delete p;
  return n;
}

// DRIVE: made_with_one_ok()
int made_with_one_ok() {
  Result r(7);
  int *p = new int(1);
  int n = r.value() + *p;
  delete p;
  return n;
}

class Door {
public:
  enum State { kOpen, kClosed, kLocked };
  State state() const { return state_; }
  void close() { state_ = kClosed; }
  void lock() { state_ = kLocked; }
  int enter() const {
    if (state_ != kOpen)
      throw std::runtime_error("shut");
    return 1;
  }

private:
  State state_ = kOpen;
};

// DRIVE: Door d; d.lock(); open_door_ok(d)
int open_door_ok(const Door &d) {
  if (d.state() != Door::kOpen)
    return 0;
  int *key = new int(1);
  int n = d.enter() + *key;
  delete key;
  return n;
}

// DRIVE: Door d; d.close(); unlocked_door_bad(d)
int unlocked_door_bad(const Door &d) {
  if (d.state() == Door::kLocked)
    return 0;
  int *key = new int(1); // LEAK
  int n = d.enter() + *key;
  delete key;
  return n;
}

// DRIVE: Door d; closed_between_bad(d)
int closed_between_bad(Door &d) {
  if (d.state() != Door::kOpen)
    return 0;
  int *key = new int(1); // LEAK
  d.close();
  int n = d.enter() + *key;
  delete key;
  return n;
}
