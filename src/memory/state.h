// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is known at one point of a body, on some of the paths that lead there?
//
// The memory of Jung and Yi (Table 4): what cells hold, which objects are
// allocated and which are freed; and the integers that values can be.  A few
// such states are kept at each point, told apart by what happened to objects
// (interpreter.h).  Copies share what they have in common.
//
// Tested by tests/unit/engine/absint_*.cpp.

#pragma once

#include "ir/function.h"
#include "memory/address.h"
#include "memory/shared.h"
#include "support/flat_map.h"

namespace wt::absint {

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

// What became of an object that was made here.
enum class Fate : std::uint8_t {
  kLive, // allocated, and ours to lose
  kFreed,
  kGone,    // out of danger: somebody else has it, or may have freed it
  kPerhaps, // live on some of the paths that were joined: callers are told
            // nothing, and a single path must show a loss
  kLost,    // nobody can reach it any more
};

// What happened to an object of the caller.
struct Event {
  enum class Kind : std::uint8_t { kFree, kKeep, kForget };
  Kind kind = Kind::kKeep;
  BaseId base;
  model::FamilyId family;  // kFree that is certain
  std::int64_t offset = 0; // likewise: from `base` to what is freed

  bool operator==(const Event &) const = default;
  auto operator<=>(const Event &) const = default;
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
  Shared<FlatMap<Event, bool>> events;   // true: certain
  Shared<BaseSet> forgotten;    // what is in memory here is not what it was
  Shared<BaseSet> exposed;      // locals whose address others may have
  bool touches_globals = false; // objects behind globals may have been freed
  bool lacks_memory = false;    // an allocation failed on all paths to here

  bool operator==(const State &) const = default;

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
