// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How does a body become a behaviour?
//
// The body is interpreted over abstract states (state.h), a few at the start of
// each block and after each call, until nothing changes.  Each way out of the
// body gives an outcome (outcome.cpp); outcomes that a caller need not tell
// apart are merged (merge.h).
//
//   body_nodes.cpp   pieces of blocks, liveness
//   interpreter.cpp  the order of work, arrival
//   join.cpp         which states are merged, and how
//   transfer.cpp     instructions
//   numbers.cpp      what sums, masks and conversions can be
//   branch.cpp       what a branch shows
//   memory.cpp       loads, stores, what is freed and kept
//   call.cpp         behaviours of callees
//   losses.cpp       what is live at a way out and cannot be reached
//
// Tested by tests/unit/infer/.

#pragma once

#include "interpret/body_nodes.h"
#include "memory/state.h"
#include "number/order.h"
#include "program/program.h"
#include "summary/ignored.h"
#include "summary/suspect.h"
#include "support/budget.h"

#include <functional>
#include <map>
#include <set>

namespace wt::infer {

// What is known of the world around a body.
struct Setting {
  const Program &program;
  const model::ModelSet &models;
  // The behaviour of a procedure below; null: nothing is known.
  std::function<const Behaviour *(ProcedureId)> behaviour;
  // Is that behaviour still growing, from "no call returns"?
  std::function<bool(ProcedureId)> is_growing;
  // What a call of nobody known only borrows (borrowed.h).
  std::function<Arguments(ir::ValueId)> borrowed_at;
};

class Interpreter {
public:
  // `max_states` are told apart at one place; with one, everything is merged
  // and the work is small.
  Interpreter(const Setting &setting, ProcedureId procedure, Budget &budget,
              std::size_t max_states);

  // A behaviour of source kNothing when the budget ran out.
  Behaviour run();
  // What states at ways out, and at releases, show; sorted.
  std::vector<Suspect> suspects() const {
    return {suspects_.begin(), suspects_.end()};
  }

private:
  static constexpr std::size_t kMaxFacts = 300;     // classes of numbers
  static constexpr std::size_t kMaxAtoms = 32;      // remembered comparisons
  static constexpr std::size_t kMaxDepth = 3;       // of paths from parameters
  static constexpr std::size_t kMaxUsedDepth = 2;   // of paths to what is used
  static constexpr std::size_t kMaxForgotten = 128; // bytes, one by one
  static constexpr std::size_t kMaxCopied = 256;    // bytes of a record
  static constexpr std::size_t kMaxZeroed = 4096;   // bytes, in blocks
  static constexpr std::size_t kMaxLeavings = 64;   // before they are merged
  static constexpr std::size_t kMaxLast = 12;       // states at a return
  static constexpr int kMaxFlags = 3;               // that are told apart

  struct Disjunct {
    State state;
    bool is_pending = true;
  };

  // The order of work (interpreter.cpp).
  void run_node(NodeId node, State state);
  void run_from(std::uint32_t first, NodeId node, State state, int flags);
  void go(ir::BlockId from, ir::BlockId to, State state);
  bool is_moving(ir::ValueId phi, const Value &value, NodeId node) const;
  Value generalised(ir::ValueId phi, const Value &value, NodeId node,
                    State &state);
  void go_on(NodeId to, State state); // in the same block
  void arrive(NodeId node, State state);
  bool absorb(Disjunct &into, const State &state, NodeId at);

  // Joins (join.cpp).
  bool is_nothing(BaseId base, const State &state) const;
  Numbers joined(const Numbers &a, const Numbers &b, NodeId at) const;
  void join_facts(const State &a, const State &b, NodeId at, State &out);
  bool show_the_same(const State &a, const State &b) const;
  void keep_in_dropped(const State &in, const State &other, State &out);
  void join_events(const State &a, const State &b, State &out);
  void join_used(const State &a, const State &b, State &out);
  bool did_all_of(const State &a, const State &b) const;
  bool same_property(const State &a, const State &b) const;
  enum Distance {
    kSameObjects,
    kSameOwners,
    kOpposite,
    kOtherOwners,
    kOppositeOwners
  };
  bool was_left_out(const State &a, const State &b) const;
  bool are_opposite(const State &a, const State &b) const;
  bool has_other_owners(const State &a, const State &b) const;
  Distance distance(const State &a, const State &b) const;
  std::pair<Disjunct *, Distance> nearest(std::vector<Disjunct> &disjuncts,
                                          const State &state) const;
  Disjunct *merge_nearest(std::vector<Disjunct> &disjuncts, Distance far,
                          NodeId at);
  bool holds_object(const Cell &cell, const Content &content) const;
  State joined(const State &a, const State &b, NodeId at, bool &grew);
  Value joined(const Value &a, const Value &b, const State &in_a,
               const State &in_b, std::uint64_t key, NodeId at, State &out,
               bool &grew);
  void join_cells(const State &a, const State &b, NodeId at, State &out,
                  bool &grew);
  std::optional<Value> absent(const State &state, const Cell &cell);
  bool is_zero_at_first(BaseId base, const State &state) const;

