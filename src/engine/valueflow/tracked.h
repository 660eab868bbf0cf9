// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where does this object get to, and under which conditions?
//
// An object is followed from the value that first holds it: a call that
// acquires it, or the slot of a local that holds others.  holds(v) is the
// condition under which the value v leads to the object; it is computed
// backwards along the value flow, only for values on the forward slice of the
// object, and only when a sink asks.  Sinks are
//
//   freed   given to a releaser, or to a callee in an outcome that frees it
//   gone    returned, stored into memory that others can see, given to code
//           that may keep it: out of danger
//
// An object may hang on another: it was stored into a cell of a local or of an
// object that this function acquired.  When that one gets away, it goes along;
// when a callee frees what lies at a path, the path is followed from cell to
// cell.  What may be, counts as a sink: see valueflow.h.
//
// Tested by tests/unit/engine/valueflow_*_test.cpp.

#pragma once

#include "engine/valueflow/calls.h"
#include "flow/value_flow.h"

#include <set>
#include <tuple>

namespace wt::valueflow {

// The first holder of an object.
struct Origin {
  ir::ValueId value; // the call or slot
  AccessPath place;  // of a call: where it puts it; `result` for slots
  bool is_slot = false;
  std::int64_t none = 0;  // of a call: the result when there is no object
  bool is_handle = false; // a number, not an address
  auto operator<=>(const Origin &) const = default;
};

class Objects;

class Tracked {
public:
  struct Sink {
    ir::ValueId inst;
    Cond when; // with the guard of the instruction
    bool is_free = false;
  };

  Tracked(Body &body, Calls &calls, Objects &objects, const Origin &origin);

  const Origin &origin() const { return origin_; }
  // It is acquired.
  Cond acquired() const { return acquired_; }
  // Nobody can say whether it is this function's to lose.
  bool is_doubtful() const { return is_doubtful_; }
  const std::vector<Sink> &sinks();
  // Out of danger when the function is left by an exception of this call, as
  // far as that does not come from a sink before it.
  Cond is_safe_from_throw(ir::ValueId call);
  std::size_t slice_size() const; // values

  Cond holds(ir::ValueId v);
  Cond holds_in(const flow::Cell &cell, flow::VersionId version);

private:
  friend class Objects;
  // It lies in a cell of another object from an instruction on.
  struct Hang {
    ir::ValueId holder; // slot or call
    std::int64_t offset;
    ir::ValueId inst;
    Cond when;
  };
  // A value, and loads from there.
  struct Way {
    ir::ValueId value;
    std::span<const PathStep> steps;
    ir::ValueId at; // the instruction before which memory is looked at
  };
  // A question of steps_to(): the way, how deep, or_under.
  using StepsKey = std::tuple<ir::ValueId, const PathStep *, std::size_t,
                              ir::ValueId, int, bool>;

  void find_acquired();
  ir::ValueId closed_before();
  Cond compute(ir::ValueId v);
  Cond over_phi(ir::ValueId phi);
  Cond result_of(ir::ValueId call);
  Cond written_by(ir::ValueId call, const flow::Cell &cell, Cond before);
  Cond over_versions(const flow::Cell &cell, flow::VersionId phi);
  std::optional<flow::Cell> own_cell() const;
  bool is_own(const infer::Term &term, const infer::Outcome &outcome) const;
  Cond since_entry(const flow::Cell &cell);
  bool moves(const infer::Outcome &outcome, std::uint32_t argument) const;

  // The object is what the way leads to; or it can be reached from there.
  Cond is_at(const Way &way, int depth = 0);
  Cond is_under(const Way &way, int depth = 0);
  Cond is_below(const Way &way) { return steps_to(way, 0, true); }
  Cond steps_to(const Way &way, int depth, bool or_under);
  Cond find_steps_to(const Way &way, int depth, bool or_under);

  void find_hangs();
  void hang_by_call(ir::ValueId call);
  void hang_by_write(ir::ValueId call, const infer::Outcome &outcome,
                     const infer::Effect &effect, Cond told);
  void hang_from_start(ir::ValueId call, const infer::Outcome &outcome,
                       const infer::Effect &effect, Cond told);
  void hang_on(ir::ValueId address, std::int64_t offset, bool is_exact,
               ir::ValueId inst, Cond when);
  void find_sinks();
  bool is_watched(ir::ValueId store, const flow::Cell &cell);
  void sinks_outside(ir::ValueId inst);
  void sinks_of_call(ir::ValueId call);
  void sinks_of_outcome(ir::ValueId call, const CallEnd &end, std::size_t i);
  void sinks_with_holders();
  Cond is_outside(ir::ValueId before, int depth = 0);
  void sink(ir::ValueId inst, Cond when, bool is_free = false);
  void add_sink(ir::ValueId inst, Cond when, bool is_free);
  void find_after();
  // May control come there from where it is acquired?
  bool is_after(ir::BlockId block) const { return is_after_[block.value]; }

  Body &body_;
  Calls &calls_;
  Objects &objects_;
  Origin origin_;
  const ir::Function &f_;
  std::vector<bool> is_after_; // by block
  std::vector<bool> slice_;
  Cond acquired_ = kNo;
  bool is_doubtful_ = false;
  std::map<ir::ValueId, Cond> holds_;
  std::map<std::pair<flow::Cell, flow::VersionId>, Cond> cells_;
  bool has_hangs_ = false, has_sinks_ = false, is_open_ = false;
  std::vector<Hang> hangs_;
  // The cells of hangs_, each once.
  std::set<std::pair<ir::ValueId, std::int64_t>> hanging_cells_;
  std::set<flow::Cell> outside_; // of globals and parameters, that got it
  std::map<StepsKey, Cond> steps_;
  std::vector<Sink> sinks_; // one per instruction and is_free
  std::map<std::pair<ir::ValueId, bool>, std::size_t> sink_at_;
};

// All objects that are followed in one body, and what values are made of.
class Objects {
public:
  Objects(Body &body, Calls &calls)
      : body_(body), calls_(calls),
        flow_(body.function, body.history,
              [&](ir::ValueId call) { return calls.returns_contents(call); }) {}

  Tracked &of(const Origin &origin);
  // Locals and acquired objects are followed, everything else is outside.
  bool is_followed(ir::ValueId root) const;
  Tracked &of_root(ir::ValueId root);

  // The cells that an address may mean, through phis and arithmetic.
  const std::map<flow::Cell, Cond> &roots(ir::ValueId v);
  const flow::ValueFlow &flow() const { return flow_; }
  // Somebody's hangs are being found: what depends on them is not final.
  int open_hangs = 0;

private:
  std::map<flow::Cell, Cond> find_roots(ir::ValueId v);

  Body &body_;
  Calls &calls_;
  flow::ValueFlow flow_;
  std::map<Origin, std::unique_ptr<Tracked>> tracked_;
  std::map<ir::ValueId, Tracked *> of_roots_;
  std::map<ir::ValueId, std::map<flow::Cell, Cond>> roots_;
};

} // namespace wt::valueflow
