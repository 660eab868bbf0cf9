// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is known at one point of a path?
//
// The memory of Jung and Yi (Table 4): what cells hold, which objects are
// allocated and which are freed; and the integers that values can be.  Copies
// share what they have in common.
//
// Tested by tests/unit/engine/absint_*.cpp.

#pragma once

#include "engine/absint/address.h"
#include "ir/function.h"
#include "memory/fate.h"
#include "memory/shared.h"
#include "support/flat_map.h"

namespace wt::absint {

using infer::Fate;
using infer::Shared;

// A place in memory.  All elements of an array that are not told apart are one.
struct Cell {
  BaseId base;
  std::int64_t offset = 0;
  bool any_element = false;

  bool operator==(const Cell &) const = default;
  auto operator<=>(const Cell &) const = default;
};

struct Content {
  Value value;
  std::uint8_t bytes = 8;

  bool operator==(const Content &) const = default;
};

// An object of the caller that is freed.
struct FreedObject {
  BaseId base;
  model::FamilyId family;
  std::int64_t offset = 0; // from `base` to what is freed

  bool operator==(const FreedObject &) const = default;
};

using BaseSet = std::vector<BaseId>;                            // sorted
using Environment = std::vector<std::pair<ir::ValueId, Value>>; // by id

// Bases met in one walk.  Walks follow each other, no two at once.
class Marks {
public:
  void begin(std::size_t bases) {
    met_in_.resize(bases, 0);
    ++walk_;
  }
  // False: it was met before.
  bool add(BaseId base) {
    return std::exchange(met_in_[base.value], walk_) != walk_;
  }
  bool has(BaseId base) const { return met_in_[base.value] == walk_; }

private:
  std::vector<std::uint32_t> met_in_; // number of the last walk
  std::uint32_t walk_ = 0;
};

bool contains(const BaseSet &set, BaseId id);
void insert_sorted(BaseSet &set, BaseId id);
void insert_sorted(Shared<BaseSet> &set, BaseId id);

struct State {
  Shared<Environment> env; // of values live here
  Shared<FlatMap<Cell, Content>> cells;
  Shared<FlatMap<BaseId, Numbers>> facts;
  Shared<FlatMap<BaseId, Fate>> objects; // the allocated and freed sets
  Shared<std::vector<FreedObject>> freed;
  Shared<BaseSet> forgotten; // what is in memory here is not what it was
  Shared<BaseSet> exposed;   // locals whose address others may have

  bool is_live(BaseId object) const;
  bool may_be_live(BaseId object) const; // on some path
  std::optional<Fate> fate(BaseId object) const;
  void set_fate(BaseId object, Fate fate);
  void forget_cells(BaseId base);
  // From now on `base` is another value, of which `is` is known.
  void renew(BaseId base, const Numbers &is, const Bases &bases);
  void replace(BaseId from, const Value &to); // in variables and cells
};

} // namespace wt::absint
