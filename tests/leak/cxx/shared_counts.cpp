// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Counts of shared_ptr in a program with one kind of them: what the last one
// disposes of is known.

#include "../leak.h"
#include <memory>
#include <utility>

// DRIVE: twice_bad()
void twice_bad() {
  int *raw = new int(1);
  std::shared_ptr<int> p(raw);
  std::shared_ptr<int> q(raw);
} // DOUBLE-FREE missed-by(absint, contradiction, ownership): what the last owner disposes of is a virtual call

// DRIVE: deleted_bad()
void deleted_bad() {
  std::shared_ptr<int> p(new int(1));
  delete p.get();
} // DOUBLE-FREE missed-by(absint, contradiction, ownership): what the last owner disposes of is a virtual call

// DRIVE: copies_ok()
void copies_ok() {
  std::shared_ptr<int> p(new int(1));
  std::shared_ptr<int> q = p, r(q);
  p.reset();
  q = r;
}

// DRIVE: deleted_after_copy_bad()
void deleted_after_copy_bad() {
  std::shared_ptr<int> p(new int(1));
  std::shared_ptr<int> q(p);
  int *raw = q.get();
  p.reset();
  delete raw;
} // DOUBLE-FREE missed-by(absint, contradiction, ownership): what the last owner disposes of is a virtual call

// DRIVE: moved_ok()
void moved_ok() {
  std::shared_ptr<int> p(new int(1));
  std::shared_ptr<int> q(std::move(p));
  p = std::move(q);
}

// DRIVE: moved_and_deleted_bad()
void moved_and_deleted_bad() {
  std::shared_ptr<int> p(new int(1));
  int *raw = p.get();
  std::shared_ptr<int> q;
  q = std::move(p);
  delete raw;
} // DOUBLE-FREE missed-by(absint, contradiction, ownership): what the last owner disposes of is a virtual call

// DRIVE: assigned_ok()
void assigned_ok() {
  std::shared_ptr<int> p(new int(1)), q(new int(2));
  q = p;
}

// DRIVE: watched_ok()
void watched_ok() {
  std::shared_ptr<int> p(new int(1)); // false-alarm(contradiction): on the way back too little is known of the counts
  std::weak_ptr<int> w(p), v;
  v = w;
}

// DRIVE: outlived_ok()
int outlived_ok() {
  std::weak_ptr<int> w;
  {
    std::shared_ptr<int> p(new int(1));
    w = p;
  }
  std::shared_ptr<int> q = w.lock();
  return q ? *q : w.expired();
}

// DRIVE: on_heap_bad()
int on_heap_bad() {
  auto *p = new std::shared_ptr<int>(new int(1)); // LEAK
  return **p;
}

// DRIVE: on_heap_ok()
void on_heap_ok() {
  auto *p = new std::shared_ptr<int>(new int(1));
  std::shared_ptr<int> q(*p);
  delete p;
}
