// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls that throw.  See exceptions.h.

#include "engine/contradiction/exceptions.h"

#include "engine/contradiction/walk.h"

#include <algorithm>
#include <set>

namespace wt::contradiction {

namespace {

using ir::Op;
using ir::ValueId;

class Throwing {
public:
  explicit Throwing(const Facts &facts) : facts_(facts) {}

  bool call(ProcedureId procedure, ValueId v) {
    const ir::Function &function = facts_.program.body(procedure);
    if (!function.call(v).may_throw)
      return false;
    CallTargets targets = facts_.program.targets(procedure, v);
    return targets.certainty != CallTargets::Certainty::kExact ||
           targets.procedures.empty() ||
           std::ranges::any_of(targets.procedures, [&](ProcedureId callee) {
             return is_entered(facts_, callee) ? body(callee)
                                               : library(procedure, v, callee);
           });
  }

private:
  // A recursion throws where something else in it does.
  bool body(ProcedureId procedure) {
    if (!seen_.insert(procedure).second)
      return false;
    const ir::Function &function = facts_.program.body(procedure);
    for (ValueId v : function.insts.ids())
      if (function.insts[v].op == Op::kCall &&
          function.insts[v].block.valid() && call(procedure, v))
        return true;
    return false;
  }

  bool library(ProcedureId procedure, ValueId v, ProcedureId callee) const {
    const infer::Behaviour &behaviour = facts_.behaviours.of(callee);
    if (behaviour.source != infer::Behaviour::Source::kModel ||
        std::ranges::any_of(behaviour.outcomes, &infer::Outcome::throws))
      return true;
    std::string_view name = facts_.program.procedures()[callee].link_name;
    return !is_new_or_delete(name) &&
           (name.starts_with("_Z") || calls_back(procedure, v));
  }

  // The operators of the language, as they are mangled.
  static bool is_new_or_delete(std::string_view name) {
    return name.starts_with("_Znw") || name.starts_with("_Zna") ||
           name.starts_with("_Zdl") || name.starts_with("_Zda");
  }

  bool calls_back(ProcedureId procedure, ValueId v) const {
    const ir::Unit &unit = facts_.program.unit_of(procedure);
    const ir::Function &function = facts_.program.body(procedure);
    return std::ranges::any_of(function.arguments(v), [&](ValueId argument) {
      ir::TypeId pointee = unit.types.pointee(function.insts[argument].type);
      return unit.types[pointee].kind == ir::TypeKind::kFunction;
    });
  }

  const Facts &facts_;
  std::set<ProcedureId> seen_;
};

} // namespace

bool may_throw(const Workspace &workspace, ProcedureId procedure,
               ValueId call) {
  return Throwing(workspace.facts).call(procedure, call);
}

bool is_live(Workspace &workspace, ProcedureId procedure, ir::BlockId block) {
  std::vector<bool> &live = workspace.live_blocks[procedure];
  if (!live.empty())
    return live[block.value];
  const ir::Function &function = workspace.facts.program.body(procedure);
  live.assign(function.blocks.size(), false);
  live[function.entry().value] = true;
  for (std::vector<ir::BlockId> todo{function.entry()}; !todo.empty();) {
    ir::BlockId from = todo.back();
    todo.pop_back();
    ValueId end = function.terminator(from);
    const auto &successors = function.blocks[from].successors;
    bool is_call = function.insts[end].op == Op::kCall;
    for (std::size_t i = 0; i < successors.size(); ++i) {
      if (live[successors[i].value] ||
          (is_call && i == 1 && !may_throw(workspace, procedure, end)))
        continue;
      live[successors[i].value] = true;
      todo.push_back(successors[i]);
    }
  }
  return live[block.value];
}

} // namespace wt::contradiction
