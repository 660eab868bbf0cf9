// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Standard containers of raw pointers free the cells, not what they point to.

#include "../leak.h"
#include <forward_list>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

// DRIVE: vector_ok(3)
void vector_ok(int n) {
  std::vector<int *> v;
  for (int i = 0; i < n; i++)
    v.push_back(new int(i));
  for (int *p : v)
    delete p;
}

// DRIVE: vector_bad(3)
size_t vector_bad(int n) {
  std::vector<int *> v;
  for (int i = 0; i < n; i++)
    v.push_back(new int(i)); // LEAK missed-by(sat, absint, valueflow): what a container holds is out of danger
  return v.size();
}

// DRIVE: cleared_bad()
void cleared_bad() {
  std::vector<int *> v;
  v.push_back(new int(1)); // LEAK missed-by(sat, absint, valueflow): what a container holds is out of danger
  v.clear();
}

// DRIVE: unique_vector_ok(3)
size_t unique_vector_ok(int n) {
  std::vector<std::unique_ptr<int>> v;
  for (int i = 0; i < n; i++)
    v.push_back(std::make_unique<int>(i));
  return v.size();
}

// DRIVE: map_ok()
void map_ok() {
  std::map<int, char *> m;
  m[1] = strdup("a");
  for (auto &entry : m)
    free(entry.second);
}

// DRIVE: map_bad()
size_t map_bad() {
  std::map<int, char *> m;
  m[1] = strdup("a"); // LEAK missed-by(sat, absint, valueflow): what a container holds is out of danger
  return m.size();
}

// DRIVE: string_ok("x")
size_t string_ok(const char *s) {
  std::string copy(s);
  copy += copy;
  return copy.size();
}

// DRIVE: string_from_fresh_bad("x")
size_t string_from_fresh_bad(const char *s) {
  char *p = strdup(s); // LEAK
  std::string copy(p ? p : "");
  return copy.size();
}

// DRIVE: string_on_heap_bad("x")
size_t string_on_heap_bad(const char *s) {
  std::string *copy = new std::string(s); // LEAK
  return copy->size();
}

// DRIVE: std::vector<char *> v; into_caller_ok(v); for (char *p : v) free(p)
void into_caller_ok(std::vector<char *> &v) { v.push_back(strdup("a")); }

class Pool {
public:
  ~Pool() {
    for (int *p : items_)
      delete p;
  }
  int *make() {
    items_.push_back(new int(0));
    return items_.back();
  }

private:
  std::vector<int *> items_;
};

// DRIVE: pool_ok()
int pool_ok() {
  Pool pool;
  int *a = pool.make();
  return *a;
}

static std::vector<int *> registry;

// DRIVE: global_vector_ok()
void global_vector_ok() { registry.push_back(new int(1)); }

// DRIVE: popped_ok()
void popped_ok() {
  std::vector<int *> v;
  v.push_back(new int(1));
  int *p = v.back();
  v.pop_back();
  delete p;
}

using Owned = std::unique_ptr<int>;
static Owned owned() { return std::make_unique<int>(1); }

// DRIVE: std::list<Owned> l; listed_ok(l)
void listed_ok(std::list<Owned> &l) {
  l.push_back(owned());
  l.emplace_back(new int(2));
}

// DRIVE: std::forward_list<Owned> l; forward_ok(l)
void forward_ok(std::forward_list<Owned> &l) { l.push_front(owned()); }

// DRIVE: std::map<int, Owned> m; mapped_ok(m)
void mapped_ok(std::map<int, Owned> &m) {
  m[3] = owned();
  m.emplace(4, owned());
  m.insert({5, owned()});
  m.try_emplace(7, owned());
}

// DRIVE: std::map<int, int *> m; paired_ok(m); for (auto &e : m) delete e.second
void paired_ok(std::map<int, int *> &m) {
  m.insert({5, new int(1)});
  m.insert(std::make_pair(6, new int(2)));
}

// DRIVE: std::set<Owned> s; in_set_ok(s)
void in_set_ok(std::set<Owned> &s) { s.insert(owned()); }

// DRIVE: local_list_ok()
void local_list_ok() {
  std::list<Owned> l;
  l.push_back(owned());
}

// What was moved into the list is not freed with the temporary.
// DRIVE: std::list<Owned> l; used_after_move_ok(l)
int used_after_move_ok(std::list<Owned> &l) {
  int *p = new int(1);
  l.push_back(Owned(p));
  return *p;
}

// DRIVE: std::function<int()> f; captured_ok(f)
void captured_ok(std::function<int()> &f) {
  auto p = std::make_shared<int>(1);
  f = [p] { return *p; };
}

struct Named {
  std::string name;
  std::list<int> numbers;
  char *text = nullptr;
};

// DRIVE: named_bad(1)
int named_bad(int early) {
  Named *n = new Named; // LEAK
  n->name = "x";
  n->numbers.clear();
  if (early)
    return 1;
  delete n;
  return 0;
}

// DRIVE: beside_list_bad()
size_t beside_list_bad() {
  Named n;
  n.text = strdup("a"); // LEAK missed-by(absint): the code of the library puts it out of danger
  n.numbers.push_back(1);
  return n.numbers.size();
}

// DRIVE: container_on_heap_bad()
size_t container_on_heap_bad() {
  auto *l = new std::list<int>; // LEAK
  l->clear();
  return l->size();
}
