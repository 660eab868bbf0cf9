// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a class owns between calls of its methods: copies that share it,
// assignments over it, a destructor that forgets it, callers that free it, too.

#include "../leak.h"
#include <utility>

class Shares {
public:
  explicit Shares(int n) : value_(new int(n)) {}
  Shares(const Shares &o) : value_(o.value_) {} // DOUBLE-FREE(one-of cloned) missed-by(contradiction): only leaks are looked for
  ~Shares() { delete value_; }
  int get() const { return *value_; }

private:
  int *value_;
};

static Shares *cloned(const Shares &s) { return new Shares(s); }

// DRIVE: cloned_bad()
void cloned_bad() {
  Shares first(1);
  Shares *second = cloned(first);
  delete second;
} // DOUBLE-FREE(one-of cloned)

class Copies {
public:
  explicit Copies(int n) : value_(new int(n)) {}
  Copies(const Copies &o) : value_(new int(*o.value_)) {}
  Copies(Copies &&o) noexcept : value_(o.value_) { o.value_ = nullptr; }
  Copies &operator=(Copies &&o) noexcept {
    std::swap(value_, o.value_);
    return *this;
  }
  ~Copies() { delete value_; }

private:
  int *value_;
};

// DRIVE: copied_ok()
void copied_ok() {
  Copies first(1), second(first), third(std::move(first));
  second = std::move(third);
}

class Counted {
public:
  explicit Counted(int n) : data_(new Data{n, 1}) {}
  Counted(const Counted &o) : data_(o.data_) { data_->count++; }
  Counted &operator=(const Counted &) = delete;
  ~Counted() {
    if (--data_->count == 0)
      delete data_;
  }

private:
  struct Data {
    int value, count;
  };
  Data *data_;
};

// DRIVE: counted_ok()
void counted_ok() {
  Counted first(1), second(first);
}

class Borrows {
public:
  explicit Borrows(int *p) : value_(p) {}
  Borrows(const Borrows &o) : value_(o.value_) {}
  ~Borrows() { *value_ = 0; }

private:
  int *value_;
};

// DRIVE: borrowed_ok()
void borrowed_ok() {
  int n = 1;
  Borrows first(&n), second(first);
}

class Assigns {
public:
  explicit Assigns(const char *s) : text_(strdup(s)) {}
  Assigns(const Assigns &) = delete;
  void set(const char *s) {
    text_ = strdup(s); // LEAK(one-of assigns) missed-by(contradiction): on the way back too little is known of the object
  }
  void replace(const char *s) {
    free(text_);
    text_ = strdup(s);
  }
  ~Assigns() { free(text_); }

private:
  char *text_;
};

// DRIVE: replaced_ok()
void replaced_ok() {
  Assigns a("a");
  a.replace("b");
}

// DRIVE: assigned_bad()
void assigned_bad() {
  Assigns a("a"); // LEAK(one-of assigns)
  a.set("b");
}

class Forgets {
public:
  Forgets()
      : kept_(strdup("a")),
        lost_(strdup("b")) { // LEAK(one-of forgets) missed-by(valueflow): fields that a callee fills
  }
  Forgets(const Forgets &) = delete;
  ~Forgets() { free(kept_); }
  char first() const { return lost_ ? lost_[0] : 0; }

private:
  char *kept_;
  char *lost_;
};

static Forgets *forgets_new() { return new Forgets; }

// DRIVE: forgotten_bad()
void forgotten_bad() {
  Forgets *f = forgets_new(); // LEAK(one-of forgets)
  f->first();
  delete f;
}

class Lends { // its caller frees what it gives out
public:
  Lends() : given_(strdup("b")) {}
  Lends(const Lends &) = delete;
  ~Lends() { shown_ = 0; }
  char *take() { return given_; }

private:
  char *given_;
  int shown_ = 1;
};

// DRIVE: lent_ok()
void lent_ok() {
  Lends l;
  free(l.take());
}

struct Open {
  char *data;
  explicit Open(const char *s) : data(strdup(s)) {}
  Open(const Open &) = delete;
  ~Open() { free(data); }
};

static void close_it(Open *o) { free(o->data); }

// DRIVE: both_bad()
void both_bad() {
  Open o("a");
  close_it(&o);
} // DOUBLE-FREE missed-by(contradiction): only leaks are looked for
