// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where acquired objects may get to.  See fresh_values.h.

#include "engine/contradiction/fresh_values.h"

#include "summary/followed.h"

#include <algorithm>

namespace wt::contradiction {

using ir::Op;
using ir::ValueId;

FreshValues::FreshValues(Workspace &workspace, ProcedureId procedure)
    : workspace_(workspace), view_(workspace.view(procedure)),
      fresh_(view_.function.insts.size(), false) {
  start();
  for (bool changed = true; changed;) {
    changed = false;
    for (ValueId v : view_.function.insts.ids())
      if (view_.function.insts[v].block.valid())
        changed |= pass(v);
  }
}

// Objects that a call puts into memory may be found anywhere there.
void FreshValues::start() {
  for (const infer::FreshPlace &fresh :
       workspace_.facts.behaviours.in(view_.procedure)) {
    if (fresh.place == AccessPath::result())
      add(fresh.call);
    else
      is_anywhere_ = true;
  }
}

bool FreshValues::add(ValueId v) {
  bool is_new = !fresh_[v.value];
  fresh_[v.value] = true;
  return is_new;
}

bool FreshValues::add_regions(RegionSetId regions) {
  bool is_new = false;
  for (RegionId region : workspace_.regions[regions])
    is_new |= holding_.insert(region).second;
  return is_new;
}

bool FreshValues::is_fresh_load(RegionSetId regions) const {
  return is_anywhere_ || regions == RegionTable::unknown() ||
         std::ranges::any_of(workspace_.regions[regions], [&](RegionId region) {
           return std::ranges::any_of(holding_, [&](RegionId holding) {
             return workspace_.regions.overlap(region, holding);
           });
         });
}

// What a call is given it may give back, or put where it can reach.
bool FreshValues::pass_call(ValueId call) {
  const ir::Function &function = view_.function;
  bool is_given = std::ranges::any_of(
      function.arguments(call), [&](ValueId v) { return fresh_[v.value]; });
  if (!is_given)
    return false;
  bool changed = add(call);
  auto writes = [](const infer::Effect &effect) {
    return effect.kind == infer::Effect::Kind::kWrite &&
           effect.value.kind == infer::Term::Kind::kPath;
  };
  for (ProcedureId callee :
       infer::followed(workspace_.facts.program, view_.procedure, call))
    for (const infer::Outcome &outcome :
         workspace_.facts.behaviours.of(callee).outcomes)
      if (!is_anywhere_ && std::ranges::any_of(outcome.effects, writes))
        changed = is_anywhere_ = true;
  return changed;
}

bool FreshValues::pass(ValueId v) {
  const ir::Function &function = view_.function;
  auto is_fresh = [&](ValueId operand) { return fresh_[operand.value]; };
  switch (function.insts[v].op) {
  case Op::kStore:
    return is_fresh(function.operand(v, 1)) &&
           add_regions(view_.regions(function.operand(v, 0)));
  case Op::kAssign:
    return is_fresh(function.operand(v, 0)) &&
           assigned_.insert(view_.region(function.variable(v))).second;
  case Op::kLoad:
    return !fresh_[v.value] &&
           is_fresh_load(view_.regions(function.operand(v, 0))) && add(v);
  case Op::kCall:
    return pass_call(v);
  case Op::kMemCopy:
  case Op::kUnknown: {
    bool changed = !is_anywhere_ && !holding_.empty();
    is_anywhere_ |= changed;
    return changed;
  }
  default:
    return !fresh_[v.value] &&
           std::ranges::any_of(function.operands_of(v), is_fresh) && add(v);
  }
}

bool FreshValues::may_be_lost(const Probe &probe) const {
  return std::ranges::any_of(probe.cell.hits, [&](ExprId e) {
    if (workspace_.exprs.is_value(e)) {
      ValueId v = view_.value_of(e);
      return !view_.function.insts.contains(v) || fresh_[v.value];
    }
    const Expr &expr = workspace_.exprs[e];
    if (expr.kind != Expr::Kind::kLoad)
      return false;
    bool is_variable =
        probe.variable.valid() && view_.is_promoted(probe.variable);
    return is_variable ? assigned_.contains(view_.region(probe.variable))
                       : is_fresh_load(expr.regions);
  });
}

} // namespace wt::contradiction
