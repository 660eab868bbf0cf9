// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Members acquired by constructors, and what destructors do about them.

#include "../leak.h"

namespace {

class Good {
public:
  explicit Good(const char *s) : text_(strdup(s)) {}
  ~Good() { free(text_); }
  Good(const Good &) = delete;
  Good &operator=(const Good &) = delete;
  bool empty() const { return !text_ || !*text_; }

private:
  char *text_;
};

class NoDestructor {
public:
  explicit NoDestructor(const char *s) : text_(strdup(s)) {} // LEAK(one-of none)
  bool empty() const { return !text_ || !*text_; }

private:
  char *text_;
};

class Forgets {
public:
  Forgets() : a_(new int(1)), b_(new int(2)) {} // LEAK(one-of forgets) missed-by(valueflow): objects of constructors, exceptions and containers are followed only in part
  ~Forgets() { delete a_; } // LEAK(one-of forgets)

private:
  int *a_;
  int *b_;
};

class Lazy {
public:
  ~Lazy() { delete cache_; }
  int get() {
    if (!cache_)
      cache_ = new int(7);
    return *cache_;
  }
  void refresh_carelessly() {
    cache_ = new int(8); // LEAK(one-of refresh)
  }
  void refresh() {
    delete cache_;
    cache_ = new int(9);
  }

private:
  int *cache_ = nullptr;
};

} // namespace

// DRIVE: local_object_ok("x")
bool local_object_ok(const char *s) {
  Good g(s);
  return g.empty();
}

// DRIVE: local_object_bad("x")
bool local_object_bad(const char *s) {
  NoDestructor n(s); // LEAK(one-of none)
  return n.empty();
}

// DRIVE: forgets_bad()
void forgets_bad() {
  Forgets f; // LEAK(one-of forgets)
}

// DRIVE: on_heap_ok("x")
void on_heap_ok(const char *s) {
  Good *g = new Good(s);
  delete g;
}

// DRIVE: on_heap_bad("x")
bool on_heap_bad(const char *s) {
  Good *g = new Good(s); // LEAK
  return g->empty();
}

// DRIVE: temporary_ok("x")
bool temporary_ok(const char *s) { return Good(s).empty(); }

// DRIVE: lazy_ok()
int lazy_ok() {
  Lazy l;
  l.refresh();
  l.refresh();
  return l.get();
}

// DRIVE: refresh_bad()
int refresh_bad() {
  Lazy l;
  int n = l.get(); // LEAK(one-of refresh)
  l.refresh_carelessly();
  return n;
}

// DRIVE: array_of_objects_ok()
void array_of_objects_ok() {
  Lazy *l = new Lazy[2];
  l[0].get();
  delete[] l;
}

// DRIVE: member_object_ok("x")
struct Outer {
  Good inner;
  explicit Outer(const char *s) : inner(s) {}
};
bool member_object_ok(const char *s) {
  Outer o(s);
  return o.inner.empty();
}
