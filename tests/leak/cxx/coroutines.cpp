// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Coroutines: what the frame and its locals hold is released with the frame.
//
// FLAGS: -std=c++20

#include "../leak.h"

#include <coroutine>
#include <exception>
#include <memory>
#include <utility>

class Numbers {
public:
  struct promise_type {
    int current = 0;
    Numbers get_return_object() {
      return Numbers(std::coroutine_handle<promise_type>::from_promise(*this));
    }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(int n) {
      current = n;
      return {};
    }
    void return_void() {}
    void unhandled_exception() { std::terminate(); }
  };

  explicit Numbers(std::coroutine_handle<promise_type> h) : handle_(h) {}
  Numbers(Numbers &&other) noexcept
      : handle_(std::exchange(other.handle_, {})) {}
  Numbers &operator=(Numbers &&) = delete;
  ~Numbers() {
    if (handle_)
      handle_.destroy();
  }
  bool next() {
    handle_.resume();
    return !handle_.done();
  }
  int value() const { return handle_.promise().current; }

private:
  std::coroutine_handle<promise_type> handle_;
};

// DRIVE: Numbers n = owned_local_ok(3); while (n.next()) n.value()
Numbers owned_local_ok(int count) {
  auto base = std::make_unique<int>(count);
  for (int i = 0; i < count; i++)
    co_yield *base + i;
}

// DRIVE: Numbers n = raw_local_ok(3); while (n.next()) n.value()
Numbers raw_local_ok(int count) {
  int *base = new int(count);
  for (int i = 0; i < count; i++)
    co_yield *base + i;
  delete base;
}

// DRIVE: sum_ok(3)
int sum_ok(int count) {
  int sum = 0;
  Numbers numbers = owned_local_ok(count);
  while (numbers.next())
    sum += numbers.value();
  return sum;
}

// DRIVE: beside_bad(3)
int beside_bad(int count) {
  int *sum = new int(0); // LEAK
  Numbers numbers = owned_local_ok(count);
  while (numbers.next())
    *sum += numbers.value();
  return *sum;
}

// DRIVE: beside_ok(3)
int beside_ok(int count) {
  int *sum = new int(0);
  Numbers numbers = owned_local_ok(count);
  while (numbers.next())
    *sum += numbers.value();
  int out = *sum;
  delete sum;
  return out;
}
