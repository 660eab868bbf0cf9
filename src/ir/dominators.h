// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which blocks lie on every path from the entry to this one?
//
// The dominator tree, with `dominates` in constant time by numbering the tree
// in preorder, and dominance frontiers.  Found by Lengauer and Tarjan, "A Fast
// Algorithm for Finding Dominators in a Flowgraph" (1979), in the variant with
// path compression only: O(edges * log blocks) on every graph, reducible or
// not, without recursion.
//
// Blocks that are never reached are in no tree: ask is_reachable() first.
//
// Tested by tests/unit/ir/dominators_test.cpp.

#pragma once

#include "ir/cfg.h"

namespace wt::ir {

class Dominators {
public:
  Dominators(const Function &function, const Predecessors &preds);

  bool is_reachable(BlockId b) const { return position_[b] != kUnreached; }

  // The closest strict dominator; invalid for the entry.
  BlockId idom(BlockId b) const { return idom_[b]; }

  // Reflexive.  Both blocks must be reachable.
  bool dominates(BlockId a, BlockId b) const {
    return enter_[a] <= enter_[b] && enter_[b] < leave_[a];
  }

  // Number of strict dominators: 0 for the entry.
  std::uint32_t level(BlockId b) const { return level_[b]; }

  // Blocks whose idom is `b`, in reverse post-order.
  std::span<const BlockId> children(BlockId b) const {
    std::uint32_t first = first_child_[b.value];
    return {children_.data() + first, first_child_[b.value + 1] - first};
  }

  // Reverse post-order of the reachable blocks, and the place in it.
  std::span<const BlockId> order() const { return order_; }
  std::uint32_t position(BlockId b) const { return position_[b]; }

private:
  static constexpr std::uint32_t kUnreached = UINT32_MAX;

  void link_children();
  void number_tree();

  std::vector<BlockId> order_;
  IdMap<BlockId, std::uint32_t> position_;
  IdMap<BlockId, BlockId> idom_;
  IdMap<BlockId, std::uint32_t> level_;
  IdMap<BlockId, std::uint32_t> enter_, leave_; // preorder interval
  std::vector<std::uint32_t> first_child_;
  std::vector<BlockId> children_;
};

// frontier[b]: the blocks where the dominance of b ends, that is, blocks with
// a predecessor dominated by b that b does not strictly dominate itself.  In
// increasing order.  Their total size can be quadratic in a contrived graph.
class DominanceFrontiers {
public:
  DominanceFrontiers(const Function &function, const Predecessors &preds,
                     const Dominators &dominators);

  std::span<const BlockId> operator[](BlockId b) const { return frontiers_[b]; }

private:
  IdMap<BlockId, std::vector<BlockId>> frontiers_;
};

} // namespace wt::ir
