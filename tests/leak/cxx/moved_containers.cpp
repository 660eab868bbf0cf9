// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Containers that are copied, moved, swapped, returned, nested and merged, and
// their elements with them.

#include "../leak.h"
#include <list>
#include <map>
#include <set>
#include <utility>
#include <vector>

static std::vector<int *> numbers(int n) {
  std::vector<int *> v;
  for (int i = 0; i < n; i++)
    v.push_back(new int(i));
  return v;
}

// DRIVE: returned_ok(2)
void returned_ok(int n) {
  for (int *p : numbers(n))
    delete p;
}

// DRIVE: returned_bad(2)
size_t returned_bad(int n) {
  std::vector<int *> v = numbers(n); // LEAK
  return v.size();
}

// DRIVE: moved_ok()
void moved_ok() {
  std::vector<int *> v;
  v.push_back(new int(1));
  std::vector<int *> w = std::move(v);
  for (int *p : w)
    delete p;
}

// DRIVE: moved_bad()
size_t moved_bad() {
  std::vector<int *> v;
  v.push_back(new int(1)); // LEAK
  std::vector<int *> w = std::move(v);
  return w.size();
}

// DRIVE: copied_ok()
void copied_ok() {
  std::vector<int *> v;
  v.push_back(new int(1));
  std::vector<int *> w = v;
  for (int *p : v)
    delete p;
}

// DRIVE: copied_and_both_deleted_bad()
void copied_and_both_deleted_bad() {
  std::vector<int *> v;
  v.push_back(new int(1));
  std::vector<int *> w = v;
  for (int *p : v)
    delete p;
  for (int *p : w)
    delete p; // DOUBLE-FREE missed-by(fused): elements that are deleted in a loop
}

// DRIVE: swapped_ok()
void swapped_ok() {
  std::vector<int *> v, w;
  v.push_back(new int(1));
  v.swap(w);
  for (int *p : w)
    delete p;
}

// DRIVE: swapped_bad()
size_t swapped_bad() {
  std::vector<int *> v, w;
  v.push_back(new int(1)); // LEAK
  v.swap(w);
  return w.size();
}

// DRIVE: nested_ok()
void nested_ok() {
  std::vector<std::vector<int *>> rows(1);
  rows[0].push_back(new int(1));
  for (auto &row : rows)
    for (int *p : row)
      delete p;
}

// DRIVE: nested_bad()
size_t nested_bad() {
  std::vector<std::vector<int *>> rows(1);
  rows[0].push_back(new int(1)); // LEAK
  return rows.size();
}

// DRIVE: spliced_ok()
void spliced_ok() {
  std::list<int *> a, b;
  a.push_back(new int(1));
  b.splice(b.end(), a);
  for (int *p : b)
    delete p;
}

// DRIVE: spliced_bad()
size_t spliced_bad() {
  std::list<int *> a, b;
  a.push_back(new int(1)); // LEAK
  b.splice(b.end(), a);
  return b.size();
}

// DRIVE: heap_container_bad()
size_t heap_container_bad() {
  auto *v = new std::vector<int>(3); // LEAK
  return v->size();
}

// DRIVE: heap_container_ok()
size_t heap_container_ok() {
  auto *v = new std::vector<int *>();
  v->push_back(new int(1));
  size_t n = v->size();
  delete (*v)[0];
  delete v;
  return n;
}
