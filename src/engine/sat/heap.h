// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which objects are there, and what do they hold?
//
// Objects are the locals, the globals, what the function acquires (one object
// per call and copy of its block), what its parameters and globals reach
// (made on first use and named by their access path: Saturn, Section 4.3) and
// what appears from unknown code.
//
// The contents of an object are the log of all writes to it, in topological
// order, each with the absolute condition under which it happens.  A load walks
// the log backwards:  "the last write if it happened, else the one before it,
// ... else what was there in the beginning".  Since a path runs through the
// unrolled graph in topological order, no merging at joins is needed; writes
// that cannot reach the load are skipped and a write that dominates it ends
// the walk.
//
// "Freed" and "escaped" are attributes of objects (Section 3.4), again as
// conditions that only grow along the topological order.
//
// Tested by tests/unit/engine/.

#pragma once

#include "engine/sat/beliefs.h"
#include "engine/sat/value.h"
#include "flow/unroll.h"
#include "model/model.h"
#include "program/program.h"
#include "support/budget.h"

#include <map>
#include <tuple>
#include <unordered_map>

namespace wt::sat {

using flow::find_loops;
using flow::Graph;
using flow::LoopForest;
using flow::LoopId;
using flow::Node;
using flow::NodeId;

// Where the evaluation stands.
struct Point {
  NodeId node;
  Cond guard;
  ir::ValueId inst;
};

// Who has an object that escapes.  Containers lose what they hold when they are
// destroyed, and that is not followed: a judge has no answer there.
enum class Keeper : std::uint8_t { kAnyone, kContainer };

struct FreeEvent {
  Point at;    // guard: freed just here
  Cond before; // freed already
  model::FamilyId family;
};

struct Object {
  enum class Kind : std::uint8_t {
    kAddresses, // constant addresses, null among them
    kSlot,      // a local
    kVariable,  // a promoted local: who holds what, for explanations
    kGlobal,
    kFunction,
    kFresh,   // acquired here
    kEntry,   // reached from a parameter or global, existed before the call
    kUnknown, // from code that is not understood
  };
  Kind kind = Kind::kUnknown;
  std::uint32_t key = 0;  // the same in all passes over the function
  std::uint32_t name = 0; // variable, parameter number, global ...
  ProgramVariableId global = {};
  ObjectId parent = {}; // kEntry: held by it, at `offset`; or a root
  Offset offset = {};
  Cond present = kNo; // kEntry with a parent: there was something
  // kEntry: a followed object, or a way to one, was held at entry.
  std::vector<ObjectId> inherited = {};
  bool is_followed = false; // kEntry: its owner's only one, to be lost here

  // kFresh, and where a followed one was first looked at
  Point born = {};
  model::Place place = {};
  model::FamilyId family = {};
  Cond valid = kNo; // acquired, successfully; followed: seen alive
  Cond used = kNo;  // followed: likewise, by more than a comparison with null

  Cond freed = kNo;
  Cond escaped = kNo;
  Cond escaped_for_good = kNo; // and not just into a container
  Cond blurred = kNo;       // loaded from a cell that may be its holder or not
  bool is_given_up = false; // one of too many that a pointer may point to
  std::vector<FreeEvent> frees = {};

  bool is_in_container = false; // kUnknown: cells of a container

  bool is_outside() const {
    return kind == Kind::kEntry || kind == Kind::kUnknown ||
           kind == Kind::kGlobal;
  }
};

// One thing that an object holds, and when.
struct Held {
  Cond guard;
  Target target;
  Offset at;
  std::optional<std::size_t> entry = {}; // of the log; none: since the start
};

struct Write {
  enum class Kind : std::uint8_t {
    kValue,
    kForget,        // holds unknown values of epoch `epoch`
    kForgetNumbers, // likewise, but pointers stay
    kZero,
    kCopy, // what `from` held when its log had `from_size` entries
  };
  Kind kind = Kind::kValue;
  Point at = {};
  Offset offset = {};
  std::int64_t size = -1; // bytes, < 0: to the end
  Value value = {};
  std::uint32_t epoch = 0;
  ObjectId from = {};
  Offset from_offset = {};
  std::size_t from_size = 0;
  std::vector<Held> moved = {}; // kCopy: what `from` held then
  bool is_given_away = false;   // it was read in ways that cannot be followed
};

// Names objects alike in several passes over one function.
using ObjectKeys =
    std::map<std::tuple<int, std::uint32_t, std::uint32_t, std::int64_t>,
             std::uint32_t>;

class Heap {
public:
  Heap(Conditions &table, const Graph &graph, ObjectKeys &keys, Budget &budget,
       const Program &program);

