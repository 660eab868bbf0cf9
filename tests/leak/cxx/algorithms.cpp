// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Algorithms of the library over containers of pointers: they make, move, copy,
// remove and delete elements.

#include "../leak.h"
#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

struct Delete {
  void operator()(int *p) const { delete p; }
};

// DRIVE: generated_bad()
size_t generated_bad() {
  std::vector<int *> v(2);
  std::generate(v.begin(), v.end(), [] { return new int(1); }); // LEAK
  return v.size();
}

// DRIVE: generated_ok()
void generated_ok() {
  std::vector<int *> v(2);
  std::generate(v.begin(), v.end(), [] { return new int(1); });
  std::for_each(v.begin(), v.end(), Delete());
}

// DRIVE: transformed_bad({1})
size_t transformed_bad(const std::vector<int> &from) {
  std::vector<int *> v;
  std::transform(from.begin(), from.end(), std::back_inserter(v), [](int n) { return new int(n); }); // LEAK
  return v.size();
}

// DRIVE: transformed_ok({1})
void transformed_ok(const std::vector<int> &from) {
  std::vector<int *> v;
  std::transform(from.begin(), from.end(), std::back_inserter(v),
                 [](int n) { return new int(n); });
  for (int *p : v)
    delete p;
}

// DRIVE: removed_bad()
void removed_bad() {
  std::vector<int *> v;
  v.push_back(new int(1)); // LEAK missed-by(fused): which elements a predicate takes out is not followed
  v.erase(std::remove_if(v.begin(), v.end(), [](int *p) { return *p == 1; }),
          v.end());
  for (int *p : v)
    delete p;
}

// DRIVE: removed_ok()
void removed_ok() {
  std::vector<int *> v;
  v.push_back(new int(1));
  v.push_back(new int(2));
  v.erase(std::remove_if(v.begin(), v.end(),
                         [](int *p) {
                           bool old = *p == 1;
                           if (old)
                             delete p;
                           return old;
                         }),
          v.end());
  for (int *p : v)
    delete p;
}

// DRIVE: copied_ok()
void copied_ok() {
  std::vector<int *> v, w;
  v.push_back(new int(1));
  std::copy(v.begin(), v.end(), std::back_inserter(w));
  for (int *p : w)
    delete p;
}

// DRIVE: copied_bad()
size_t copied_bad() {
  std::vector<int *> v, w;
  v.push_back(new int(1)); // LEAK
  std::copy(v.begin(), v.end(), std::back_inserter(w));
  return w.size();
}

// DRIVE: partitioned_ok()
void partitioned_ok() {
  std::vector<int *> v;
  v.push_back(new int(1));
  v.push_back(new int(7));
  auto middle = std::stable_partition(v.begin(), v.end(),
                                      [](int *p) { return *p < 5; });
  std::for_each(middle, v.end(), Delete());
  v.erase(middle, v.end());
  std::for_each(v.begin(), v.end(), Delete());
}

// DRIVE: exchanged_ok()
int exchanged_ok() {
  std::vector<int *> v(1);
  v[0] = new int(1);
  int *p = std::exchange(v[0], nullptr);
  int n = *p;
  delete p;
  return n;
}

// DRIVE: exchanged_bad()
int exchanged_bad() {
  std::vector<int *> v(1);
  v[0] = new int(1); // LEAK
  int *p = std::exchange(v[0], nullptr);
  return *p;
}

// DRIVE: largest_bad()
int largest_bad() {
  std::vector<int *> v;
  v.push_back(new int(1)); // LEAK
  auto it = std::max_element(v.begin(), v.end(),
                             [](int *a, int *b) { return *a < *b; });
  return **it;
}

// DRIVE: found_ok()
void found_ok() {
  std::vector<int *> v;
  v.push_back(new int(1));
  auto it = std::find_if(v.begin(), v.end(), [](int *p) { return *p == 1; });
  if (it != v.end())
    delete *it;
}

// DRIVE: reversed_bad()
size_t reversed_bad() {
  std::vector<char *> v;
  v.push_back(strdup("a")); // LEAK
  std::reverse(v.begin(), v.end());
  return v.size();
}
