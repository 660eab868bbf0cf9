// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A container that is lent to a function which looks at its elements by index
// still holds them afterwards.

#include "../leak.h"
#include <map>
#include <vector>

struct Item {
  int value;
};

static int first_of(const std::vector<Item *> &items) {
  return items[0]->value;
}

static int sum_of(std::vector<Item *> &items) {
  int sum = 0;
  for (size_t i = 0; i < items.size(); i++)
    sum += items.at(i)->value;
  return sum;
}

struct View {
  const Item *first = nullptr;
  explicit View(const std::vector<Item *> &items) : first(items[0]) {}
};

static void clear_all(std::vector<Item *> &items) { items.clear(); }

static int take_last(std::vector<Item *> &items) {
  int value = items.back()->value;
  items.pop_back();
  return value;
}

// DRIVE: read_ok(1)
int read_ok(int value) {
  std::vector<Item *> items;
  items.push_back(new Item{value});
  int n = first_of(items) + sum_of(items);
  for (size_t i = 0; i < items.size(); i++)
    delete items[i];
  return n;
}

// DRIVE: read_bad(1)
int read_bad(int value) {
  std::vector<Item *> items;
  items.push_back(new Item{value}); // LEAK missed-by(sat, absint, valueflow, contradiction): what a container keeps is out of danger
  return first_of(items) + sum_of(items);
}

// DRIVE: viewed_ok(1)
int viewed_ok(int value) {
  std::vector<Item *> items;
  items.push_back(new Item{value});
  View view(items);
  int n = view.first->value;
  for (size_t i = 0; i < items.size(); i++)
    delete items[i];
  return n;
}

// DRIVE: viewed_bad(1)
int viewed_bad(int value) {
  std::vector<Item *> items;
  items.push_back(new Item{value}); // LEAK missed-by(sat, absint, valueflow, contradiction): what a container keeps is out of danger
  View view(items);
  return view.first->value;
}

// DRIVE: cleared_bad(1)
int cleared_bad(int value) {
  std::vector<Item *> items;
  items.push_back(new Item{value}); // LEAK missed-by(sat, absint, valueflow, contradiction): what a container keeps is out of danger
  int n = first_of(items);
  clear_all(items);
  for (size_t i = 0; i < items.size(); i++)
    delete items[i];
  return n;
}

// DRIVE: taken_bad(1)
int taken_bad(int value) {
  std::vector<Item *> items;
  items.push_back(new Item{value}); // LEAK missed-by(sat, absint, valueflow, contradiction, fused, ownership): which element comes out is not known
  int n = take_last(items);
  for (size_t i = 0; i < items.size(); i++)
    delete items[i];
  return n;
}

// DRIVE: Manager m(3); m.sum()
class Manager {
public:
  explicit Manager(int value) {
    items_.push_back(new Item{value});
    view_ = new View(items_);
  }
  Manager(const Manager &) = delete;
  ~Manager() {
    delete view_;
    for (size_t i = 0; i < items_.size(); i++)
      delete items_[i];
  }
  int sum() { return sum_of(items_) + view_->first->value; }

private:
  std::vector<Item *> items_;
  View *view_ = nullptr;
};

static int named(std::map<int, Item *> &items, int key) {
  return items[key] ? items[key]->value : 0;
}

// DRIVE: looked_up_ok(1)
int looked_up_ok(int key) {
  std::map<int, Item *> items;
  items[key] = new Item{key};
  int n = named(items, key);
  for (auto &entry : items)
    delete entry.second;
  return n;
}

// DRIVE: looked_up_bad(1)
int looked_up_bad(int key) {
  std::map<int, Item *> items;
  items[key] = new Item{key}; // LEAK missed-by(sat, absint, valueflow, contradiction): what a container keeps is out of danger
  return named(items, key);
}
