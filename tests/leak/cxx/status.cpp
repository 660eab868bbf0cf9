// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A status object as the result, and a new object behind an argument when it
// says that all is well.

#include "../leak.h"

#include <utility>

class Status {
public:
  Status() = default;
  explicit Status(const char *why) : why_(strdup(why)) {}
  Status(Status &&other) : why_(other.why_) { other.why_ = nullptr; }
  Status &operator=(Status &&other) {
    std::swap(why_, other.why_);
    return *this;
  }
  ~Status() { free(why_); }
  bool ok() const { return why_ == nullptr; }

private:
  char *why_ = nullptr;
};

struct File {
  int place = 0;
};

static Status open_file(int n, File **out) {
  if (n < 0) {
    *out = nullptr;
    return Status("negative");
  }
  *out = new File;
  return Status();
}

// DRIVE: status_asked_ok(1); status_asked_ok(-1)
Status status_asked_ok(int n) {
  File *file;
  Status s = open_file(n, &file);
  if (!s.ok())
    return s;
  delete file;
  return s;
}

// DRIVE: status_asked_bad(1); status_asked_bad(-1)
Status status_asked_bad(int n) {
  File *file;
  Status s = open_file(n, &file); // LEAK
  if (s.ok())
    return s;
  delete file;
  return s;
}

// DRIVE: second_step_ok(1, 1); second_step_ok(1, -1); second_step_ok(-1, 1)
Status second_step_ok(int n, int m) {
  File *from, *to;
  Status s = open_file(n, &from);
  if (!s.ok())
    return s;
  s = open_file(m, &to);
  if (s.ok())
    delete to;
  delete from;
  return s;
}

// DRIVE: second_step_bad(1, 1); second_step_bad(1, -1)
Status second_step_bad(int n, int m) {
  File *from, *to;
  Status s = open_file(n, &from); // LEAK
  if (!s.ok())
    return s;
  s = open_file(m, &to);
  if (!s.ok())
    return s;
  delete to;
  delete from;
  return s;
}
