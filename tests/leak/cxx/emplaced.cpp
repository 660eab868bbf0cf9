// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elements made in place: of a plain pointer it is one, of a smart pointer an
// owner.

#include "../leak.h"
#include <deque>
#include <list>
#include <memory>
#include <vector>

// DRIVE: emplaced_bad()
void emplaced_bad() {
  std::vector<int *> v;
  v.emplace_back(new int(1)); // LEAK missed-by(sat, absint, valueflow, contradiction): what a container keeps is out of danger
}

// DRIVE: emplaced_variable_bad()
size_t emplaced_variable_bad() {
  std::deque<char *> d;
  char *p = strdup("a"); // LEAK missed-by(sat, absint, valueflow, contradiction): what a container keeps is out of danger
  d.emplace_front(p);
  return d.size();
}

// DRIVE: emplaced_ok()
void emplaced_ok() {
  std::vector<int *> v;
  v.emplace_back(new int(1));
  for (int *p : v)
    delete p;
}

// DRIVE: emplaced_and_freed_ok()
void emplaced_and_freed_ok() {
  std::list<int *> l;
  int *p = new int(1);
  l.emplace_back(p);
  delete p;
}

// DRIVE: into_owners_ok()
void into_owners_ok() {
  std::vector<std::unique_ptr<int>> v;
  v.emplace_back(new int(1));
  int *p = new int(2);
  v.emplace_back(p);
}

// DRIVE: into_list_of_owners_ok()
void into_list_of_owners_ok() {
  std::list<std::unique_ptr<int>> l;
  l.emplace_front(new int(1));
  l.emplace_back(std::make_unique<int>(2));
}

// DRIVE: cleared_bad()
void cleared_bad() {
  std::list<int *> l;
  l.emplace_back(new int(1)); // LEAK missed-by(sat, absint, valueflow, contradiction): what a container keeps is out of danger
  l.clear();
}
