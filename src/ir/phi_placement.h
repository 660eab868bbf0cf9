// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// At which blocks do different values of a variable meet?
//
// The iterated dominance frontier of the blocks that define it, restricted to
// blocks where it is live.  The frontier is not tabulated: its definition is
// walked over the dominator tree (Sreedhar and Gao 1995), from the deepest
// definition up, and only through blocks where the variable is live.  The
// work for one variable is bounded by the blocks where it is live and their
// edges, however large the function is.
//
// Tested by tests/unit/ir/promote_test.cpp.

#pragma once

#include "ir/dominators.h"

namespace wt::ir {

class PhiPlacement {
public:
  struct Phi {
    BlockId block;
    VariableId variable;
    auto operator<=>(const Phi &) const = default;
  };

  PhiPlacement(const Function &function, const Predecessors &preds,
               const Dominators &dominators);

  // `block` reads the variable before it writes it.  Once per block.
  void add_use(VariableId variable, BlockId block) {
    uses_.push_back({block, variable});
  }
  // `block` writes the variable.  Once per block.
  void add_def(VariableId variable, BlockId block) {
    defs_.push_back({block, variable});
  }

  // All phis, by block and then by variable.
  std::vector<Phi> run();

private:
  using Touched = Phi; // a block that uses or defines a variable

  void place(VariableId variable, std::span<const Touched> uses,
             std::span<const Touched> defs);
  void find_live_blocks(VariableId variable, std::span<const Touched> uses);
  void walk_subtree(VariableId variable, BlockId root);
  void push_root(BlockId root);

  const Function &function_;
  const Predecessors &preds_;
  const Dominators &dominators_;
  std::vector<Touched> uses_, defs_;
  std::vector<Phi> phis_;

  // Marks of the variable at hand: equal to its id when set.
  IdMap<BlockId, VariableId> live_in_, defines_, visited_, considered_;
  std::vector<std::pair<std::uint32_t, BlockId>> roots_; // heap by level
  std::vector<BlockId> stack_;
};

} // namespace wt::ir