  Conditions &table;
  IdMap<ObjectId, Object> objects;
  NodeId here;            // the node being evaluated
  Beliefs beliefs{table}; // of the function
  // Objects that were freed or escaped in a node, for widening loops.
  std::vector<std::pair<NodeId, ObjectId>> given_away;

  // Objects, made on first use.
  ObjectId slot(std::uint32_t variable);
  ObjectId variable(std::uint32_t variable);
  ObjectId global(ProgramVariableId id);
  ObjectId function(std::uint32_t id);
  ObjectId parameter(std::uint32_t number);
  ObjectId unknown_object(std::uint32_t name, ObjectId parent = {});
  ObjectId fresh(const Point &at, const model::Place &place,
                 model::FamilyId family, Cond valid, bool is_zeroed = false);

  // What was in this cell at entry is to be followed from here on; false: it
  // is already, or nothing of the kind is known.
  bool follow(ObjectId holder, Offset offset, const Point &at,
              model::FamilyId family);
  ObjectId held_at_entry(ObjectId holder, Offset offset) const;

  // Values.
  Cond unknown_null(); // a pointer of unknown origin is null
  Value unknown(Shape shape, std::uint32_t name);
  Value converted(const Value &value, Shape shape);
  // The value of the first choice whose guard holds.
  Value merged(std::span<const std::pair<Cond, Value>> choices, Shape shape);
  Cond equal(const Value &a, const Value &b);
  // Is the first address below the second?
  Cond below(const Value &a, const Value &b);
  // An atom or number that equal operations on equal operands share.
  Bits uninterpreted(std::uint32_t operation, const Bits &a, const Bits &b,
                     std::uint32_t width);
  // The bytes of an object that an offset can be in, if that is known.
  struct Bounds {
    std::int64_t begin = 0, end = 0;
    auto operator<=>(const Bounds &) const = default;
  };
  // `bounds`: of the array whose element it is.
  Offset scaled(Offset offset, const Bits &index, std::int64_t stride,
                std::optional<Bounds> bounds = {});

  // Contents.
  Value load(ObjectId object, Offset offset, Shape shape, const Point &at,
             std::size_t log_size = SIZE_MAX);
  void store(const Target &target, const Value &value, const Point &at);
  void forget(ObjectId object, Cond guard, const Point &at, bool numbers_only,
              std::optional<Bounds> where = {});
  void forget_cell(ObjectId object, Offset offset, std::int64_t size,
                   Cond guard, const Point &at);
  void zero(const Target &target, std::int64_t size, const Point &at);
  void copy(const Target &to, const Target &from, std::int64_t size,
            const Point &at);
  std::vector<Held> held(ObjectId object);
  // After the first `log_size` writes to it.
  std::vector<Held> held_at(ObjectId object, std::size_t log_size);
  const std::vector<Write> &log(ObjectId object) const { return logs_[object]; }
  // The number of writes up to the last one that may come before `at`.
  std::size_t writes_before(ObjectId object, const Point &at);

