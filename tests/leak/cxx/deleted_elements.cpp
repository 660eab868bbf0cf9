// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Members that are containers of pointers, and the ways in which a destructor
// deletes the elements, or forgets to.

#include "../leak.h"
#include <algorithm>
#include <deque>
#include <list>
#include <map>
#include <string>
#include <vector>

struct Item {
  int value;
  explicit Item(int n) : value(n) {}
};

class ByRange {
  std::vector<Item *> items_;
  char *path_;

public:
  explicit ByRange(const char *p) : path_(strdup(p)) {
    items_.push_back(new Item(1));
  }
  ByRange(const ByRange &) = delete;
  ~ByRange() {
    for (Item *item : items_)
      delete item;
    free(path_);
  }
};
// DRIVE: by_range_ok("a")
void by_range_ok(const char *p) { ByRange r(p); }

class ByIterator {
  std::list<Item *> items_;

public:
  ByIterator() = default;
  ByIterator(const ByIterator &) = delete;
  ~ByIterator() {
    for (auto it = items_.begin(); it != items_.end(); ++it)
      delete *it;
  }
  void add(int n) { items_.push_back(new Item(n)); }
};
// DRIVE: by_iterator_ok(1)
void by_iterator_ok(int n) {
  ByIterator i;
  i.add(n);
}

class ByAlgorithm {
  std::vector<Item *> items_;

public:
  ByAlgorithm() = default;
  ByAlgorithm(const ByAlgorithm &) = delete;
  ~ByAlgorithm() {
    std::for_each(items_.begin(), items_.end(), [](Item *i) { delete i; });
  }
  void add(int n) { items_.push_back(new Item(n)); }
};
// DRIVE: by_algorithm_ok(1)
void by_algorithm_ok(int n) {
  ByAlgorithm a;
  a.add(n);
}

class FromBack {
  std::deque<Item *> items_;

public:
  FromBack() = default;
  FromBack(const FromBack &) = delete;
  ~FromBack() {
    while (!items_.empty()) {
      delete items_.back();
      items_.pop_back();
    }
  }
  void add(int n) { items_.push_front(new Item(n)); }
};
// DRIVE: from_back_ok(1)
void from_back_ok(int n) {
  FromBack b;
  b.add(n);
}

class OfMap {
  std::map<std::string, Item *> items_;

public:
  OfMap() = default;
  OfMap(const OfMap &) = delete;
  ~OfMap() {
    for (auto &entry : items_)
      delete entry.second;
  }
  void set(const std::string &key, int n) {
    Item *&place = items_[key];
    delete place;
    place = new Item(n);
  }
};
// DRIVE: of_map_ok(1)
void of_map_ok(int n) {
  OfMap m;
  m.set("a", n);
  m.set("a", n + 1);
}

class OnlyClears {
  std::vector<Item *> items_;

public:
  OnlyClears() = default;
  OnlyClears(const OnlyClears &) = delete;
  ~OnlyClears() { items_.clear(); }
  void add(int n) { items_.push_back(new Item(n)); } // LEAK(one-of clears)
};
// DRIVE: only_clears_bad(1)
void only_clears_bad(int n) {
  OnlyClears c;
  c.add(n); // LEAK(one-of clears)
}

class NoDestructor {
  std::map<int, Item *> items_;

public:
  void set(int n) { items_[n] = new Item(n); } // LEAK(one-of none)
  size_t size() const { return items_.size(); }
};
// DRIVE: no_destructor_bad(1)
size_t no_destructor_bad(int n) {
  NoDestructor d;
  d.set(n); // LEAK(one-of none)
  return d.size();
}
