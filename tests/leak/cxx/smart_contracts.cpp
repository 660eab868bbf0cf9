// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What unique_ptr, shared_ptr and weak_ptr promise: release, reset, get, swap,
// moves, conversions, counts.

#include "../leak.h"
#include <memory>
#include <utility>

struct Part {
  char *name;
  explicit Part(const char *s) : name(strdup(s)) {}
  Part(const Part &) = delete;
  virtual ~Part() { free(name); }
};
struct Wheel : Part {
  Wheel() : Part("wheel") {}
};

// DRIVE: reset_over_ok()
void reset_over_ok() {
  std::unique_ptr<Part> p(new Part("a"));
  p.reset(new Part("b"));
}

// DRIVE: reset_with_released_bad()
void reset_with_released_bad() {
  auto p = std::make_unique<int>(1); // LEAK(one-of emptied) missed-by(contradiction): on the way back too little is known of the object
  p.release(); // LEAK(one-of emptied)
  p.reset(new int(2));
}

// DRIVE: release_handed_ok()
void release_handed_ok() {
  auto p = std::make_unique<int>(1);
  std::unique_ptr<int> q(p.release());
}

// DRIVE: release_reset_ok()
void release_reset_ok() {
  auto p = std::make_unique<int>(1);
  std::unique_ptr<int> q;
  q.reset(p.release());
}

// DRIVE: reset_by_own_bad()
void reset_by_own_bad() {
  std::unique_ptr<int> p(new int(1));
  std::unique_ptr<int> q(p.get());
  q.reset();
} // DOUBLE-FREE missed-by(contradiction): only leaks are looked for

// DRIVE: swapped_ok()
void swapped_ok() {
  auto p = std::make_unique<int>(1);
  auto q = std::make_unique<int>(2);
  p.swap(q);
}

// DRIVE: swapped_and_released_bad()
void swapped_and_released_bad() {
  std::unique_ptr<int> p(new int(1)); // LEAK(one-of swapped) missed-by(valueflow, contradiction): what a callee takes out of an owner
  std::unique_ptr<int> q;
  p.swap(q);
  q.release(); // LEAK(one-of swapped)
}

// DRIVE: moved_into_ok()
void moved_into_ok() {
  std::unique_ptr<Part> p(new Part("a"));
  std::unique_ptr<Part> q(new Part("b"));
  p = std::move(q);
}

// DRIVE: derived_ok()
void derived_ok() {
  std::unique_ptr<Part> p = std::make_unique<Wheel>();
  p = std::make_unique<Wheel>();
}

// DRIVE: nulled_ok()
void nulled_ok() {
  std::unique_ptr<Part> p(new Part("a"));
  p = nullptr;
}

// DRIVE: array_ok(3)
int array_ok(int n) {
  std::unique_ptr<int[]> p(new int[n]);
  p[0] = 1;
  return p[0];
}

// DRIVE: array_released_bad(3)
int array_released_bad(int n) {
  std::unique_ptr<int[]> p(new int[n]); // LEAK(one-of array) missed-by(contradiction): on the way back too little is known of the object
  int *raw = p.release(); // LEAK(one-of array)
  raw[0] = 1;
  return raw[0];
}

// DRIVE: conditional_bad(1)
int conditional_bad(int keep) {
  auto p = std::make_unique<int>(1); // LEAK(one-of conditional) missed-by(contradiction): on the way back too little is known of the object
  int *raw = p.get();
  if (keep)
    raw = p.release(); // LEAK(one-of conditional)
  return *raw;
}

// DRIVE: conditional_ok(1)
void conditional_ok(int keep) {
  auto p = std::make_unique<int>(1);
  if (keep)
    delete p.release();
}

static std::unique_ptr<Part> made() { return std::make_unique<Part>("m"); }

// DRIVE: from_callee_ok()
void from_callee_ok() { auto p = made(); }

// DRIVE: from_callee_ignored_ok()
void from_callee_ignored_ok() { made(); }

// DRIVE: from_callee_released_bad()
void from_callee_released_bad() {
  made().release(); // LEAK missed-by(contradiction): on the way back too little is known of the object
}

// DRIVE: shared_copies_ok()
void shared_copies_ok() {
  std::shared_ptr<int> p(new int(1));
  std::shared_ptr<int> q = p, r(q);
  p.reset();
  q = r;
}

// DRIVE: shared_twice_bad()
void shared_twice_bad() {
  int *raw = new int(1);
  std::shared_ptr<int> p(raw);
  std::shared_ptr<int> q(raw);
} // DOUBLE-FREE missed-by(sat, fused, absint, contradiction, ownership): reference counts are not followed

// DRIVE: shared_and_deleted_bad()
void shared_and_deleted_bad() {
  std::shared_ptr<int> p(new int(1));
  delete p.get();
} // DOUBLE-FREE missed-by(sat, fused, absint, contradiction, ownership): reference counts are not followed

// DRIVE: shared_moved_ok()
void shared_moved_ok() {
  auto p = std::make_shared<Part>("a");
  auto q = std::move(p);
}

// DRIVE: shared_on_heap_bad()
void shared_on_heap_bad() {
  auto *p = new std::shared_ptr<int>(new int(1)); // LEAK
  p->get();
}

// DRIVE: weak_ok()
int weak_ok() {
  auto p = std::make_shared<int>(1);
  std::weak_ptr<int> w = p;
  if (auto q = w.lock())
    return *q;
  return 0;
}

// DRIVE: weak_back_ok()
struct Node {
  std::shared_ptr<Node> next;
  std::weak_ptr<Node> back;
};
void weak_back_ok() {
  auto a = std::make_shared<Node>();
  auto b = std::make_shared<Node>();
  a->next = b;
  b->back = a;
}

// DRIVE: from_unique_ok()
void from_unique_ok() {
  std::unique_ptr<Part> p(new Part("a"));
  std::shared_ptr<Part> q(std::move(p));
}

// A deleter with a state lies beside the pointer.
struct Counting {
  int *count;
  void operator()(int *p) const {
    ++*count;
    delete p;
  }
};

// DRIVE: counted_deleter_ok()
int counted_deleter_ok() {
  int count = 0;
  { std::unique_ptr<int, Counting> p(new int(1), Counting{&count}); }
  return count;
}

// DRIVE: counted_deleter_bad()
int counted_deleter_bad() {
  int count = 0;
  std::unique_ptr<int, Counting> p(new int(1), Counting{&count}); // LEAK(one-of counted) missed-by(contradiction): on the way back too little is known of the object
  p.release(); // LEAK(one-of counted)
  return count;
}

// DRIVE: locked_bad()
void locked_bad() {
  std::shared_ptr<int> p(new int(1)); // LEAK(one-of locked) missed-by(contradiction): on the way back too little is known of the object
  std::weak_ptr<int> w = p;
  new std::shared_ptr<int>(w.lock()); // LEAK(one-of locked)
}