  // Attributes.
  void mark_freed(const Target &target, model::FamilyId family,
                  const Point &at);
  // Out of danger, with everything reachable from it.
  void escape(std::span<const Target> targets, Cond guard,
              Keeper keeper = Keeper::kAnyone);
  void escape_contents(ObjectId object, Cond guard,
                       Keeper keeper = Keeper::kAnyone);
  void set_escaped(ObjectId object, Cond guard);
  // What is stored behind these pointers is an element of a container.
  void mark_in_container(std::span<const Target> targets);
  bool has_containers() const { return has_containers_; }
  // Whatever was stored in these bytes.
  void escape_cell(ObjectId object, Offset offset, std::int64_t size,
                   Cond guard);
  // What was in these bytes at entry: who changes them answers for it.
  void escape_inherited(ObjectId object, Offset offset, std::int64_t size,
                        Cond guard);
  // It is not sure any more which of several objects is meant.
  void blur(std::span<const Target> targets);
  bool is_indifferent(ObjectId object) const;
  bool has_freed() const { return has_freed_; } // anything
  // Was this cell looked at, as it was in the beginning?
  bool was_read(ObjectId object, Offset offset) const;
  // What memory known to the outside holds now escapes (an unknown call).
  void escape_exposed(Cond guard);

  bool exhausted() const { return exhausted_; }

private:
  ObjectId make(Object object, int kind, std::uint32_t name, ObjectId parent,
                std::int64_t offset);
  Value initial(ObjectId object, Offset offset, Shape shape,
                std::uint32_t epoch);
  std::optional<Value> initialised(const Object &global, Offset offset,
                                   Shape shape);
  Value from_write(const Write &write, ObjectId object, Offset offset,
                   Shape shape);
  bool may_precede(const Write &write, const Point &at) const;
  Cond same_place(const Target &a, const Target &b);
  Cond below(const Target &a, const Target &b);
  void collapse(std::vector<Target> &targets);
  std::vector<Target> give_up(std::span<const std::pair<Cond, Value>> choices,
                              bool is_pointer);
  void give_away_contents(Write &write);
  void note_held(std::vector<Held> &list, ObjectId object, std::size_t entry);
  void add_inherited(std::vector<Held> &list, ObjectId object,
                     std::size_t log_size);
  void add(ObjectId object, Write write);
  bool spend(std::uint64_t steps = 1);

  const Graph &graph_;
  ObjectKeys &keys_;
  Budget &budget_;
  const Program &program_;
  bool exhausted_ = false;
  bool has_freed_ = false;
  bool has_containers_ = false; // something may be in one
  std::uint32_t epochs_ = 0;
  IdMap<ObjectId, std::vector<Write>> logs_;
  struct HeldList {
    std::size_t seen = 0; // writes of the log
    std::vector<Held> all;
  };
  IdMap<ObjectId, HeldList> held_;
  std::map<std::tuple<int, std::uint32_t>, ObjectId> roots_;
  using CellKey =
      std::tuple<ObjectId, Offset, bool, std::uint32_t, std::uint32_t>;
  std::map<CellKey, Value> initial_;
  // Whether a write to a place nearby hit a cell, and what is there if so; by
  // number of the write.
  using MaybeKey =
      std::tuple<ObjectId, std::size_t, Offset, bool, std::uint32_t>;
  std::map<MaybeKey, std::pair<Cond, Value>> perhaps_;
  using PairKey = std::tuple<ObjectId, Offset, ObjectId, Offset>;
  std::map<PairKey, Cond> same_, below_;
  std::map<std::vector<std::uint32_t>, Bits> uninterpreted_;
  // Unknown parts of offsets: `index` times `stride`, added to another one.
  struct Symbol {
    std::uint32_t onto;
    std::int64_t stride;
    Bits index;
    std::optional<Bounds> bounds;
  };
  std::optional<Bounds> bounds_of(Offset offset, std::int64_t size) const;
  bool are_apart(Offset a, std::int64_t size_a, Offset b,
                 std::int64_t size_b) const;
  std::optional<Bits> number_of(Offset offset);
  std::optional<Cond> same_offset(Offset a, Offset b);
  std::optional<Cond> meets(const Write &write, Offset offset, Shape shape);
  std::map<std::vector<std::uint32_t>, std::uint32_t> symbol_ids_;
  std::vector<Symbol> symbols_;   // symbol n is symbols_[n - 1]
  std::vector<ObjectId> exposed_; // outside objects that were written
};

} // namespace wt::sat
