// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constructors on memory that is not raw: the old object is lost.

#include <new>

struct Of {
  int *held;
  Of() : held(new int) {}
  ~Of() { delete held; }
};
struct Bare {
  int *held;
  Bare() : held(new int) {}
};
struct Around {
  Of part;
  Around() { new (&part) Of; }
};

// NOT PROVED
void over_a_parameter(Of *of) { new (of) Of; }

// NOT PROVED
void over_a_local() {
  Of of;
  new (&of) Of;
}

// NOT PROVED
void over_a_block() {
  void *block = ::operator new(sizeof(Of));
  Of *of = new (block) Of;
  of = new (block) Of;
  of->~Of();
  ::operator delete(block);
}

// NOT PROVED
void over_a_block_in_a_loop(int n) {
  void *block = ::operator new(sizeof(Bare));
  while (n-- > 0)
    new (block) Bare;
  ::operator delete(block);
}

// NOT PROVED
void over_a_stored_pointer(Bare *bare) {
  bare->held = new int;
  new (bare) Bare;
}

// NOT PROVED
void over_a_part() { Around around; }
