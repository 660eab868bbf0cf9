// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Other ways into a container and out of it: insert, initializer lists,
// try_emplace, extract, merge.

#include "../leak.h"
#include <map>
#include <set>
#include <unordered_map>
#include <vector>

// DRIVE: inserted_bad()
size_t inserted_bad() {
  std::vector<int *> v;
  v.insert(v.begin(), new int(1)); // LEAK
  return v.size();
}

// DRIVE: inserted_ok()
void inserted_ok() {
  std::vector<int *> v;
  v.insert(v.begin(), new int(1));
  delete v.front();
}

// DRIVE: listed_bad()
size_t listed_bad() {
  std::vector<int *> v = {new int(1)}; // LEAK
  return v.size();
}

// DRIVE: listed_ok()
void listed_ok() {
  std::vector<int *> v = {new int(1), new int(2)};
  for (int *p : v)
    delete p;
}

// DRIVE: tried_bad()
size_t tried_bad() {
  std::unordered_map<int, int *> m;
  m.try_emplace(1, new int(1)); // LEAK
  return m.size();
}

// DRIVE: assigned_bad()
size_t assigned_bad() {
  std::unordered_map<int, int *> m;
  m.insert_or_assign(1, new int(1)); // LEAK
  return m.size();
}

// DRIVE: extracted_bad()
size_t extracted_bad() {
  std::map<int, int *> m;
  m[1] = new int(1); // LEAK
  m.extract(1);
  return m.size();
}

// DRIVE: extracted_ok()
void extracted_ok() {
  std::map<int, int *> m;
  m[1] = new int(1);
  auto node = m.extract(1);
  delete node.mapped();
}

// DRIVE: merged_ok()
void merged_ok() {
  std::set<int *> a, b;
  a.insert(new int(1));
  b.merge(a);
  for (int *p : b)
    delete p;
}

// DRIVE: ranged_ok({1, 2, 2})
size_t ranged_ok(const std::vector<int> &v) {
  std::set<int> s(v.begin(), v.end());
  s.insert(v.begin(), v.end());
  return s.size();
}
