// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A constructor that throws: members and bases are destroyed, the destructor of
// the class does not run, and `new` gives its memory back.

#include "../leak.h"
#include <memory>
#include <stdexcept>

static int positive(int n) {
  if (n <= 0)
    throw std::invalid_argument("n");
  return n;
}

class Raw {
public:
  explicit Raw(int n) : data_(new char[8]) { // LEAK(one-of raw)
    size_ = positive(n);
  }
  Raw(const Raw &) = delete;
  ~Raw() { delete[] data_; }
  int size() const { return size_; }

private:
  char *data_;
  int size_;
};

// DRIVE: raw_bad(0)
int raw_bad(int n) {
  Raw r(n); // LEAK(one-of raw)
  return r.size();
}

class Checked {
public:
  explicit Checked(int n) : size_(positive(n)), data_(new char[8]) {}
  Checked(const Checked &) = delete;
  ~Checked() { delete[] data_; }
  int size() const { return size_; }

private:
  int size_;
  char *data_;
};

// DRIVE: checked_ok(0); checked_ok(1)
int checked_ok(int n) {
  Checked c(n);
  return c.size();
}

// DRIVE: checked_on_heap_ok(0)
int checked_on_heap_ok(int n) {
  std::unique_ptr<Checked> c(new Checked(n));
  return c->size();
}

// DRIVE: behind_other_bad(0)
int behind_other_bad(int n) {
  int *first = new int(n); // LEAK
  Checked c(n);
  n += *first + c.size();
  delete first;
  return n;
}

// DRIVE: positive_constant_ok()
int positive_constant_ok() {
  int *first = new int(1);
  Checked c(4);
  int n = *first + c.size();
  delete first;
  return n;
}

class Cleans {
public:
  explicit Cleans(int n) : data_(new char[8]) {
    try {
      size_ = positive(n);
    } catch (...) {
      delete[] data_;
      throw;
    }
  }
  Cleans(const Cleans &) = delete;
  ~Cleans() { delete[] data_; }
  int size() const { return size_; }

private:
  char *data_;
  int size_;
};

// DRIVE: cleans_ok(0); cleans_ok(1)
int cleans_ok(int n) {
  Cleans c(n);
  return c.size();
}

class ByMember {
public:
  explicit ByMember(int n) : data_(new char[8]), size_(positive(n)) {}
  int size() const { return size_; }

private:
  std::unique_ptr<char[]> data_;
  int size_;
};

// DRIVE: by_member_ok(0); by_member_ok(1)
int by_member_ok(int n) {
  ByMember b(n);
  return b.size();
}

struct Base {
  char *name;
  Base() : name(strdup("base")) {}
  Base(const Base &) = delete;
  ~Base() { free(name); }
};
struct Throws : Base {
  char *more;
  explicit Throws(int n) : more(strdup("more")) { // LEAK(one-of derived)
    positive(n);
  }
  ~Throws() { free(more); }
};

// DRIVE: derived_bad(0)
bool derived_bad(int n) {
  Throws t(n); // LEAK(one-of derived)
  return t.more != nullptr;
}

struct Delegates {
  char *name;
  Delegates() : name(strdup("d")) {}
  explicit Delegates(int n) : Delegates() { positive(n); }
  Delegates(const Delegates &) = delete;
  ~Delegates() { free(name); } // runs: one constructor has finished
};

// DRIVE: delegates_ok(0); delegates_ok(1)
bool delegates_ok(int n) {
  Delegates d(n);
  return d.name != nullptr;
}
