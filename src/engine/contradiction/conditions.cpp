// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conditions of branches as facts about the error cell.  See conditions.h.

#include "engine/contradiction/conditions.h"

namespace wt::contradiction {

using ir::Op;
using ir::ValueId;

bool assume(FunctionView &view, const Cells &cells, ErrorCell &cell,
            ValueId condition, bool holds) {
  ExprId value = view.expr(condition);
  return cells.add_known(cell, value,
                         holds ? NumberClass::differs(0)
                               : NumberClass::equals(0)) &&
         (holds || cells.add_equal(cell, value, cells.exprs.null(), true));
}

bool take_branch(FunctionView &view, const Cells &cells, ErrorCell &cell,
                 ir::BlockId block, std::size_t successor) {
  const ir::Function &function = view.function;
  ValueId end = function.terminator(block);
  const ir::Inst &inst = function.insts[end];
  const auto &successors = function.blocks[block].successors;
  if (inst.op == Op::kSwitch) {
    const std::vector<std::int64_t> &cases = function.switch_info(end).cases;
    ExprId selector = view.expr(function.operand(end, 0));
    if (successor > 0)
      return cells.add_known(cell, selector,
                             NumberClass::equals(cases[successor - 1]));
    for (std::int64_t number : cases)
      if (!cells.add_known(cell, selector, NumberClass::differs(number)))
        return false;
    return true;
  }
  if (inst.op != Op::kBranch || inst.operand_count == 0 ||
      successors[0] == successors[1])
    return true;
  return assume(view, cells, cell, function.operand(end, 0), successor == 0);
}

} // namespace wt::contradiction