  // Instructions (transfer.cpp).  False: the path ends here.
  bool execute(ir::ValueId v, State &state);
  bool execute_store(ir::ValueId v, const Value &stored, State &state);
  bool read_rest(ir::ValueId v, State &state);
  BaseId leaf(ir::ValueId v);
  Value value(ir::ValueId v, const State &state);
  void define(ir::ValueId v, const Value &value);
  Value opaque(ir::ValueId v, State &state, std::uint64_t variant = 0);
  Value compute(ir::ValueId v, State &state);
  bool is_truth(ir::ValueId v) const;
  // Numbers of an expression, by its operands (numbers.cpp).
  unsigned width_of(ir::ValueId v) const; // 0: no integer
  Numbers computed_from(ir::ValueId v, const State &state, int depth = 0);
  Numbers numbers_of(ir::ValueId v, const State &state, int depth = 0);
  std::optional<bool> decide_numbers(ir::Predicate predicate, ir::ValueId a,
                                     ir::ValueId b, const State &state);
  Value binop(ir::ValueId v, State &state);
  Value cast(ir::ValueId v, State &state);
  Value known_as(ir::ValueId v, const Numbers &is, State &state);
  Value shifted(Value base, const Value &amount, std::int64_t stride) const;
  void rename(State &state, BaseId from, BaseId to);

  // Branches (branch.cpp).
  Numbers class_of(const Value &value, const State &state) const;
  bool assume(const Value &value, const Numbers &is, State &state) const;
  std::optional<Value> bits_of(ir::ValueId v, std::uint64_t mask,
                               const State &state, int depth = 0);
  std::optional<Value> masked(const Value &value, std::uint64_t mask);
  bool assume_accessible(const Value &address, State &state) const;
  bool assume_condition(ir::ValueId condition, bool holds, State &state);
  bool assume_bits(ir::ValueId bits, ir::Predicate predicate, const Value &b,
                   State &state);
  bool assume_compare(ir::Predicate predicate, const Value &a, const Value &b,
                      State &state) const;
  std::optional<bool> decide(ir::Predicate predicate, const Value &a,
                             const Value &b, const State &state) const;
  Order order_of(const Value &a, const Value &b, const State &state) const;
  void identify(const Value &value, const Value &address, State &state) const;
  std::optional<bool> is_that(const Value &one, const Value &address,
                              const State &state) const;
  bool is_another_address(const Value &value, const Value &address,
                          const State &state) const;
  void branch(ir::BlockId block, State state);

  // Memory (memory.cpp).
  struct Access {       // how memory is read
    unsigned bytes = 8; // 0: as it was written
    bool is_pointer = true;
  };
  Access access(ir::TypeId type) const;
  Value load(const Value &address, Access access, const State &state,
             ir::ValueId at);
  std::optional<Value> constant_at(const Base &base, std::int64_t offset,
                                   unsigned bytes);
  void store(const Value &address, const Value &value, unsigned bytes,
             State &state, std::uint32_t extent = 0);
  std::vector<Content> take_out(State &state, BaseId base, std::int64_t begin,
                                std::int64_t end) const;
  bool has_cells(BaseId base) const {
    Base::Kind kind = bases_[base].kind;
    return kind == Base::Kind::kEntry || kind == Base::Kind::kSlot ||
           bases_.is_new(base);
  }
  bool is_gone(const State &state, const Cell &cell, std::int64_t bytes) const;
  void clear(const Value &place, std::uint64_t size, State &state);
  bool may_copy_pointer(ir::ValueId copy, std::uint64_t offset) const;
  void copy(const Value &to, const Value &from, const Value &length,
            State &state, ir::ValueId at);
  void keep_held(const Value &from, State &state, ir::ValueId copy);
  Value unknown_word(ir::ValueId at, std::uint64_t offset);
  void forget_cells(State &state, BaseId base, std::int64_t from = INT64_MIN);
  void blur(State &state, BaseId base, std::int64_t from = INT64_MIN);
  struct Room { // bytes in memory; none: to the end of the object
    Value begin;
    std::uint64_t bytes = 0;
  };
  Room room_at(ir::ValueId address, const State &state);
  void forget_range(const Room &room, State &state);
  void forget(const Value &place, std::uint64_t size, State &state,
              ir::ValueId at);
  void use(const Value &address, State &state);
  void keep(const Value &value, State &state, bool is_certain,
            model::FamilyId family = {});
  void expose(const Value &value, State &state); // kept by code unknown to us
  void free(const Value &value, model::FamilyId family, State &state,
            bool is_certain, ir::ValueId at);
  bool is_hidden(ProgramVariableId variable) const;
  void note(State &state, Effect::Kind kind, BaseId base,
            model::FamilyId family, bool is_certain, std::int64_t offset = 0,
            std::uint32_t extent = 0);
  unsigned bytes_of(ir::TypeId type) const;

