// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stacks, queues, sets, arrays: pointers that are lost with them.

#include "../leak.h"
#include <array>
#include <list>
#include <queue>
#include <set>
#include <stack>
#include <unordered_set>
#include <vector>

struct Later {
  bool operator()(const int *a, const int *b) const { return *a > *b; }
};

// DRIVE: stack_bad()
bool stack_bad() {
  std::stack<int *> s;
  s.push(new int(1)); // LEAK
  return s.empty();
}

// DRIVE: stack_ok()
void stack_ok() {
  std::stack<int *> s;
  s.push(new int(1));
  delete s.top();
  s.pop();
}

// DRIVE: delete stack_top_kept_ok()
int *stack_top_kept_ok() {
  std::stack<int *> s;
  s.push(new int(1));
  int *p = s.top();
  s.pop();
  return p;
}

// DRIVE: priority_bad()
size_t priority_bad() {
  std::priority_queue<int *, std::vector<int *>, Later> q;
  q.push(new int(1)); // LEAK
  return q.size();
}

// DRIVE: priority_ok()
void priority_ok() {
  std::priority_queue<int *, std::vector<int *>, Later> q;
  q.push(new int(2));
  q.push(new int(1));
  while (!q.empty()) {
    delete q.top();
    q.pop();
  }
}

// DRIVE: emplaced_bad()
size_t emplaced_bad() {
  std::queue<int *> q;
  q.emplace(new int(1)); // LEAK
  return q.size();
}

// DRIVE: set_bad()
size_t set_bad() {
  std::set<int *> s;
  s.emplace(new int(1)); // LEAK
  return s.size();
}

// DRIVE: hash_set_ok()
void hash_set_ok() {
  std::unordered_set<int *> s;
  int *p = new int(1);
  s.insert(p);
  s.erase(p);
  delete p;
}

// DRIVE: hash_set_bad()
size_t hash_set_bad() {
  std::unordered_set<int *> s;
  int *p = new int(1); // LEAK missed-by(fused): an element that is taken out by its value
  s.insert(p);
  s.erase(p);
  return s.size();
}

// DRIVE: array_bad()
size_t array_bad() {
  std::array<int *, 2> a = {};
  a[0] = new int(1); // LEAK
  return a.size();
}

// DRIVE: array_ok()
void array_ok() {
  std::array<int *, 2> a = {};
  a[0] = new int(1);
  a[1] = new int(2);
  for (int *p : a)
    delete p;
}

// DRIVE: list_front_bad()
size_t list_front_bad() {
  std::list<int *> l;
  l.emplace_front(new int(1)); // LEAK
  l.pop_front();
  return l.size();
}
