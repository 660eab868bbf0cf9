// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a container of pointers loses by itself: erased, popped, refused and
// overwritten elements.

#include "../leak.h"
#include <deque>
#include <list>
#include <map>
#include <queue>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

// DRIVE: erased_bad()
size_t erased_bad() {
  std::vector<int *> v;
  v.push_back(new int(1)); // LEAK
  v.erase(v.begin());
  return v.size();
}

// DRIVE: erased_ok()
size_t erased_ok() {
  std::vector<int *> v;
  v.push_back(new int(1));
  delete v[0];
  v.erase(v.begin());
  return v.size();
}

// DRIVE: erase_key_bad()
size_t erase_key_bad() {
  std::map<int, int *> m;
  m[3] = new int(1); // LEAK
  m.erase(3);
  return m.size();
}

// DRIVE: erase_found_ok(3)
size_t erase_found_ok(int key) {
  std::map<int, int *> m;
  m[key] = new int(1);
  auto it = m.find(key);
  if (it != m.end()) {
    delete it->second;
    m.erase(it);
  }
  return m.size();
}

// DRIVE: popped_bad()
size_t popped_bad() {
  std::vector<int *> v;
  v.push_back(new int(1)); // LEAK
  v.pop_back();
  return v.size();
}

// DRIVE: popped_ok()
size_t popped_ok() {
  std::vector<int *> v;
  v.push_back(new int(1));
  int *last = v.back();
  v.pop_back();
  delete last;
  return v.size();
}

// DRIVE: queue_popped_bad()
void queue_popped_bad() {
  std::queue<int *> q;
  q.push(new int(1)); // LEAK
  q.pop();
}

// DRIVE: queue_popped_ok()
void queue_popped_ok() {
  std::queue<int *> q;
  q.push(new int(1));
  while (!q.empty()) {
    delete q.front();
    q.pop();
  }
}

// DRIVE: refused_bad()
void refused_bad() {
  std::map<int, int *> m;
  m.insert({1, new int(1)});
  m.insert({1, new int(2)}); // LEAK missed-by(fused): a refused insert
  for (auto &e : m)
    delete e.second;
}

// DRIVE: refused_ok(new int(2))
void refused_ok(int *p) {
  std::map<int, int *> m;
  m.insert({1, new int(1)});
  if (!m.insert({1, p}).second)
    delete p;
  for (auto &e : m)
    delete e.second;
}

// DRIVE: replaced_bad()
void replaced_bad() {
  std::unordered_map<std::string, char *> m;
  m["a"] = strdup("1"); // LEAK missed-by(fused): keys that are texts are not compared
  m["a"] = strdup("2");
  for (auto &e : m)
    free(e.second);
}

// DRIVE: element_replaced_bad()
void element_replaced_bad() {
  std::vector<char *> v(2);
  v[0] = strdup("1"); // LEAK
  v[0] = strdup("2");
  free(v[0]);
}

// DRIVE: element_replaced_ok()
void element_replaced_ok() {
  std::vector<char *> v(2);
  v[0] = strdup("1");
  free(v[0]);
  v[0] = strdup("2");
  free(v[0]);
}

// DRIVE: resized_bad()
size_t resized_bad() {
  std::vector<int *> v;
  v.push_back(new int(1)); // LEAK
  v.resize(0);
  return v.size();
}

// DRIVE: assigned_over_bad()
size_t assigned_over_bad() {
  std::vector<int *> v;
  v.push_back(new int(1)); // LEAK
  v = {};
  return v.size();
}
