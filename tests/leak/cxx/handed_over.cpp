// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Who deletes: destructor, caller, smart pointer or nobody; exceptions between
// new and hand-over.

#include "../leak.h"
#include <memory>
#include <set>
#include <vector>

namespace {

struct Holder {
  int *p;
  explicit Holder(int *q) : p(q) {}
  ~Holder() { delete p; }
};

struct Sharing { // a copy deletes the same int
  int *p = new int(1);
  Sharing() = default;
  Sharing(const Sharing &other) : p(other.p) {} // DOUBLE-FREE(one-of sharing)
  ~Sharing() { delete p; }
};

void check(int n) {
  if (n < 0)
    throw n;
}

} // namespace

// DRIVE: held_ok()
void held_ok() { Holder h(new int(1)); }

// DRIVE: destructor_and_caller_bad()
void destructor_and_caller_bad() {
  int *p = new int(1);
  Holder h(p);
  delete p;
} // DOUBLE-FREE missed-by(contradiction): who deletes is not followed through such calls

// DRIVE: sharing_ok()
int sharing_ok() {
  Sharing a;
  return *a.p;
}

// DRIVE: sharing_copy_bad()
void sharing_copy_bad() {
  Sharing a;
  Sharing b(a);
} // DOUBLE-FREE(one-of sharing) missed-by(contradiction): who deletes is not followed through such calls

// DRIVE: thrown_between_bad(1); try { thrown_between_bad(-1); } catch (int) {}
void thrown_between_bad(int n) {
  int *p = new int(n); // LEAK missed-by(absint, contradiction): who deletes is not followed through such calls
  check(n);
  Holder h(p);
}

// DRIVE: thrown_between_ok(1); try { thrown_between_ok(-1); } catch (int) {}
void thrown_between_ok(int n) {
  auto p = std::make_unique<int>(n);
  check(n);
  Holder h(p.release());
}

// DRIVE: thrown_after_ok(1); try { thrown_after_ok(-1); } catch (int) {}
void thrown_after_ok(int n) {
  Holder h(new int(n));
  check(n);
}

// DRIVE: caught_bad(1); caught_bad(-1)
void caught_bad(int n) {
  try {
    int *p = new int(n); // LEAK
    check(n);
    delete p;
  } catch (int) {
  }
}

// DRIVE: released_bad()
int released_bad() {
  auto p = std::make_unique<int>(3); // LEAK(one-of released) missed-by(contradiction): who deletes is not followed through such calls
  int *raw = p.release(); // LEAK(one-of released)
  return *raw;
}

// DRIVE: released_ok()
void released_ok() {
  auto p = std::make_unique<int>(3);
  delete p.release();
}

// DRIVE: reset_ok()
void reset_ok() {
  std::unique_ptr<int> p(new int(1));
  p.reset(new int(2));
  p.reset();
}

// DRIVE: got_and_deleted_bad()
void got_and_deleted_bad() {
  std::unique_ptr<int> p(new int(1));
  delete p.get();
} // DOUBLE-FREE missed-by(contradiction): who deletes is not followed through such calls

// DRIVE: moved_ok()
void moved_ok() {
  std::unique_ptr<int> a(new int(1));
  std::unique_ptr<int> b = std::move(a);
}

// DRIVE: shared_ok()
void shared_ok() {
  auto a = std::make_shared<int>(1);
  std::shared_ptr<int> b = a;
}

// DRIVE: set_ok()
void set_ok() {
  std::set<int *> s;
  s.insert(new int(1));
  for (int *p : s)
    delete p;
}

// DRIVE: set_bad()
size_t set_bad() {
  std::set<int *> s;
  s.insert(new int(1)); // LEAK missed-by(sat, valueflow, absint, contradiction): who deletes is not followed through such calls
  return s.size();
}
