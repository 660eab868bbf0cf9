// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Streams and strings between acquiring and freeing: they throw only when asked
// to, or for lack of memory, and that is not followed.

#include "../leak.h"

#include <memory>
#include <sstream>

// DRIVE: printed_between_ok(2)
size_t printed_between_ok(int n) {
  int *p = new int(n);
  std::ostringstream out;
  out << "value " << *p << '\n';
  std::string text = out.str();
  delete p;
  return text.size();
}

// DRIVE: printed_between_bad(2)
size_t printed_between_bad(int n) {
  int *p = new int(n); // LEAK
  std::ostringstream out;
  out << "value " << *p << '\n';
  return out.str().size();
}

// DRIVE: read_between_ok("12")
int read_between_ok(const char *text) {
  int *p = new int(0);
  std::istringstream in(text);
  in >> *p;
  std::string rest;
  std::getline(in, rest);
  int n = *p + int(rest.size());
  delete p;
  return n;
}

struct Named {
  explicit Named(int n) : text_(new char[8]) {
    std::ostringstream out;
    out << n;
    snprintf(text_, 8, "%s", out.str().c_str());
  }
  ~Named() { delete[] text_; }
  char *text_;
};

// DRIVE: member_of_constructor_ok(1)
int member_of_constructor_ok(int n) { return Named(n).text_[0]; }

// DRIVE: shared_between_ok(1)
int shared_between_ok(int n) {
  int *p = new int(n);
  std::shared_ptr<Named> s = std::make_shared<Named>(n);
  int first = s->text_[0] + *p;
  delete p;
  return first;
}
