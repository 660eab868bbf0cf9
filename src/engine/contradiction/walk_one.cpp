// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What held before a call, if the error cell is the object of one call of the
// probed function and is never in memory?  See walking.h and whereabouts.h.
//
// Calls that are not given the object change memory at most, which does not
// hold it: what was known of the contents of memory is forgotten.  Callees
// that are given it are entered, or do what their models say.

#include "engine/contradiction/one_outcome.h"
#include "engine/contradiction/walking.h"

#include <algorithm>

namespace wt::contradiction {

// Whatever is known only through memory that may have changed; nullopt: all of
// it.
void Walk::forget_memory(Lane &lane,
                         const std::optional<RegionSetId> &changed) {
  auto is_lost = [&](ExprId e) {
    return !is_left_alone(workspace_, e, changed);
  };
  std::erase_if(lane.at.cell.misses, is_lost);
  std::erase_if(lane.at.cell.known,
                [&](const Known &known) { return is_lost(known.value); });
}

// Past something that does not have the object.
bool Walk::pass_by(Lane &lane, ValueId v) {
  const ir::Function &function = view(lane).function;
  std::optional<RegionSetId> changed;
  if (function.insts[v].op == ir::Op::kCall) {
    CallTargets targets =
        workspace_.facts.program.targets(lane.at.procedure, v);
    if (targets.certainty == CallTargets::Certainty::kExact &&
        targets.procedures.size() == 1) {
      ProcedureId callee = targets.procedures.front();
      changed = workspace_.modified(callee);
      if (workspace_.facts.behaviours.of(callee).never_returns())
        return false;
    }
  }
  if (!transfer_.define(lane.at.cell, view(lane).value(v), std::nullopt))
    return false;
  forget_memory(lane, changed);
  return true;
}

// Can the error cell be what this call has made just now?
bool Walk::is_made_by(const Lane &lane, ValueId call) {
  if (lane.at.found || lane.at.context != kNone ||
      !object_->is_made_by(lane.at.procedure, call))
    return false;
  ExprId result = view(lane).value(call);
  return std::ranges::all_of(lane.at.cell.hits, [&](ExprId e) {
    return exprs_.contains(e, result);
  });
}

bool Walk::call_for_one(Lane &lane, ValueId v) {
  FunctionView &body = view(lane);
  lane.at.exceptional = false;
  if (is_made_by(lane, v)) {
    infer::FreshPlace made;
    made.call = v;
    made.place = AccessPath::result();
    return add_found(lane, v, made) && pass_by(lane, v);
  }
  if (lane.at.found)
    return pass_by(lane, v);
  if (transfer_.cells.is_hit(lane.at.cell, body.value(v)) &&
      !(object_->is_given(lane.at.procedure, v) &&
        object_->may_be(lane.at.procedure, v)))
    return false; // the object of another call
  if (!object_->is_given(lane.at.procedure, v))
    return pass_by(lane, v);
  CallTargets targets = workspace_.facts.program.targets(lane.at.procedure, v);
  std::vector<ProcedureId> models;
  for (ProcedureId callee : targets.procedures)
    if (is_entered(workspace_.facts, callee))
      ask(lane, v, callee);
    else
      models.push_back(callee);
  return give_to_models(lane, v, models);
}

// Each outcome is a way of its own.  Always false: they are handed on.
bool Walk::give_to_models(const Lane &lane, ValueId v,
                          std::span<const ProcedureId> callees) {
  FunctionView &body = view(lane);
  Lane known = lane;
  forget_memory(known, std::nullopt);
  for (ProcedureId callee : callees)
    for (const infer::Outcome &outcome :
         workspace_.facts.behaviours.of(callee).outcomes) {
      Lane way = known;
      if (outcome.throws)
        continue;
      if (outcome.value.is_new() &&
          transfer_.cells.is_hit(way.at.cell, body.value(v)))
        continue; // that is another object
      std::optional<BeforeCall> before =
          OneOutcome(workspace_, body, transfer_, true, v, callee, outcome)
              .back(way.at.cell);
      if (!before)
        continue;
      if (!before->made)
        way.at.cell = std::move(before->cell);
      else if (!transfer_.define(way.at.cell, body.value(v), std::nullopt))
        continue;
      forget_memory(way, std::nullopt);
      lanes_.push_back(std::move(way));
    }
  return false;
}

} // namespace wt::contradiction
