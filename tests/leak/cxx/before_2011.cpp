// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// FLAGS: -std=c++98 -Wno-deprecated-declarations
//
// C++98: auto_ptr, iterators written out, functors, exception specifications.

#include "../leak.h"
#include <algorithm>
#include <list>
#include <map>
#include <memory>
#include <string>
#include <vector>

// DRIVE: auto_ok()
int auto_ok() {
  std::auto_ptr<int> p(new int(1));
  return *p;
}

// DRIVE: auto_released_bad()
int auto_released_bad() {
  std::auto_ptr<int> p(new int(1)); // LEAK(one-of released)
  int *q = p.release(); // LEAK(one-of released)
  return *q;
}

// DRIVE: auto_released_ok()
int auto_released_ok() {
  std::auto_ptr<int> p(new int(1));
  int *q = p.release();
  int n = *q;
  delete q;
  return n;
}

// DRIVE: auto_copied_ok()
int auto_copied_ok() {
  std::auto_ptr<int> p(new int(1));
  std::auto_ptr<int> q(p);
  std::auto_ptr<int> r;
  r = q;
  return *r;
}

// DRIVE: auto_deleted_bad()
void auto_deleted_bad() {
  std::auto_ptr<int> p(new int(1));
  delete p.get();
} // DOUBLE-FREE

static std::auto_ptr<int> made(int n) { return std::auto_ptr<int>(new int(n)); }

// DRIVE: auto_returned_ok()
int auto_returned_ok() {
  std::auto_ptr<int> p = made(2);
  p.reset(new int(3));
  return *p;
}

// DRIVE: written_out_ok()
void written_out_ok() {
  std::vector<char *> v;
  v.push_back(strdup("a"));
  for (std::vector<char *>::iterator it = v.begin(); it != v.end(); ++it)
    free(*it);
  v.clear();
}

// DRIVE: written_out_bad()
int written_out_bad() {
  std::vector<char *> v;
  v.push_back(strdup("a")); // LEAK
  int n = 0;
  for (std::vector<char *>::const_iterator it = v.begin(); it != v.end(); ++it)
    n += **it;
  return n;
}

struct DeleteValue {
  template <class P> void operator()(P &entry) const { delete entry.second; }
};

// DRIVE: functor_ok()
void functor_ok() {
  std::map<std::string, int *> m;
  m["a"] = new int(1);
  m.insert(std::make_pair(std::string("b"), new int(2)));
  std::for_each(m.begin(), m.end(), DeleteValue());
}

// DRIVE: inserted_pair_bad()
size_t inserted_pair_bad() {
  std::map<std::string, int *> m;
  m.insert(std::make_pair(std::string("b"), new int(2))); // LEAK
  return m.size();
}

static int never(int n) throw() { return n + 1; }
static int perhaps(int n) throw(int) {
  if (n > 2)
    throw n;
  return n;
}

// DRIVE: never_ok(1)
int never_ok(int n) {
  int *p = new int(n);
  n = never(n);
  delete p;
  return n;
}

// DRIVE: perhaps_bad(3)
int perhaps_bad(int n) {
  int *p = new int(n); // LEAK
  n = perhaps(n);
  delete p;
  return n;
}

class List {
public:
  List() {}
  ~List() {
    while (!items_.empty()) {
      delete items_.front();
      items_.pop_front();
    }
  }
  void add(int n) { items_.push_back(new int(n)); }

private:
  List(const List &);
  std::list<int *> items_;
};

// DRIVE: list_ok()
void list_ok() {
  List l;
  l.add(1);
}
