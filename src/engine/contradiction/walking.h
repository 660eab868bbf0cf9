// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What does one walk keep while it goes backwards?
//
// Cells are kept at the ends of blocks, by context: a context is one way of
// asking a callee (which callee, and which index its cell has at the exit).
// Context 0 is *none*: the probe was born inside, and its callers are all there
// are.
//
//   walk.cpp       the worklist: states, blocks, what was found
//   walk_inst.cpp  one instruction
//   walk_call.cpp  calls, and the ways in and out of procedures
//   walk_one.cpp   what is different if it is known where the object may be
//
// Private to these files.  Tested by tests/prove/ and tests/leak/.

#pragma once

#include "engine/contradiction/conditions.h"
#include "engine/contradiction/frames.h"
#include "engine/contradiction/outcomes.h"
#include "engine/contradiction/walk.h"

#include <set>

namespace wt::contradiction {

using ir::BlockId;
using ir::ValueId;
using StateId = Id<struct StateTag>;
inline constexpr std::size_t kNone = 0; // context

// A cell at the end of a block.
struct State {
  ProcedureId procedure;
  BlockId block;
  std::size_t context = kNone;
  bool exceptional = false; // control leaves by the exceptional successor
  std::size_t found = 0;    // 1 + index into the finds: only conditions count
  ErrorCell cell;
  TrailId trail;
};

// One way backwards through a block.
struct Lane {
  State at;
  std::size_t position = 0; // instructions of the block still to go
  std::vector<std::pair<ValueId, std::int64_t>> numbers;
};

// Somebody waits for what holds at the entry of a callee.
struct Waiting {
  Lane lane; // after the call
  ValueId call;
};

struct Context {
  ProcedureId callee;
  Cells::Index index;
  std::size_t depth = 0; // callees entered, from the one that was probed
  // One object: inside the call that makes it, where nothing is known of where
  // it is.
  bool is_making = false;
  struct Entry {
    ErrorCell cell;
    TrailId trail;
    std::size_t found = 0; // as in State
  };
  std::vector<Waiting> waiting;
  std::vector<Entry> entries;
};

class Walk {
public:
  Walk(Workspace &workspace, Manner manner, const WalkLimits &limits,
       Refutations *refuted, const Believes &believes,
       const Whereabouts *object = nullptr)
      : refuted_(refuted), believes_(believes), object_(object),
        workspace_(workspace), exprs_(workspace.exprs),
        transfer_(exprs_, manner == Manner::kSearch),
        is_proof_(manner == Manner::kProof), limits_(limits), contexts_(1) {
    transfer_.cells.is_handle = object && object->is_handle();
  }

  Answer run(const Probe &probe);

private:
  FunctionView &view(const Lane &lane);

  // ---- counting

  // What becomes of an object that was found has steps of its own.
  bool spend(const Lane &lane);
  void stop(Answer::Kind kind, const std::string &why);
  void stop_at(const Lane &lane, ValueId at, const std::string &why);

  Answer finish();

  // All ways have ended.
  void remember();

  // ---- trails

  TrailId add_trail(TrailId later, const Lane &lane,
                    TrailStep::Kind kind = TrailStep::Kind::kBlock,
                    ValueId call = {});

  // ---- states

  struct Key {
    ProcedureId procedure;
    BlockId block;
    std::size_t context;
    std::size_t found;
    bool exceptional;
    auto operator<=>(const Key &) const = default;
  };

  void queue(StateId id);

  // Control was at the end of `block` with this cell.
  void insert(Lane lane);

  void run_state(StateId id);

  // ---- through a block

  void run_lane(Lane lane);

  // Notes what calls returned on this way: others share the step.
  void close_trail(Lane &lane);

  // Is nothing null that the function relies on?  Asked before what is known of
  // pointers may get lost.
  bool is_believable(const Lane &lane);

  // The block has been passed.
  void leave(Lane lane);

  // Over one edge, from which `successor` of `from` it is.
  void go_back(Lane lane, BlockId from, std::size_t successor);

  // All phis of the block at once.
  bool enter_phis(Lane &lane, BlockId from);

  // At the end of a block it may be known what a variable holds, though it was
  // not further on, where ways meet.
  bool name_contents(Lane &lane);

  // ---- instructions

  // False: a contradiction, or the lane was handed on.
  bool step(Lane &lane, ValueId v);

  // The pointer was read from a cell: each of the few that it can be is a way
  // of its own.  False: the lane was handed on, or is a contradiction.
  bool split_by_place(const Lane &lane, ExprId cell);

