// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Members that are containers of plain pointers: the container goes with the
// object, its elements only if somebody deletes them.

#include "../leak.h"

#include <vector>

struct Item {
  int value;
};

class Forgetful {
public:
  Forgetful() {}
  ~Forgetful() {}
  Forgetful(const Forgetful &) = delete;
  void add_bad(int value) {
    items_.push_back(new Item{value}); // LEAK missed-by(sat, valueflow, absint, contradiction): what a container keeps is out of danger
  }
  int first() const { return items_.empty() ? 0 : items_[0]->value; }

private:
  std::vector<Item *> items_;
};

// DRIVE: Forgetful holder; holder.add_bad(1); holder.first()

class Careful {
public:
  Careful() {}
  ~Careful() {
    for (unsigned i = 0; i < items_.size(); i++)
      delete items_[i];
  }
  Careful(const Careful &) = delete;
  void add_ok(int value) { items_.push_back(new Item{value}); }

private:
  std::vector<Item *> items_;
};

// DRIVE: Careful holder; holder.add_ok(1)

class Iterating {
public:
  Iterating() {}
  ~Iterating() {
    for (Item *item : items_)
      delete item;
  }
  Iterating(const Iterating &) = delete;
  void add_ok(int value) { items_.push_back(new Item{value}); }

private:
  std::vector<Item *> items_;
};

// DRIVE: Iterating holder; holder.add_ok(1)

int use_all(int value) {
  Forgetful forgetful;
  forgetful.add_bad(value);
  Careful careful;
  careful.add_ok(value);
  Iterating iterating;
  iterating.add_ok(value);
  return forgetful.first();
}