  // Calls (call.cpp).
  struct After {
    State state;
    Value result;
    bool throws = false;
  };
  std::vector<After> call(ir::ValueId v, const State &state);
  bool is_ruled_out(ir::ValueId call, ProcedureId target, const State &state);
  bool returns_pointer() const {
    return unit_.types.is_pointer(function_.result_type);
  }
  After call_unknown(ir::ValueId v, State state, Arguments spared = {});
  void apply(ir::ValueId v, const Behaviour &behaviour, const State &state,
             std::vector<After> &out);
  bool is_behind_text(ir::ValueId call, const AccessPath &path) const;
  static bool is_moved(const Outcome &outcome, const Effect &release);
  void move_cells(const Value &from, const Value &to, State &state);
  std::optional<After> apply(ir::ValueId v, const Outcome &outcome,
                             State state);
  Value one_of(ir::ValueId v, const Outcome &outcome, State &state);
  void write(ir::ValueId v, const Effect &effect, const Value &place,
             const Value &value, State &state);
  Value resolve(const AccessPath &path, ir::ValueId call, const State &state,
                bool is_pointer);
  Value resolve(const Term &term, ir::ValueId call, const State &state);
  std::vector<Value> below(const Value &object, const State &state);
  void name_objects(ir::ValueId v, const Outcome &outcome);
  BaseId new_object(ir::ValueId call, std::uint32_t index);
  using Renamed = std::vector<std::pair<BaseId, BaseId>>; // from, to
  Renamed rename_in_merged(State &state, BaseId from, BaseId to);
  Renamed make_objects(ir::ValueId v, const Outcome &outcome, State &state);
  void run_call(ir::ValueId v, NodeId node, const State &state);

  // Ways out (outcome.cpp).
  bool is_truth(ir::ValueId v, const State &state);
  void leave_with(ir::ValueId result, const State &state, ir::ValueId at);
  bool is_from_caller(ir::ValueId v, const State &state);
  bool is_told_flag(ir::ValueId store, const State &state);
  void leave(const State &state, std::optional<Value> result, bool throws,
             ir::ValueId at);
  friend class OutcomeMaker;

  // What may be lost (losses.cpp).
  void suspect(Suspect::Kind kind, BaseId object, ir::ValueId at,
               const State &state, bool is_at_exit = false);
  void suspect_lost(const State &state, std::optional<Value> result,
                    ir::ValueId at);
  void end_process(const State &state, ir::ValueId at);
  void free_new(const Value &value, model::FamilyId family, State &state,
                bool is_certain, ir::ValueId at);
  bool is_handle(model::FamilyId family) const;
  bool is_held(BaseId object, ir::ValueId at, const State &state) const;
  // What can be reached from `roots` and from what the caller can reach.
  BaseSet reachable(const State &state, std::span<const Value> roots,
                    bool with_locals) const;

  const Setting &setting_;
  ProcedureId procedure_;
  const ir::Unit &unit_;
  const ir::Function &function_;
  Budget &budget_;
  std::size_t max_states_;

  Bases bases_;
  BodyNodes nodes_;
  IgnoredResults ignored_;
  IdMap<NodeId, std::vector<Disjunct>> states_; // at their beginnings
  NodeId here_;                                 // being run
  std::set<NodeId> worklist_;
  std::map<Cell, std::uint64_t> cell_numbers_;
  std::vector<Outcome> outcomes_;
  std::set<Suspect> suspects_;
  BaseSet perhaps_new_; // results and cells of which a callee says so
  // Where new objects of calls are found: what they are named by.
  std::map<ir::ValueId, std::vector<AccessPath>> places_;
  std::vector<std::uint32_t> object_names_; // of the outcome at hand

  // Values computed in the node at hand; those of leaves stay.
  static constexpr std::uint32_t kEver = UINT32_MAX;
  IdMap<ir::ValueId, Value> computed_;
  IdMap<ir::ValueId, std::uint32_t> computed_in_; // round_ in which
  std::uint32_t round_ = 0;
};

} // namespace wt::infer
