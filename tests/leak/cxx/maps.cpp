// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Maps, queues and sets of raw pointers: what a key leads to is nobody's when
// the map goes, or when the key leads elsewhere.

#include "../leak.h"
#include <forward_list>
#include <list>
#include <map>
#include <memory>
#include <queue>
#include <set>
#include <stack>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

// DRIVE: by_key_bad()
size_t by_key_bad() {
  std::map<int, int *> m;
  m[7] = new int(1); // LEAK missed-by(sat, absint, valueflow, contradiction): what a container keeps is out of danger
  return m.size();
}

// DRIVE: by_key_ok()
void by_key_ok() {
  std::map<int, int *> m;
  m[7] = new int(1);
  delete m[7];
}

// DRIVE: other_key_bad()
void other_key_bad() {
  std::map<int, int *> m;
  m[7] = new int(1); // LEAK missed-by(sat, absint, valueflow, contradiction): what a container keeps is out of danger
  m[8] = new int(2);
  delete m[8];
}

// DRIVE: overwritten_bad()
void overwritten_bad() {
  std::map<int, int *> m;
  m[7] = new int(1); // LEAK missed-by(sat, absint, valueflow, contradiction): what a container keeps is out of danger
  m[7] = new int(2);
  delete m[7];
}

// DRIVE: overwritten_ok()
void overwritten_ok() {
  std::map<int, int *> m;
  m[7] = new int(1);
  delete m[7];
  m[7] = new int(2);
  delete m[7];
}

// DRIVE: lent_ok()
void lent_ok() {
  int *p = new int(1);
  std::map<int, int *> m;
  m[1] = p;
  delete p;
}

// DRIVE: same_key_ok(3)
void same_key_ok(int key) {
  std::map<int, int *> m;
  m[key] = new int(1);
  delete m[key];
}

// DRIVE: by_name_bad()
size_t by_name_bad() {
  std::unordered_map<std::string, char *> m;
  m["a"] = strdup("x"); // LEAK missed-by(sat, absint, valueflow, contradiction): what a container keeps is out of danger
  return m.size();
}

// DRIVE: by_name_ok()
void by_name_ok() {
  std::unordered_map<std::string, char *> m;
  m["a"] = strdup("x");
  free(m["a"]);
}

// DRIVE: each_ok()
void each_ok() {
  std::map<std::string, char *> m;
  m["a"] = strdup("x");
  for (auto &entry : m)
    free(entry.second);
}

// DRIVE: inserted_bad()
size_t inserted_bad() {
  std::map<int, int *> m;
  m.insert({1, new int(1)}); // LEAK missed-by(sat, absint, valueflow, contradiction): what a container keeps is out of danger
  return m.size();
}

// DRIVE: inserted_ok()
void inserted_ok() {
  std::map<int, int *> m;
  m.insert({1, new int(1)});
  delete m.begin()->second;
}

// DRIVE: cleared_bad()
void cleared_bad() {
  std::unordered_map<int, int *> m;
  m[1] = new int(1); // LEAK missed-by(sat, absint, valueflow, contradiction): what a container keeps is out of danger
  m.clear();
}

// DRIVE: std::map<int, int *> m; into_caller_ok(m); delete m[1]
void into_caller_ok(std::map<int, int *> &m) { m[1] = new int(1); }

// DRIVE: std::map<int, int *> m; m[1] = nullptr; caller_cleared_bad(m)
void caller_cleared_bad(std::map<int, int *> &m) {
  m[1] = new int(1); // LEAK missed-by(sat, absint, valueflow, contradiction): what a container keeps is out of danger
  m.clear();
}

// DRIVE: smart_values_ok()
void smart_values_ok() {
  std::map<int, std::unique_ptr<int>> m;
  m[1] = std::make_unique<int>(1);
  m[2].reset(new int(2));
  m.emplace(3, new int(3));
  m.insert(std::make_pair(4, new int(4)));
}

// DRIVE: index_bad()
void index_bad() {
  std::vector<int *> v(2);
  v[0] = new int(1);
  v[1] = new int(2); // LEAK missed-by(sat, absint, valueflow, contradiction): what a container keeps is out of danger
  delete v[0];
}

// DRIVE: index_ok(3)
void index_ok(int n) {
  std::vector<int *> v(n);
  for (int i = 0; i < n; i++)
    v[i] = new int(i);
  for (int i = 0; i < n; i++)
    delete v[i];
}

static int free_all(int **all, size_t n) {
  for (size_t i = 0; i < n; i++)
    delete all[i];
  return 0;
}

// DRIVE: by_address_ok()
int by_address_ok() {
  std::vector<int *> v;
  v.push_back(new int(1));
  return free_all(&v[0], v.size());
}

// DRIVE: smart_vector_ok()
void smart_vector_ok() {
  std::vector<std::unique_ptr<int>> v;
  v.emplace_back(new int(1));
  v[0].reset(new int(2));
}

// DRIVE: queued_bad()
bool queued_bad() {
  std::queue<char *> q;
  q.push(strdup("a")); // LEAK missed-by(sat, absint, valueflow, contradiction): what a container keeps is out of danger
  return q.empty();
}

// DRIVE: queued_ok()
void queued_ok() {
  std::queue<char *> q;
  q.push(strdup("a"));
  while (!q.empty()) {
    free(q.front());
    q.pop();
  }
}

// DRIVE: stacked_bad()
void stacked_bad() {
  std::stack<char *> s;
  s.push(strdup("a")); // LEAK missed-by(sat, absint, valueflow, contradiction): what a container keeps is out of danger
}

// DRIVE: best_first_bad()
void best_first_bad() {
  std::priority_queue<int *> q;
  q.push(new int(1)); // LEAK missed-by(sat, absint, valueflow, contradiction): what a container keeps is out of danger
}

// DRIVE: listed_bad()
void listed_bad() {
  std::list<char *> l;
  l.push_back(strdup("a")); // LEAK missed-by(sat, absint, valueflow, contradiction): what a container keeps is out of danger
}

// DRIVE: forward_bad()
bool forward_bad() {
  std::forward_list<char *> l;
  l.push_front(strdup("a")); // LEAK missed-by(sat, absint, valueflow, contradiction): what a container keeps is out of danger
  return l.empty();
}

// DRIVE: in_sets_bad()
void in_sets_bad() {
  std::multiset<int *> a;
  std::unordered_set<int *> b;
  a.insert(new int(1)); // LEAK missed-by(sat, absint, valueflow, contradiction): what a container keeps is out of danger
  b.insert(new int(2)); // LEAK missed-by(sat, absint, valueflow, contradiction): what a container keeps is out of danger
}

// DRIVE: in_set_ok()
void in_set_ok() {
  std::unordered_set<int *> s;
  s.insert(new int(1));
  for (int *p : s)
    delete p;
}
