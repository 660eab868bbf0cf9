// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// at() and value() throw only where nobody asked before.

#include "../leak.h"
#include <array>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

// DRIVE: letter_ok("abc", 1); letter_ok("abc", 7)
int letter_ok(const std::string &s, unsigned i) {
  int *p = new int(1);
  if (i < s.size())
    *p = s.at(i);
  int n = *p;
  delete p;
  return n;
}

// DRIVE: from_end_ok("abc", 1); from_end_ok("abc", 7)
int from_end_ok(const std::string &s, unsigned i) {
  int *p = new int(1);
  if (i < s.size())
    *p = s.at(s.size() - i - 1);
  int n = *p;
  delete p;
  return n;
}

// DRIVE: one_too_far_bad("abc", 3)
int one_too_far_bad(const std::string &s, unsigned i) {
  int *p = new int(1); // LEAK
  if (i <= s.size())
    *p = s.at(i);
  int n = *p;
  delete p;
  return n;
}

// DRIVE: element_ok({1}, 0); element_ok({1}, 2)
int element_ok(const std::vector<int> &v, size_t i) {
  int *p = new int(1);
  int n = i < v.size() ? v.at(i) : *p;
  delete p;
  return n;
}

// DRIVE: every_element_ok({1, 2})
int every_element_ok(const std::vector<int> &v) {
  int *sum = new int(0);
  for (size_t i = 0; i < v.size(); i++)
    *sum += v.at(i);
  int n = *sum;
  delete sum;
  return n;
}

// DRIVE: not_empty_ok({}); not_empty_ok({1})
int not_empty_ok(const std::vector<int> &v) {
  int *p = new int(1);
  int n = v.empty() ? *p : v.at(0);
  delete p;
  return n;
}

// DRIVE: first_bad({})
int first_bad(const std::vector<int> &v) {
  int *p = new int(1); // LEAK
  int n = v.at(0) + *p;
  delete p;
  return n;
}

// DRIVE: returns_early_ok({}, 3)
int returns_early_ok(const std::deque<int> &d, size_t i) {
  if (i >= d.size())
    return -1;
  int *p = new int(1);
  int n = d.at(i) + *p;
  delete p;
  return n;
}

// DRIVE: value_ok({}); value_ok(1)
int value_ok(const std::optional<int> &o) {
  int *p = new int(1);
  int n = o.has_value() ? o.value() : *p;
  delete p;
  return n;
}

// DRIVE: tested_ok({}); tested_ok(1)
int tested_ok(const std::optional<int> &o) {
  int *p = new int(1);
  int n = *p;
  if (o)
    n += o.value();
  delete p;
  return n;
}

// DRIVE: value_bad({})
int value_bad(const std::optional<int> &o) {
  int *p = new int(1); // LEAK
  int n = o.value() + *p;
  delete p;
  return n;
}

// DRIVE: counted_ok({}, 1); counted_ok({{1, 2}}, 1)
int counted_ok(const std::map<int, int> &m, int key) {
  int *p = new int(1);
  int n = m.count(key) ? m.at(key) : *p;
  delete p;
  return n;
}

// DRIVE: fixed_place_ok()
int fixed_place_ok() {
  std::array<int, 4> a = {1, 2, 3, 4};
  int *p = new int(1);
  int n = a.at(3) + *p;
  delete p;
  return n;
}
