// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Losing places for readers: see real_loss.h.

#include "finding/real_loss.h"

#include "finding/outer_path.h"
#include "model/model_of.h"

#include <algorithm>
#include <set>

namespace wt {

using ir::Op;
using ir::ValueId;

namespace {

// The values that are the object's address, and the variables that hold one.
class Holders {
public:
  Holders(const ir::Function &function, ValueId site) : function_(function) {
    values_.insert(site);
    for (bool is_new = true; is_new;) {
      is_new = false;
      for (ValueId v : function.insts.ids())
        is_new |= passes_on(v) && values_.insert(v).second;
    }
  }

  bool is_address(ValueId v) const { return values_.contains(v); }
  bool has_held(ir::VariableId variable) const {
    for (ValueId v : function_.insts.ids()) {
      Op op = function_.insts[v].op;
      bool is_given = op == Op::kAssign && is_address(function_.operand(v, 0));
      bool is_parameter = op == Op::kParam && is_address(v);
      if ((is_given || is_parameter) && function_.variable(v) == variable)
        return true;
    }
    return false;
  }

private:
  bool passes_on(ValueId v) const {
    Op op = function_.insts[v].op;
    return (op == Op::kCast || op == Op::kPhi || op == Op::kSelect) &&
           std::ranges::any_of(function_.operands_of(v), [&](ValueId operand) {
             return is_address(operand);
           });
  }

  const ir::Function &function_;
  std::set<ValueId> values_;
};

// Is it a function of a library, which was given the object, and nothing else
// that it frees could hold it?
bool only_takes(const Program &program, const model::ModelSet &models,
                ProcedureId caller, ValueId call, const Holders &holders) {
  const ir::Function &function = program.body(caller);
  CallTargets targets = program.targets(caller, call);
  if (targets.procedures.size() != 1)
    return false;
  const model::FunctionModel *model =
      model::model_of(program, models, targets.procedures[0]);
  std::span<const ValueId> arguments = function.arguments(call);
  auto is_object = [&](ValueId v) { return holders.is_address(v); };
  if (!model || std::ranges::none_of(arguments, is_object))
    return false;
  return std::ranges::none_of(model->effects, [&](const model::Effect &e) {
    return e.kind == model::Effect::Kind::kFree &&
           e.place.argument < arguments.size() &&
           !is_object(arguments[e.place.argument]);
  });
}

// Behind the call, in its block: an assignment to a variable that held it.
ValueId next_overwriting(const ir::Function &function, ValueId call,
                         const Holders &holders) {
  const std::vector<ValueId> &insts =
      function.blocks[function.insts[call].block].insts;
  auto from = std::ranges::find(insts, call);
  auto found = std::find_if(from, insts.end(), [&](ValueId v) {
    return function.insts[v].op == Op::kAssign &&
           !holders.is_address(function.operand(v, 0)) &&
           holders.has_held(function.variable(v));
  });
  return found == insts.end() ? ValueId() : *found;
}

} // namespace

ValueId real_loss(const Program &program, const model::ModelSet &models,
                  const Verdict &verdict, ValueId losing,
                  const Witness &witness) {
  const Site &site = verdict.site;
  const ir::Function &function = program.body(site.procedure);
  bool is_followed =
      witness.procedure == site.procedure && witness.last != losing &&
      losing != site.value && function.insts.contains(losing) &&
      (site.kind != Site::Kind::kCall || site.place == model::Place{});
  if (!is_followed)
    return losing;
  Holders holders(function, site.value);
  switch (function.insts[losing].op) {
  case Op::kAssign:
    return holders.has_held(function.variable(losing)) ? losing : witness.last;
  case Op::kCall:
    if (!only_takes(program, models, site.procedure, losing, holders))
      return losing;
    if (ValueId next = next_overwriting(function, losing, holders);
        next.valid())
      return next;
    return witness.last;
  default:
    return losing;
  }
}

Witness cut_at(const Program &program, Witness witness, ValueId losing) {
  const ir::Function &function = program.body(witness.procedure);
  if (witness.last == losing || !function.insts.contains(losing))
    return witness;
  const std::vector<OuterStop> path = outer_path(function, witness);
  for (std::size_t i = path.size(); i-- > 0;) {
    if (path[i].block != function.insts[losing].block)
      continue;
    if (i + 1 < path.size())
      witness.steps.resize(path[i + 1].next - 1);
    witness.last = losing;
    break;
  }
  return witness;
}

} // namespace wt
