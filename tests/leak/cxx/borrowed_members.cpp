// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Members that only borrow: the object belongs to a function that outlives the
// borrower.

#include "../leak.h"

namespace {

struct Status {
  int lines = 0;
};

class Builder {
public:
  explicit Builder(Status *status) : status_(status), work_(new int(0)) {}
  Builder(const Builder &) = delete;
  ~Builder() { delete work_; }
  int run() { return ++status_->lines + *work_; }

private:
  Status *status_;
  int *work_;
};

class Printer {
public:
  explicit Printer(Status *status) : status_(status) {}
  Printer(const Printer &) = delete;
  ~Printer() {}
  int run() { return ++status_->lines; }

private:
  Status *status_;
};

} // namespace

// DRIVE: forever_ok(3)
[[noreturn]] void forever_ok(int rounds) {
  Status *status = new Status;
  for (int i = 0;; i++) {
    Builder builder(status);
    if (builder.run() > rounds)
      exit(0);
  }
}

// DRIVE: printed_bad(3)
int printed_bad(int rounds) {
  int n = 0;
  for (int i = 0; i < rounds; i++) {
    Printer printer(new Status); // LEAK
    n += printer.run();
  }
  return n;
}

// DRIVE: printed_ok(3)
int printed_ok(int rounds) {
  Status *status = new Status;
  int n = 0;
  for (int i = 0; i < rounds; i++) {
    Printer printer(status);
    n += printer.run();
  }
  delete status;
  return n;
}
