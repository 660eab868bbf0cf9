// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rule of three, operator=, move.

#include "../leak.h"
#include <utility>

struct Careless { // copies the pointer, frees twice
  char *text;
  explicit Careless(const char *s) : text(strdup(s)) {}
  ~Careless() { free(text); }
};

// DRIVE: implicit_copy_bad("x")
void implicit_copy_bad(const char *s) {
  Careless a(s);
  Careless b(a);
} // DOUBLE-FREE

// DRIVE: implicit_assignment_bad("x")
void implicit_assignment_bad(const char *s) {
  Careless a(s);
  Careless b("y"); // LEAK
  b = a;
} // DOUBLE-FREE

// DRIVE: not_copied_ok("x")
bool not_copied_ok(const char *s) {
  Careless a(s);
  Careless &b = a;
  return b.text != nullptr;
}

class Text {
public:
  explicit Text(const char *s) : text_(s ? strdup(s) : nullptr) {}
  Text(const Text &o) : Text(o.text_) {}
  Text(Text &&o) noexcept : text_(std::exchange(o.text_, nullptr)) {}
  Text &operator=(Text o) noexcept {
    std::swap(text_, o.text_);
    return *this;
  }
  ~Text() { free(text_); }

private:
  char *text_;
};

// DRIVE: copied_ok("x")
void copied_ok(const char *s) {
  Text a(s), b(a);
  b = a;
}

// DRIVE: moved_ok("x")
void moved_ok(const char *s) {
  Text a(s), b(std::move(a));
  a = std::move(b);
}

// DRIVE: returned_ok("x")
Text returned_ok(const char *s) {
  Text a(s);
  return a;
}

struct LeakyAssign {
  char *text;
  explicit LeakyAssign(const char *s) : text(strdup(s)) {}
  LeakyAssign(const LeakyAssign &) = delete;
  ~LeakyAssign() { free(text); }
  LeakyAssign &operator=(const char *s) {
    text = strdup(s); // LEAK(one-of assign)
    return *this;
  }
};

// DRIVE: assigned_bad("x")
void assigned_bad(const char *s) {
  LeakyAssign a(s); // LEAK(one-of assign)
  a = "y";
}

struct LeakyMove {
  int *p = nullptr;
  LeakyMove() = default;
  ~LeakyMove() { delete p; }
  LeakyMove &operator=(LeakyMove &&o) noexcept {
    p = o.p; // LEAK(one-of move)
    o.p = nullptr;
    return *this;
  }
};

// DRIVE: move_assigned_bad()
void move_assigned_bad() {
  LeakyMove a, b;
  a.p = new int(1); // LEAK(one-of move)
  b.p = new int(2);
  a = std::move(b);
}

// DRIVE: move_assigned_ok()
void move_assigned_ok() {
  LeakyMove a, b;
  b.p = new int(2);
  a = std::move(b);
}
