// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls that are looked through: see followed.h.

#include "summary/followed.h"

#include <algorithm>

namespace wt::infer {

std::span<const ProcedureId> followed(const Program &program,
                                      ProcedureId caller, ir::ValueId call) {
  CallTargets targets = program.targets(caller, call);
  bool is_virtual =
      program.body(caller).call(call).virtual_class != StringTable::empty();
  bool by_type = targets.certainty == CallTargets::Certainty::kCandidates;
  if (targets.procedures.size() > kMaxFollowed || (by_type && !is_virtual))
    return {};
  return targets.procedures;
}

bool may_go_otherwise(
    const Program &program, ProcedureId caller, ir::ValueId call,
    std::span<const ProcedureId> callees,
    const std::function<const Behaviour *(ProcedureId)> &behaviour) {
  if (callees.empty() || program.targets(caller, call).certainty !=
                             CallTargets::Certainty::kStored)
    return false;
  bool returns = false, may_be_zero = false, may_be_other = false;
  for (ProcedureId callee : callees) {
    const Behaviour *known = behaviour(callee);
    if (!known || !known->is_known())
      return false;
    for (const Outcome &outcome : known->outcomes) {
      if (outcome.throws)
        continue;
      returns = true;
      may_be_zero |= outcome.result.may_be_zero();
      may_be_other |= !outcome.result.is_zero();
    }
  }
  ir::TypeId type = program.body(caller).insts[call].type;
  if (!returns || type == ir::TypeTable::void_type())
    return !returns;
  bool is_pointer = program.unit_of(caller).types.is_pointer(type);
  return is_pointer ? !may_be_other : may_be_zero != may_be_other;
}

Adjacency<ProcedureId, ProcedureId> followed_calls(const Program &program) {
  Adjacency<ProcedureId, ProcedureId> out;
  std::vector<ProcedureId> callees;
  for (ProcedureId p : program.procedures().ids()) {
    callees.clear();
    if (program.procedures()[p].has_body)
      for (const ir::Block &block : program.body(p).blocks)
        for (ir::ValueId v : block.insts)
          if (program.body(p).insts[v].op == ir::Op::kCall)
            for (ProcedureId callee : followed(program, p, v))
              callees.push_back(callee);
    std::sort(callees.begin(), callees.end());
    callees.erase(std::unique(callees.begin(), callees.end()), callees.end());
    for (ProcedureId callee : callees)
      out.add(callee);
    out.end_node();
  }
  return out;
}

} // namespace wt::infer
