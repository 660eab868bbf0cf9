// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elements that leave a container: by value, by predicate, by range, by
// position, or with everything else.

#include "../leak.h"
#include <algorithm>
#include <forward_list>
#include <list>
#include <map>
#include <set>
#include <utility>
#include <vector>

// DRIVE: by_predicate_bad()
size_t by_predicate_bad() {
  std::list<int *> l;
  l.push_back(new int(1)); // LEAK
  l.remove_if([](int *p) { return *p > 0; });
  return l.size();
}

// DRIVE: by_predicate_ok()
size_t by_predicate_ok() {
  std::list<int *> l;
  l.push_back(new int(1));
  l.remove_if([](int *p) {
    delete p;
    return true;
  });
  return l.size();
}

// DRIVE: by_value_bad()
size_t by_value_bad() {
  std::list<int *> l;
  int *p = new int(1); // LEAK
  l.push_back(p);
  l.remove(p);
  return l.size();
}

// DRIVE: by_value_ok()
size_t by_value_ok() {
  std::list<int *> l;
  int *p = new int(1);
  l.push_back(p);
  l.remove(p);
  delete p;
  return l.size();
}

// DRIVE: removed_bad()
size_t removed_bad() {
  std::vector<int *> v;
  int *p = new int(1); // LEAK
  v.push_back(p);
  v.erase(std::remove(v.begin(), v.end(), p), v.end());
  return v.size();
}

// DRIVE: removed_ok()
size_t removed_ok() {
  std::vector<int *> v;
  int *p = new int(1);
  v.push_back(p);
  v.erase(std::remove(v.begin(), v.end(), p), v.end());
  delete p;
  return v.size();
}

// DRIVE: range_bad()
size_t range_bad() {
  std::multimap<int, char *> m;
  m.insert({1, strdup("a")}); // LEAK
  m.erase(1);
  return m.size();
}

// DRIVE: range_ok()
size_t range_ok() {
  std::multimap<int, char *> m;
  m.insert({1, strdup("a")});
  m.insert({1, strdup("b")});
  auto range = m.equal_range(1);
  for (auto it = range.first; it != range.second; ++it)
    free(it->second);
  m.erase(range.first, range.second);
  return m.size();
}

// DRIVE: after_bad()
bool after_bad() {
  std::forward_list<int *> l;
  l.push_front(new int(1)); // LEAK
  l.erase_after(l.before_begin());
  return l.empty();
}

// DRIVE: after_ok()
bool after_ok() {
  std::forward_list<int *> l;
  l.insert_after(l.before_begin(), new int(1));
  delete l.front();
  l.pop_front();
  return l.empty();
}

// DRIVE: erase_loop_bad()
size_t erase_loop_bad() {
  std::map<int, int *> m;
  m[1] = new int(1); // LEAK
  for (auto it = m.begin(); it != m.end();)
    it = m.erase(it);
  return m.size();
}

// DRIVE: erase_loop_ok()
size_t erase_loop_ok() {
  std::map<int, int *> m;
  m[1] = new int(1);
  m[2] = new int(2);
  for (auto it = m.begin(); it != m.end();) {
    delete it->second;
    it = m.erase(it);
  }
  return m.size();
}

// DRIVE: first_taken_bad()
int first_taken_bad() {
  std::set<int *> s;
  s.insert(new int(1)); // LEAK
  int *p = *s.begin();
  s.erase(s.begin());
  return *p;
}

// DRIVE: first_taken_ok()
int first_taken_ok() {
  std::set<int *> s;
  s.insert(new int(1));
  auto it = s.begin();
  int *p = *it;
  s.erase(it);
  int n = *p;
  delete p;
  return n;
}

// DRIVE: assign_bad()
size_t assign_bad() {
  std::vector<int *> v;
  v.push_back(new int(1)); // LEAK
  v.assign(2, nullptr);
  return v.size();
}

// DRIVE: swapped_away_bad()
size_t swapped_away_bad() {
  std::vector<int *> v;
  v.push_back(new int(1)); // LEAK
  std::vector<int *>().swap(v);
  return v.size();
}

// DRIVE: moved_over_bad()
size_t moved_over_bad() {
  std::vector<int *> v, w;
  v.push_back(new int(1)); // LEAK
  v = std::move(w);
  return v.size();
}
