// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Maps that refuse an element, keep the old one or replace it.

#include "../leak.h"
#include <map>
#include <string>
#include <unordered_map>
#include <utility>

// DRIVE: emplaced_bad()
void emplaced_bad() {
  std::map<int, int *> m;
  m.emplace(1, new int(1));
  m.emplace(1, new int(2)); // LEAK missed-by(fused): a refused insert
  delete m[1];
}

// DRIVE: emplaced_ok(1); emplaced_ok(2)
void emplaced_ok(int key) {
  std::map<int, int *> m;
  m.emplace(1, new int(1));
  int *p = new int(2);
  auto [it, fresh] = m.emplace(key, p);
  if (!fresh)
    delete p;
  for (auto &e : m)
    delete e.second;
}

// DRIVE: tried_bad()
void tried_bad() {
  std::unordered_map<int, char *> m;
  m.try_emplace(1, strdup("a"));
  m.try_emplace(1, strdup("b")); // LEAK missed-by(fused): a refused insert
  free(m[1]);
}

// DRIVE: tried_ok(1); tried_ok(2)
void tried_ok(int key) {
  std::unordered_map<int, char *> m;
  m.try_emplace(1, strdup("a"));
  char *s = strdup("b");
  if (!m.try_emplace(key, s).second)
    free(s);
  for (auto &e : m)
    free(e.second);
}

// DRIVE: assigned_bad()
void assigned_bad() {
  std::map<int, char *> m;
  m.insert_or_assign(1, strdup("a")); // LEAK missed-by(fused): an element that is replaced by a routine
  m.insert_or_assign(1, strdup("b"));
  free(m[1]);
}

// DRIVE: assigned_ok()
void assigned_ok() {
  std::map<int, char *> m;
  m.insert_or_assign(1, strdup("a"));
  free(m[1]);
  m.insert_or_assign(1, strdup("b"));
  free(m[1]);
}

// DRIVE: through_iterator_bad()
void through_iterator_bad() {
  std::map<int, int *> m;
  m[1] = new int(1); // LEAK missed-by(fused): an element that is found is not named
  auto it = m.find(1);
  it->second = new int(2);
  delete it->second;
}

// DRIVE: through_iterator_ok()
void through_iterator_ok() {
  std::map<int, int *> m;
  m[1] = new int(1);
  auto it = m.find(1);
  delete it->second;
  it->second = new int(2);
  delete it->second;
}

// DRIVE: by_reference_bad()
void by_reference_bad() {
  std::map<int, int *> m;
  int *&slot = m[1];
  slot = new int(1); // LEAK
  slot = new int(2);
  delete slot;
}

// DRIVE: by_reference_ok()
void by_reference_ok() {
  std::map<int, int *> m;
  int *&slot = m[1];
  if (!slot)
    slot = new int(1);
  delete slot;
}

// DRIVE: std::map<std::string, int *> m; cached_ok(m, "a"); cached_ok(m, "a"); delete m["a"]
int cached_ok(std::map<std::string, int *> &cache, const std::string &key) {
  auto it = cache.find(key);
  if (it != cache.end())
    return *it->second;
  int *p = new int(1);
  cache[key] = p;
  return *p;
}

// DRIVE: std::map<std::string, int *> m; found_bad(m, "a"); found_bad(m, "a"); delete m["a"]
int found_bad(std::map<std::string, int *> &cache, const std::string &key) {
  int *p = new int(1); // LEAK
  auto it = cache.find(key);
  if (it != cache.end())
    return *it->second;
  cache[key] = p;
  return *p;
}

// DRIVE: merged_bad()
void merged_bad() {
  std::map<int, int *> a, b;
  a[1] = new int(1);
  b[1] = new int(2); // LEAK missed-by(fused): a refused insert
  a.merge(b);
  for (auto &e : a)
    delete e.second;
}
