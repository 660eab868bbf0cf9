// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes by points-to: see points_to_effects.h.

#include "flow/points_to_effects.h"

namespace wt::flow {

using ir::Op;
using ir::ValueId;
using pointer::PointSet;
using Writer = PointerQuestions::Writer;

Writes PointsToEffects::writes(ValueId inst, const PointSet &cells) const {
  auto perhaps = [](bool may) {
    return may ? Writes::kPerhaps : Writes::kNothing;
  };
  if (!answers_.is_complete())
    return Writes::kPerhaps;
  auto asked = [&](Writer how, ValueId value) {
    ValueId there = in_body_(value);
    questions_.note_writer(how, there);
    return there;
  };
  switch (function_.insts[inst].op) {
  case Op::kStore:
    return answers_.store(asked(Writer::kStore, function_.operand(inst, 0)),
                          cells);
  case Op::kMemCopy:
  case Op::kMemFill:
    return perhaps(answers_.block_write(
        asked(Writer::kBlock, function_.operand(inst, 0)), cells));
  case Op::kCall:
    return perhaps(answers_.call(asked(Writer::kCall, inst), cells));
  case Op::kUnknown:
    return perhaps(!function_.operands_of(inst).empty());
  default:
    return Writes::kNothing;
  }
}

PointSet PointsToEffects::cells_behind(ValueId address,
                                       std::int64_t bytes) const {
  ValueId there = in_body_(address);
  questions_.note_cells(there, bytes);
  return answers_.cells_behind(there, bytes);
}

bool PointsToEffects::may_look(ValueId call, ValueId address,
                               std::int64_t bytes) const {
  ValueId caller = in_body_(call), there = in_body_(address);
  questions_.note_look(caller, there, bytes);
  return answers_.may_look(caller, answers_.cells_behind(there, bytes));
}

} // namespace wt::flow
