// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Public methods that overwrite what the object owns, and classes whose methods
// are called in an order that only their users know.

#include "../leak.h"

class Title {
public:
  explicit Title(int n);
  Title(const Title &) = delete;
  Title &operator=(const Title &o);
  ~Title();
  void set(int n);
  void clear();
  void change(int n);

private:
  int *text_;
};
Title::Title(int n) : text_(new int(n)) {}
Title::~Title() { delete text_; }
void Title::set(int n) {
  text_ = new int(n); // LEAK(one-of set) missed-by(contradiction): on the way back too little is known of the object
}
void Title::clear() {
  text_ = nullptr; // LEAK(one-of clear) missed-by(contradiction): on the way back too little is known of the object
}
Title &Title::operator=(const Title &o) {
  text_ = new int(1); // LEAK(one-of assign) missed-by(contradiction): on the way back too little is known of the object
  *text_ = *o.text_;
  return *this;
}
void Title::change(int n) { *text_ = n; }

// DRIVE: set_bad()
void set_bad() {
  Title t(1); // LEAK(one-of set)
  t.set(2);
}

// DRIVE: clear_bad()
void clear_bad() {
  Title t(1); // LEAK(one-of clear)
  t.clear();
}

// DRIVE: assign_bad()
void assign_bad() {
  Title t(1), u(2); // LEAK(one-of assign)
  t = u;
}

// DRIVE: change_ok()
void change_ok() {
  Title t(1);
  t.change(2);
}

class Lazy {
public:
  Lazy() : text_(nullptr) {}
  Lazy(const Lazy &) = delete;
  ~Lazy() { delete text_; }
  void init(int n) { text_ = new int(n); }

private:
  int *text_;
};

// DRIVE: lazy_ok()
void lazy_ok() {
  Lazy l;
  l.init(1);
}

class Reopened {
public:
  explicit Reopened(int n) : text_(new int(n)) {}
  Reopened(const Reopened &) = delete;
  ~Reopened() { delete text_; }
  void close() {
    delete text_;
    text_ = nullptr;
  }
  void open(int n) { text_ = new int(n); }

private:
  int *text_;
};

// DRIVE: reopened_ok()
void reopened_ok() {
  Reopened r(1);
  r.close();
  r.open(2);
}

class Taken {
public:
  explicit Taken(int n) : text_(new int(n)) {}
  Taken(const Taken &) = delete;
  ~Taken() { delete text_; }
  int *take() {
    int *old = text_;
    text_ = nullptr;
    return old;
  }
  void put(int n) { text_ = new int(n); }

private:
  int *text_;
};

// DRIVE: taken_ok()
void taken_ok() {
  Taken t(1);
  delete t.take();
  t.put(2);
}
