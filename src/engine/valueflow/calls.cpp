// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Outcomes and their conditions: see calls.h.

#include "engine/valueflow/calls.h"

namespace wt::valueflow {

using ir::BlockId;
using ir::ValueId;

Cond CallEnd::when_or_not_told(logic::Conditions &table, std::size_t i) const {
  Cond out = outcomes[i].when;
  for (std::size_t j = 0; j < outcomes.size(); ++j)
    if (j != i &&
        !infer::are_told_apart(*outcomes[i].outcome, *outcomes[j].outcome))
      out = table.either(out, outcomes[j].when);
  return out;
}

const CallEnd &Calls::at(ValueId call) {
  auto [found, is_new] = ends_.try_emplace(call);
  if (is_new)
    found->second = find(call);
  return found->second;
}

CallEnd Calls::find(ValueId call) {
  CallEnd out;
  for (ProcedureId callee : body_.callees(call)) {
    const infer::Behaviour &behaviour =
        body_.setting.facts.behaviours.of(callee);
    out.behaviours.push_back(&behaviour);
    if (!behaviour.is_known() || behaviour.keeps_all) {
      out.keeps_all = true;
      out.spared = behaviour.spared;
    }
    for (const infer::Outcome &outcome : behaviour.outcomes)
      out.outcomes.push_back({&outcome, when(call, outcome)});
  }
  out.keeps_all |= out.behaviours.empty();
  if (out.behaviours.size() != 1)
    out.spared = std::nullopt;
  return out;
}

Cond Calls::when(ValueId call, const infer::Outcome &outcome) {
  const ir::Function &f = body_.function;
  BlockId block = f.insts[call].block;
  Cond out = kYes;
  if (f.call(call).has_unwind) {
    BlockId to = f.blocks[block].successors[outcome.throws ? 1 : 0];
    out = to == body_.unrolled.cut ? kNo : body_.guards().edge(block, to);
  } else if (outcome.throws) {
    return kNo; // leaves the function
  }
  if (f.insts[call].type != ir::TypeTable::void_type() && !outcome.throws)
    out = body_.table.both(out, body_.belongs(call, outcome.result, block));
  auto arguments = f.arguments(call);
  for (const infer::Given &given : outcome.given) {
    PathRoot root = given.path.root();
    if (given.path.length() == 0 && root.kind == PathRoot::Kind::kParameter &&
        root.index < arguments.size() && given.offset == 0 && given.mask == 0)
      out = body_.table.both(
          out, body_.belongs(arguments[root.index], given.is, block));
  }
  return out;
}

Cond Calls::ends_somehow(ValueId call) {
  const CallEnd &end = at(call);
  if (end.keeps_all)
    return kYes;
  Cond out = kNo;
  for (const CallOutcome &outcome : end.outcomes) {
    if (outcome.outcome->throws)
      return kYes;
    out = body_.table.either(out, outcome.when);
  }
  return out;
}

} // namespace wt::valueflow
