// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies, moves and assignments that the program makes of classes that own.

#include "../leak.h"
#include <utility>
#include <vector>

struct DefaultMove { // the move copies the pointer
  int *p = new int(1);
  DefaultMove() = default;
  DefaultMove(DefaultMove &&) = default;
  ~DefaultMove() { delete p; }
};

// DRIVE: default_move_bad()
int default_move_bad() {
  DefaultMove a;
  DefaultMove b(std::move(a));
  return *b.p;
} // DOUBLE-FREE

// DRIVE: not_moved_ok()
int not_moved_ok() {
  DefaultMove a;
  return *a.p;
}

struct Moves {
  int *p = new int(1);
  Moves() = default;
  Moves(Moves &&o) noexcept : p(o.p) { o.p = nullptr; }
  Moves &operator=(Moves &&o) noexcept {
    std::swap(p, o.p);
    return *this;
  }
  ~Moves() { delete p; }
};

// DRIVE: moves_ok()
void moves_ok() {
  Moves a, b(std::move(a));
  a = std::move(b);
}

struct MoveForgets { // assignment drops what was there
  char *text;
  explicit MoveForgets(const char *s) : text(strdup(s)) {} // LEAK(one-of forgets)
  MoveForgets(MoveForgets &&o) noexcept : text(o.text) { o.text = nullptr; }
  MoveForgets &operator=(MoveForgets &&o) noexcept {
    text = o.text; // LEAK(one-of forgets)
    o.text = nullptr;
    return *this;
  }
  ~MoveForgets() { free(text); }
};

// DRIVE: move_forgets_bad()
void move_forgets_bad() {
  MoveForgets a("a"); // LEAK(one-of forgets)
  MoveForgets b("b");
  a = std::move(b);
}

struct Self {
  char *text;
  explicit Self(const char *s) : text(strdup(s)) {}
  Self(const Self &o) : text(strdup(o.text)) {}
  Self &operator=(const Self &o) {
    free(text);
    text = strdup(o.text); // USE-AFTER-FREE missed-by(fused): an object that is assigned to itself
    return *this;
  }
  ~Self() { free(text); }
};

// DRIVE: self_assigned_bad()
void self_assigned_bad() {
  Self a("a");
  Self &b = a;
  a = b;
}

// DRIVE: other_assigned_ok()
void other_assigned_ok() {
  Self a("a"), b("b");
  a = b;
}

struct Guarded {
  char *text;
  explicit Guarded(const char *s) : text(strdup(s)) {}
  Guarded(const Guarded &o) : text(strdup(o.text)) {}
  Guarded &operator=(const Guarded &o) {
    if (this != &o) {
      free(text);
      text = strdup(o.text);
    }
    return *this;
  }
  ~Guarded() { free(text); }
};

// DRIVE: guarded_ok()
void guarded_ok() {
  Guarded a("a"), b("b");
  Guarded &c = a;
  a = c;
  a = b;
}

struct OnlyCopies { // copy constructor, but no assignment
  char *p;
  explicit OnlyCopies(const char *s) : p(strdup(s)) {} // LEAK(one-of only)
  OnlyCopies(const OnlyCopies &o) : p(o.p ? strdup(o.p) : nullptr) {}
  ~OnlyCopies() { free(p); }
};

// DRIVE: only_copies_ok()
bool only_copies_ok() {
  OnlyCopies a("a"), b(a);
  return b.p;
}

// DRIVE: only_copies_bad()
bool only_copies_bad() {
  OnlyCopies a("a"), b("b"); // LEAK(one-of only)
  b = a;
  return b.p;
} // DOUBLE-FREE

static int taken(DefaultMove d) { return *d.p; }
static int seen(const DefaultMove &d) { return *d.p; }

// DRIVE: by_value_bad()
int by_value_bad() {
  DefaultMove a;
  return taken(std::move(a));
} // DOUBLE-FREE

// DRIVE: by_reference_ok()
int by_reference_ok() {
  DefaultMove a;
  return seen(a);
}