  // What is accessed is not null.  Noted where another value may be chosen.
  bool dereference(Lane &lane, ValueId address);
  bool knows_of_null(const Lane &lane) const;

  bool is_used(const Lane &lane, ValueId v);

  bool store(Lane &lane, ValueId address, ValueId value);

  // A variable that holds the value and cannot hold the error cell: the value
  // misses.  (In the paper values are read from their variables.)
  bool learn_from_variables(Lane &lane, ExprId value);

  // Numbers hold no pointers; descriptors are numbers.
  bool may_hold(const FunctionView &body, ValueId value) const;

  bool marker(Lane &lane, ValueId v);

  // A variable in memory ends: what it held before is not known.
  bool end_of_slot(Lane &lane, ir::VariableId variable);

  bool block_of_memory(Lane &lane, ValueId v);

  // What is in the block afterwards was in the other one before, or is no
  // pointer; what stays in the other one is now held twice.
  bool copy(Lane &lane, ExprId to, std::optional<ExprId> from,
            std::int64_t bytes);
  bool lies_in_block(ExprId address, ExprId block, std::int64_t bytes) const;

  // Both choices are ways of their own.
  bool select(Lane &lane, ValueId v);

  bool unknown(Lane &lane, ValueId v);

  // ---- calls

  bool call(Lane &lane, ValueId v);

  // Is all that points to the object what the call gave?
  bool comes_from(const ErrorCell &cell, ExprId result) const;

  // From here on only the conditions of the way count.
  bool add_found(Lane &way, ValueId call, const infer::FreshPlace &place);

  // ---- one object, of which it is known where it may be

  // Does that hold here?  Not inside the call that makes it.
  bool is_for_one(const Lane &lane) const {
    return object_ && !contexts_[lane.at.context].is_making;
  }
  bool is_home(RegionId region) const {
    return region.value < object_->cell_count();
  }
  bool is_home(RegionSetId regions) const;
  ExprId reference_or_number(const Lane &lane, ValueId v);
  bool change_homes(const Lane &lane, ValueId v, ProcedureId callee);
  void keep_to_homes(Lane &lane) const;
  bool store_for_one(Lane &lane, const Assignment &by);
  bool block_for_one(Lane &lane, ValueId v);
  bool call_for_one(Lane &lane, ValueId v);
  bool is_made_by(const Lane &lane, ValueId call);
  bool is_put_by(const Lane &lane, ValueId call);
  bool give_back(Lane &lane, ValueId v);
  void leave_as_it_is(Lane lane, ValueId v);
  bool give_to_models(const Lane &lane, ValueId v,
                      std::span<const ProcedureId> callees);
  bool pass_by(Lane &lane, ValueId v);
  void forget_memory(Lane &lane, const std::optional<RegionSetId> &changed);

  // ---- procedures

  // Map: what holds at the exit of the callee.
  void ask(const Lane &lane, ValueId v, ProcedureId callee,
           bool is_making = false);

  void wait(std::size_t context, Waiting waiting);

  // Unmap: back to right before the call.
  void resume(const Waiting &waiting, ProcedureId callee,
              const Context::Entry &entry);

  // Parameters, and what else nobody ends before, go out of scope with the
  // function.
  bool leave_scope(Lane &lane, ValueId v);

  // Nothing before this can contradict the find any more.  A way that ends in a
  // callee is told from the outermost one who asked.
  void complete(Lane lane);
  // No more ways are told of this find.
  void drop_ways(std::size_t found);

  void reach_entry(Lane lane);

  bool is_called_from_outside(SccId scc) const;

  // Born inside: whoever calls may be the cause.
  void go_to_callers(const Lane &lane);

  Refutations *refuted_;
  const Believes &believes_;
  const Whereabouts *object_; // the error cell is this one; null: any
  Workspace &workspace_;
  Expressions &exprs_;
  Transfer transfer_;
  const bool is_proof_;
  const WalkLimits limits_;
  Answer answer_;
  std::uint64_t completing_ = 0; // transfers
  bool is_over_ = false;
  Ends ends_;
  IdMap<StateId, State> states_;
  std::map<Key, std::vector<StateId>> places_;
  // Found ones first, then what comes later in the body.
  std::set<std::pair<std::pair<bool, std::uint32_t>, StateId>> todo_;
  std::vector<Lane> lanes_;
  std::vector<Context> contexts_;
  std::vector<Found> finds_;
};

} // namespace wt::contradiction
