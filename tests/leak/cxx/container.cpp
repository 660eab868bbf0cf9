// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Standard containers of raw pointers free the cells, not what they point to.

#include "../leak.h"
#include <map>
#include <memory>
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
    v.push_back(new int(i)); // LEAK missed-by(sat, fused): what a container holds is out of danger
  return v.size();
}

// DRIVE: cleared_bad()
void cleared_bad() {
  std::vector<int *> v;
  v.push_back(new int(1)); // LEAK missed-by(sat, fused): what a container holds is out of danger
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
  m[1] = strdup("a"); // LEAK missed-by(sat, fused): what a container holds is out of danger
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
  std::string *copy = new std::string(s); // LEAK missed-by(sat, fused): the constructor of std::string counts as unknown code
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
