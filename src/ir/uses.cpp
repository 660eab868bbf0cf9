// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Uses of values: see uses.h.

#include "ir/uses.h"

namespace wt::ir {

Users users(const Function &function) {
  Users out(function.insts.size());
  for (const Block &block : function.blocks)
    for (ValueId v : block.insts)
      for (ValueId used : function.operands_of(v))
        if (std::vector<ValueId> &all = out[used.value];
            all.empty() || all.back() != v)
          all.push_back(v);
  return out;
}

std::vector<bool> looked_at(const Function &function) {
  std::vector<bool> out(function.insts.size(), false);
  for (ValueId v : function.insts.ids())
    if (function.insts[v].op != Op::kAssign)
      for (ValueId operand : function.operands_of(v))
        out[operand.value] = true;
  return out;
}

} // namespace wt::ir
