// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reading elements leaves them the container's; a loop that deletes each
// element releases all.

#include "../leak.h"
#include <algorithm>
#include <deque>
#include <forward_list>
#include <list>
#include <map>
#include <numeric>
#include <set>
#include <unordered_map>
#include <vector>

static void fill(std::vector<int *> &v, int n) {
  for (int i = 0; i < n; i++)
    v.push_back(new int(i));
}

// DRIVE: filled_ok(2)
void filled_ok(int n) {
  std::vector<int *> v;
  fill(v, n);
  for (auto it = v.begin(); it != v.end(); ++it)
    delete *it;
}

// DRIVE: filled_bad(2)
int filled_bad(int n) {
  std::vector<int *> v;
  fill(v, n); // LEAK
  int sum = 0;
  for (int *p : v)
    sum += *p;
  return sum;
}

// DRIVE: only_read_bad()
int only_read_bad() {
  std::list<int *> l;
  l.push_back(new int(1)); // LEAK
  int sum = 0;
  for (const int *p : l)
    sum += *p;
  return sum;
}

// DRIVE: found_bad(1)
int found_bad(int key) {
  std::map<int, int *> m;
  m[key] = new int(1); // LEAK
  auto it = m.find(key);
  return it == m.end() ? 0 : *it->second;
}

// DRIVE: found_and_deleted_ok(1)
void found_and_deleted_ok(int key) {
  std::map<int, int *> m;
  m[key] = new int(1);
  auto it = m.find(key);
  if (it != m.end())
    delete it->second;
}

// DRIVE: erased_in_loop_ok()
size_t erased_in_loop_ok() {
  std::list<int *> l;
  l.push_back(new int(1));
  l.push_back(new int(2));
  for (auto it = l.begin(); it != l.end();) {
    delete *it;
    it = l.erase(it);
  }
  return l.size();
}

// DRIVE: for_each_ok()
void for_each_ok() {
  std::vector<int *> v;
  v.push_back(new int(1));
  std::for_each(v.begin(), v.end(), [](int *p) { delete p; });
}

// DRIVE: sum_bad()
int sum_bad() {
  std::vector<int *> v;
  v.push_back(new int(1)); // LEAK
  return std::accumulate(v.begin(), v.end(), 0,
                         [](int n, const int *p) { return n + *p; });
}

// DRIVE: front_and_back_bad()
int front_and_back_bad() {
  std::deque<int *> d;
  d.push_back(new int(1)); // LEAK
  return *d.front() + *d.back();
}

// DRIVE: deleted_and_cleared_ok()
void deleted_and_cleared_ok() {
  std::set<int *> s;
  s.insert(new int(1));
  for (int *p : s)
    delete p;
  s.clear();
}

// DRIVE: deleted_twice_bad()
void deleted_twice_bad() {
  std::vector<int *> v;
  v.push_back(new int(1));
  for (int *p : v)
    delete p;
  for (int *p : v)
    delete p; // DOUBLE-FREE missed-by(fused): elements that are deleted in a loop
}

// DRIVE: first_only_bad()
void first_only_bad() {
  std::vector<int *> v;
  v.push_back(new int(1));
  v.push_back(new int(2)); // LEAK missed-by(fused): which element comes out is not known
  delete v.front();
}

// DRIVE: by_entry_ok()
void by_entry_ok() {
  std::unordered_map<int, int *> m;
  m.emplace(1, new int(1));
  for (auto &[key, value] : m)
    delete value;
}

// DRIVE: copied_out_ok()
void copied_out_ok() {
  std::forward_list<int *> l;
  l.push_front(new int(1));
  std::vector<int *> v(l.begin(), l.end());
  for (int *p : v)
    delete p;
}
