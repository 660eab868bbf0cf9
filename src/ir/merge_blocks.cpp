// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Straight lines of blocks become one block; see ir/merge_blocks.h.

#include "ir/merge_blocks.h"

#include "ir/cfg.h"

#include <algorithm>

namespace wt::ir {

namespace {

class BlockMerger {
public:
  explicit BlockMerger(Function &function)
      : function_(function), preds_(function), now_(function.blocks.size()) {}

  void run() {
    for (BlockId b : reverse_post_order(function_)) {
      if (now_[b])
        continue; // part of an earlier block
      while (BlockId next = only_follower(b))
        append(b, next);
    }
    // A phi names the block where the value comes from; that is now the one
    // its end was appended to.
    for (std::vector<BlockId> &from : function_.phi_blocks)
      for (BlockId &b : from)
        if (now_.contains(b) && now_[b])
          b = now_[b];
  }

private:
  // The block that only ever runs directly after b, if there is one.
  BlockId only_follower(BlockId b) const {
    const Block &block = function_.blocks[b];
    if (function_.insts[block.insts.back()].op != Op::kBranch ||
        block.successors.size() != 1)
      return BlockId();
    BlockId next = block.successors[0];
    if (next == b || next == Function::entry() || preds_[next].size() != 1 ||
        function_.insts[function_.blocks[next].insts.front()].op == Op::kPhi)
      return BlockId();
    return next;
  }

  void append(BlockId b, BlockId next) {
    Block &to = function_.blocks[b], &from = function_.blocks[next];
    function_.insts[to.insts.back()].block = BlockId();
    to.insts.pop_back();
    for (ValueId v : from.insts)
      function_.insts[v].block = b;
    to.insts.insert(to.insts.end(), from.insts.begin(), from.insts.end());
    to.successors = std::move(from.successors);
    from = Block{};
    now_[next] = b;
  }

  Function &function_;
  Predecessors preds_;          // as they were; only their number is asked for
  IdMap<BlockId, BlockId> now_; // the block this one was appended to
};

} // namespace

void merge_blocks(Function &function) { BlockMerger(function).run(); }

} // namespace wt::ir
