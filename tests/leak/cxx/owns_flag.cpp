// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A flag that the constructor is given says who deletes.

#include "../leak.h"
#include <memory>

struct Buffer {
  explicit Buffer(char c) : bytes{c} {}
  char bytes[8];
};

class Source {
public:
  Source(Buffer *buffer, bool own) : buffer_(buffer), own_(own) {}
  Source(const Source &) = delete;
  ~Source() {
    if (own_)
      delete buffer_;
  }
  char first() const { return buffer_->bytes[0]; }

private:
  Buffer *buffer_;
  bool own_;
};

// DRIVE: owned_ok()
char owned_ok() {
  Source s(new Buffer(4), true);
  return s.first();
}

// DRIVE: not_owned_bad()
char not_owned_bad() {
  Source s(new Buffer(4), false); // LEAK
  return s.first();
}

// DRIVE: lent_ok()
char lent_ok() {
  Buffer b(4);
  Source s(&b, false);
  return s.first();
}

// DRIVE: lent_from_heap_ok()
char lent_from_heap_ok() {
  auto *b = new Buffer(4);
  char c;
  {
    Source s(b, false);
    c = s.first();
  }
  delete b;
  return c;
}

// DRIVE: owned_and_deleted_bad()
void owned_and_deleted_bad() {
  auto *b = new Buffer(4);
  {
    Source s(b, true);
  }
  delete b; // DOUBLE-FREE
}

// DRIVE: shared_owner_ok()
char shared_owner_ok() {
  auto s = std::make_shared<Source>(new Buffer(4), true);
  return s->first();
}

// DRIVE: shared_owner_bad()
char shared_owner_bad() {
  auto s = std::make_shared<Source>(new Buffer(4), false); // LEAK
  return s->first();
}

// DRIVE: unique_owner_ok()
char unique_owner_ok() {
  auto s = std::make_unique<Source>(new Buffer(4), true);
  return s->first();
}

// DRIVE: unique_owner_bad()
char unique_owner_bad() {
  auto s = std::make_unique<Source>(new Buffer(4), false); // LEAK
  return s->first();
}

// DRIVE: same_flag_ok(0); same_flag_ok(1)
char same_flag_ok(bool keep) {
  auto *b = new Buffer(4);
  char c;
  {
    Source s(b, !keep);
    c = s.first();
  }
  if (keep)
    delete b;
  return c;
}

// DRIVE: other_flag_bad(0)
char other_flag_bad(bool keep) {
  auto *b = new Buffer(4); // LEAK missed-by(fused): a callee that looks at a flag of the object
  Source s(b, keep);
  return s.first();
}

class Text {
public:
  Text() = default;
  Text(const Text &) = delete;
  ~Text() { clear(); }
  void borrow(char *s) {
    clear();
    text_ = s;
    owned_ = false;
  }
  void copy(const char *s) {
    clear();
    text_ = strdup(s);
    owned_ = true;
  }
  size_t size() const { return text_ ? strlen(text_) : 0; }

private:
  void clear() {
    if (owned_)
      free(text_);
    text_ = nullptr;
  }
  char *text_ = nullptr;
  bool owned_ = false;
};

// DRIVE: char s[] = "a"; text_ok(s)
size_t text_ok(char *s) {
  Text t;
  t.copy(s);
  t.borrow(s);
  return t.size();
}

// DRIVE: text_bad("a")
size_t text_bad(const char *s) {
  Text t;
  t.borrow(strdup(s)); // LEAK
  return t.size();
}
