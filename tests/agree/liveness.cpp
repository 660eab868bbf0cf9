// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Liveness by iterating backwards until nothing changes.  A phi uses its
// operands at the end of the incoming blocks, so it uses nothing in its own.

#include "liveness.h"

namespace wt::agree {

using namespace ir;

void Liveness::step_back(const Function &function, ValueId v,
                         std::vector<bool> &live) {
  live[v.value] = false;
  if (function.insts[v].op == Op::kPhi)
    return;
  for (ValueId used : function.operands_of(v))
    live[used.value] = true;
}

Liveness::Liveness(const Function &function) {
  const std::vector<bool> nothing(function.insts.size());
  IdMap<BlockId, std::vector<bool>> at_start(function.blocks.size(), nothing);
  after_.resize(function.blocks.size());
  for (bool changed = true; changed;) {
    changed = false;
    for (BlockId b : function.blocks.ids()) {
      const Block &block = function.blocks[b];
      std::vector<bool> live = nothing;
      for (BlockId next : block.successors) {
        for (std::size_t i = 0; i < live.size(); ++i)
          live[i] = live[i] || at_start[next][i];
        for (ValueId v : function.blocks[next].insts) {
          if (function.insts[v].op != Op::kPhi)
            continue;
          std::span<const BlockId> from = function.incoming(v);
          for (std::size_t i = 0; i < from.size(); ++i)
            if (from[i] == b)
              live[function.operand(v, i).value] = true;
        }
      }
      std::vector<std::vector<bool>> after(block.insts.size());
      for (std::size_t i = block.insts.size(); i-- > 0;) {
        after[i] = live;
        step_back(function, block.insts[i], live);
      }
      after_[b] = std::move(after);
      if (live != at_start[b]) {
        at_start[b] = std::move(live);
        changed = true;
      }
    }
  }
}

} // namespace wt::agree
