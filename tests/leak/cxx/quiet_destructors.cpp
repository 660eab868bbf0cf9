// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// FLAGS: -std=gnu++98
//
// C++98: a destructor is taken to throw only what it throws itself.

#include "../leak.h"

struct Base {
  Base() : refs_(1) {}
  virtual ~Base() {}
  virtual void final_action() = 0;
  void inc_ref() { ++refs_; }
  void dec_ref() {
    if (--refs_ == 0) {
      try {
        final_action();
      } catch (...) {
        delete this;
        throw;
      }
      delete this;
    }
  }
  int refs_;
};

struct Once : Base {
  int n;
  explicit Once(int count) : n(count) {}
  void final_action() {
    if (n > 3)
      throw 1;
  }
};

struct Prepare : Base {
  int *values;
  Prepare() : values(0) {}
  void final_action() {
    delete values;
    values = 0;
  }
};

struct OnceHandle {
  Once *p;
  explicit OnceHandle(int n) : p(new Once(n)) {}
  ~OnceHandle() { p->dec_ref(); }
};

struct PrepareHandle {
  Prepare *p;
  PrepareHandle() : p(new Prepare) {}
  PrepareHandle(const PrepareHandle &o) : p(o.p) { p->inc_ref(); }
  ~PrepareHandle() { p->dec_ref(); }
};

struct Rows {
  int *count;
  explicit Rows(const PrepareHandle &) : count(new int(1)) {}
  ~Rows() { delete count; }
};

// DRIVE: once_ok(1)
int once_ok(int n) {
  OnceHandle handle(n);
  return handle.p->n;
}

// DRIVE: rows_ok()
int rows_ok() {
  Rows rows = Rows(PrepareHandle());
  return *rows.count;
}

// DRIVE: prepared_ok()
int prepared_ok() {
  int *work = new int(1);
  {
    PrepareHandle handle;
    *work = handle.p->refs_;
  }
  int n = *work;
  delete work;
  return n;
}

struct Loud {
  int n;
  explicit Loud(int count) : n(count) {}
  ~Loud() {
    if (n > 3)
      throw 1;
  }
};

// DRIVE: try { loud_bad(4); } catch (...) {}
int loud_bad(int n) {
  int *work = new int(1); // LEAK
  {
    Loud loud(n);
    *work += loud.n;
  }
  int m = *work;
  delete work;
  return m;
}

// DRIVE: loud_ok(4)
int loud_ok(int n) {
  int *work = new int(1);
  try {
    Loud loud(n);
    *work += loud.n;
  } catch (int) {
    *work = 0;
  }
  int m = *work;
  delete work;
  return m;
}
