// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is known at one point of a body, on some of the paths that lead there?
//
// A Value is a base plus an offset.  Bases name what the function starts with
// (its parameters and what is found from them), what it makes (locals, new
// objects) and what nobody knows.  A State says what cells of memory hold,
// which new objects are alive, what happened to objects of the caller, and what
// tests have shown.  States that agree on what happened are merged (the
// property simulation of Das, Lerner and Seigle's ESP), others stay apart.
//
// Tested by tests/unit/infer/.

#pragma once

#include "ir/function.h"
#include "memory/fate.h"
#include "memory/shared.h"
#include "summary/behaviour.h"
#include "support/flat_map.h"

namespace wt::infer {

using BaseId = Id<struct BaseTag>;

struct Value {
  BaseId base;
  std::int64_t offset = 0; // of kNumber: the number itself
  bool is_inside = false;  // the offset is not known

  bool operator==(const Value &) const = default;
  auto operator<=>(const Value &) const = default;
};

struct Base {
  enum class Kind : std::uint8_t {
    kNumber,
    kEntry,  // found at `path` when the function starts
    kSlot,   // index: VariableId
    kNew,    // made by call `index`, the `variant`-th of its objects
    kOlder,  // those that the same call made in earlier rounds of a loop
    kOpaque, // computed by instruction `index`
    kStale,  // that one, computed in earlier rounds
    kMasked, // the bits `variant` of base `index`, which is kEntry
    kMerged, // one of `Bases::alternatives`; index, variant: where
  };
  Kind kind = Kind::kNumber;
  std::uint32_t index = 0;
  std::uint64_t variant = 0;
  AccessPath path;
  bool is_pointer = false; // kEntry: it was found where a pointer belongs
  std::uint8_t bytes = 0;  // kEntry: in which it was read; 0: not known

  bool operator==(const Base &) const = default;
};

// All bases of one function, numbered in the order in which they are met.
class Bases {
public:
  Bases();

  static constexpr BaseId number() { return BaseId(0); }
  BaseId entry(const AccessPath &path, bool is_pointer, unsigned bytes = 0);
  BaseId find_entry(const AccessPath &path) const; // invalid: not met
  BaseId make(Base::Kind kind, std::uint32_t index, std::uint64_t variant = 0);
  const Base &operator[](BaseId id) const { return bases_[id]; }
  std::size_t size() const { return bases_.size(); }

  bool is_new(BaseId id) const {
    Base::Kind kind = bases_[id].kind;
    return kind == Base::Kind::kNew || kind == Base::Kind::kOlder;
  }
  bool is_entry(BaseId id) const {
    return bases_[id].kind == Base::Kind::kEntry;
  }
  // The address of something that exists: never null.
  bool is_address(BaseId id) const;

  // Stands for several values at once: tests say nothing about the others.
  bool is_many(BaseId id) const;

  // Of kMerged: what it may be.  True when `value` is new there.
  bool add_alternative(BaseId merged, const Value &value);
  std::span<const Value> alternatives(BaseId merged) const;
  // It is null or the address of one of the alternatives, which are globals and
  // functions.
  bool is_one_of_addresses(BaseId merged) const;
  // The family and origin of kNew and kOlder.
  IdMap<BaseId, NewObject> objects;

private:
  static constexpr std::size_t kMaxAlternatives = 8;

  BaseId add(Base base);
  IdMap<BaseId, Base> bases_;

  // Open addressing: a power of two of places, at most half of them taken.
  struct Table {
    std::vector<BaseId> places = std::vector<BaseId>(64);
    std::size_t taken = 0;
  };
  template <class Same>
  std::size_t place(const Table &table, std::size_t hash, Same same) const;
  void take(Table &table, std::size_t place, BaseId id);
  std::size_t hash(const Base &base) const;
  Table by_key_, by_path_;                         // kEntry is in by_path_
  IdMap<BaseId, std::vector<Value>> alternatives_; // of kMerged
  IdMap<BaseId, char> is_more_; // than its alternatives and null
};

inline Value number(std::int64_t n) { return {Bases::number(), n, false}; }
inline bool is_number(const Value &v) { return v.base == Bases::number(); }

// A place in memory.  All elements of an array that are not told apart are one.
struct Cell {
  BaseId base;
  std::int64_t offset = 0;
  bool any_element = false;

  auto operator<=>(const Cell &) const = default;
};

struct Content {
  Value value;
  std::uint8_t bytes = 8;
  std::uint32_t extent = 0; // of an element: bytes of the array; 0: not known

  bool operator==(const Content &) const = default;
};

// `a predicate b` was found to hold or not.
struct Atom {
  ir::Predicate predicate;
  Value a, b;

  auto operator<=>(const Atom &) const = default;
};

// What happened to an object of the caller.
struct Event {
  Effect::Kind kind; // kFree, kKeep, kForget
  BaseId base;
  model::FamilyId family; // kFree
  // kFree: from `base` to what is freed; kForget: to what may have changed
  std::int64_t offset = 0;
  std::uint32_t extent = 0; // kForget: bytes from there; 0: not known

  auto operator<=>(const Event &) const = default;
};

// A number of which something is known: `base` plus `offset`.
struct Fact {
  BaseId base;
  std::int64_t offset = 0;

  auto operator<=>(const Fact &) const = default;
};

using BaseSet = std::vector<BaseId>;                            // sorted
using Environment = std::vector<std::pair<ir::ValueId, Value>>; // by id

void insert_sorted(BaseSet &set, BaseId id);
void insert_sorted(Shared<BaseSet> &set, BaseId id);
bool contains(const BaseSet &set, BaseId id);

struct State {
  Shared<Environment> env; // of values live here
  Shared<FlatMap<Cell, Content>> cells;
  Shared<FlatMap<Fact, Numbers>> facts;
  Shared<FlatMap<Atom, bool>> atoms;
  Shared<BaseSet> live;                // new objects neither freed nor kept
  Shared<FlatMap<BaseId, Fate>> fates; // of all new objects
  Shared<FlatMap<Event, bool>> events; // true: certain
  Shared<BaseSet> forgotten; // what is in memory here is not what it was
  Shared<FlatMap<Cell, std::int64_t>> gone; // likewise, from there to there
  Shared<BaseSet> exposed; // locals whose address others may have
  Shared<BaseSet> used;    // of the caller, surely accessed
  bool is_oom = false;     // an allocation has thrown an exception

  bool operator==(const State &) const = default;

  bool is_live(BaseId object) const;
  void drop(BaseId object, Fate fate); // it is out of our hands
  std::optional<Fate> fate(BaseId object) const;
  void set_fate(BaseId object, Fate fate);
  // From now on `base` is another value, of which `is` is known.
  void renew(BaseId base, const Numbers &is);
};

} // namespace wt::infer
