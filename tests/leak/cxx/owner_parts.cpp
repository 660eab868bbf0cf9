// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Classes that own their parts by hand: two-phase beginnings, makers that give
// up, parts that are handed over, replaced or released.

#include "../leak.h"
#include <new>

namespace {

struct Part {
  int value = 0;
  Part *next = nullptr;
};

class Owner {
public:
  ~Owner() {
    delete first_;
    delete[] table_;
  }
  bool init() {
    first_ = new (std::nothrow) Part;
    table_ = new (std::nothrow) int[4];
    return first_ && table_;
  }
  Part *release() {
    Part *p = first_;
    first_ = nullptr;
    return p;
  }
  void replace(Part *p) {
    delete first_;
    first_ = p;
  }
  void set(Part *p) { first_ = p; }
  const Part *first() const { return first_; }

private:
  Part *first_ = nullptr;
  int *table_ = nullptr;
};

class HalfOwner {
public:
  HalfOwner() : first_(new Part), second_(new Part) {} // LEAK(one-of half) missed-by(valueflow): objects of constructors, exceptions and containers are followed only in part
  ~HalfOwner() { delete first_; } // LEAK(one-of half)

private:
  Part *first_, *second_;
};

} // namespace

// DRIVE: delete two_phases_ok()
Owner *two_phases_ok() {
  Owner *o = new Owner;
  if (o->init())
    return o;
  delete o;
  return nullptr;
}

// DRIVE: delete two_phases_bad()
Owner *two_phases_bad() {
  Owner *o = new Owner; // LEAK
  return o->init() ? o : nullptr; // LEAK(indirect)
}

// DRIVE: half_owner_bad()
void half_owner_bad() {
  HalfOwner h; // LEAK(one-of half)
}

// DRIVE: released_and_deleted_ok()
void released_and_deleted_ok() {
  Owner o;
  if (o.init())
    delete o.release();
}

// DRIVE: released_and_dropped_bad()
bool released_and_dropped_bad() {
  Owner o;
  if (!o.init()) // LEAK(one-of released)
    return false;
  Part *p = o.release(); // LEAK(one-of released)
  return p->value == 0;
}

// DRIVE: replaced_ok()
void replaced_ok() {
  Owner o;
  if (o.init())
    o.replace(new Part);
}

// DRIVE: set_over_bad()
void set_over_bad() {
  Owner o;
  if (o.init()) // LEAK
    o.set(new Part);
}

// DRIVE: from_owner_to_owner_ok()
void from_owner_to_owner_ok() {
  Owner a, b;
  if (a.init() && b.init())
    b.replace(a.release());
}

static bool make_parts(Part *&one, Part *&two) {
  one = new (std::nothrow) Part;
  two = new (std::nothrow) Part;
  if (one && two)
    return true;
  delete one;
  delete two;
  return false;
}

// DRIVE: by_reference_ok()
void by_reference_ok() {
  Part *one, *two;
  if (!make_parts(one, two))
    return;
  delete one;
  delete two;
}

// DRIVE: by_reference_bad()
int by_reference_bad() {
  Part *one, *two;
  if (!make_parts(one, two)) // LEAK
    return -1;
  delete one;
  return two->value;
}

// DRIVE: second_phase_only_bad(true); second_phase_only_bad(false)
int second_phase_only_bad(bool empty) {
  Part *p = new Part; // LEAK
  Owner o;
  if (empty)
    return 0;
  o.replace(p);
  return o.first()->value;
}
