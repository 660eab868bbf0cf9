// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constructors begin on raw memory: what they overwrite first was nothing.

#include <new>
#include <string>

struct Cell {
  Cell *next = nullptr;
  int data = 0;
};
struct Number {
  int *held;
  Number() : held(new int(1)) {}
  ~Number() { delete held; }
};
struct Unguarded {
  int *held;
  Unguarded() : held(new int) {}
};
struct Derived : Number {
  int *more;
  Derived() : more(new int) {}
  ~Derived() { delete more; }
};
struct Part {
  Number first, second;
};
struct Delegating {
  int *held;
  Delegating() : Delegating(2) {}
  explicit Delegating(int n) : held(new int(n)) {}
  ~Delegating() { delete held; }
};

// WHOLLY PROVED
void made_and_deleted() {
  Cell *cell = new Cell;
  delete cell;
}

// WHOLLY PROVED
void held_by_a_local() { Number number; }

// WHOLLY PROVED
void held_in_a_loop(int n) {
  while (n-- > 0)
    Number number;
}

// WHOLLY PROVED
void held_in_a_base() { Derived derived; }

// WHOLLY PROVED
void held_in_parts() { Part part; }

// WHOLLY PROVED
void held_by_another_constructor() { Delegating number; }

// ---- what the same class loses

struct Twice {
  int *held;
  Twice() : held(new int) { held = new int; }
  ~Twice() { delete held; }
};
struct AfterAnother {
  int *held;
  AfterAnother() : held(new int) {}
  explicit AfterAnother(int) : AfterAnother() { held = new int; }
  ~AfterAnother() { delete held; }
};
struct OfBase : Unguarded {
  OfBase() { held = nullptr; }
};

// NOT PROVED
void overwritten_in_the_body() { Twice twice; }

// NOT PROVED
void overwritten_after_another() { AfterAnother after(1); }

// NOT PROVED
void overwritten_of_a_base() { OfBase derived; }

// NOT PROVED
void ended_without_a_destructor() { Unguarded number; }

struct Forgotten {
  Forgotten *next = nullptr;
};

// NOT PROVED
void never_held() { new Forgotten; }

// ---- exceptions

static void refuse(int n) {
  if (n)
    throw n;
}
struct Refusing {
  int *held;
  explicit Refusing(int n) : held(new int) { refuse(n); }
  ~Refusing() { delete held; }
};

// NAMED: a call may throw
void lost_by_a_throw(int n) {
  int *number = new int;
  refuse(n);
  delete number;
}

// NOT PROVED
void lost_by_a_constructor(int n) { Refusing number(n); }

// NOT PROVED
void lost_by_the_library(const std::string &text) {
  int *number = new int;
  *number = std::stoi(text);
  delete number;
}
