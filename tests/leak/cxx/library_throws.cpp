// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of the standard library that throw for ordinary input: text that is
// no number, keys that are not there, values of another type.

#include "../leak.h"
#include <any>
#include <map>
#include <optional>
#include <string>
#include <vector>

struct Shape {
  virtual ~Shape() {}
};
struct Round : Shape {
  int radius = 1;
};

// DRIVE: number_bad("x"); number_bad("1")
int number_bad(const char *text) {
  int *p = new int(1); // LEAK missed-by(ownership): exceptions that leave by a call without handlers are followed only in part
  int n = std::stoi(text) + *p;
  delete p;
  return n;
}

// DRIVE: number_ok("x"); number_ok("1")
int number_ok(const char *text) {
  int *p = new int(1);
  int n = 0;
  try {
    n = std::stoi(text) + *p;
  } catch (...) {
    n = -1;
  }
  delete p;
  return n;
}

// DRIVE: before_ok("x")
int before_ok(const char *text) {
  long n = std::stol(text);
  int *p = new int(1);
  n += *p;
  delete p;
  return (int)n;
}

// DRIVE: element_bad({}, 1)
int element_bad(const std::vector<int> &v, int i) {
  int *p = new int(1); // LEAK missed-by(absint, contradiction): exceptions that leave by a call without handlers are followed only in part
  int n = v.at(i) + *p;
  delete p;
  return n;
}

// DRIVE: element_ok({1}, 0)
int element_ok(const std::vector<int> &v, int i) {
  int *p = new int(1);
  int n = v[i] + *p;
  delete p;
  return n;
}

// DRIVE: key_bad({}, 1)
int key_bad(const std::map<int, int> &m, int key) {
  int *p = new int(1); // LEAK missed-by(absint, contradiction): exceptions that leave by a call without handlers are followed only in part
  int n = m.at(key) + *p;
  delete p;
  return n;
}

// DRIVE: letter_bad("", 1)
int letter_bad(const std::string &s, int i) {
  int *p = new int(1); // LEAK missed-by(absint, contradiction): exceptions that leave by a call without handlers are followed only in part
  int n = s.at(i) + *p;
  delete p;
  return n;
}

// DRIVE: nothing_bad({})
int nothing_bad(std::optional<int> o) {
  int *p = new int(1); // LEAK missed-by(absint, contradiction): exceptions that leave by a call without handlers are followed only in part
  int n = o.value() + *p;
  delete p;
  return n;
}

// DRIVE: other_type_bad(2.5)
int other_type_bad(const std::any &a) {
  int *p = new int(1); // LEAK missed-by(absint, contradiction): exceptions that leave by a call without handlers are followed only in part
  int n = std::any_cast<int>(a) + *p;
  delete p;
  return n;
}

// DRIVE: by_pointer_ok(2.5)
int by_pointer_ok(const std::any &a) {
  int *p = new int(1);
  const int *n = std::any_cast<int>(&a);
  delete p;
  return n ? *n : 0;
}

// DRIVE: Shape s; cast_bad(s)
int cast_bad(Shape &s) {
  int *p = new int(1); // LEAK missed-by(ownership, contradiction): exceptions that leave by a call without handlers are followed only in part
  int n = dynamic_cast<Round &>(s).radius + *p;
  delete p;
  return n;
}

// DRIVE: Shape s; cast_ok(s)
int cast_ok(Shape &s) {
  int *p = new int(1);
  Round *r = dynamic_cast<Round *>(&s);
  delete p;
  return r ? r->radius : 0;
}
