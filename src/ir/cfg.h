// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Who jumps to whom, in which order are blocks visited, and where are loops?
//
// All answers are dense arrays over BlockId, computed once and not kept up to
// date: a pass that changes edges asks again.  Nothing here recurses, so a
// function with 50,000 blocks costs no stack.
//
//   Predecessors preds(function);
//   for (BlockId b : reverse_post_order(function))
//     for (BlockId p : preds[b]) ...
//
// Tested by tests/unit/ir/cfg_test.cpp.

#pragma once

#include "ir/function.h"

#include <span>
#include <vector>

namespace wt::ir {

class Dominators;

// For each block the blocks that may jump to it: each once, in increasing
// order, even when a switch has several cases that lead to the same block.
// Blocks that are never reached count as predecessors too.
class Predecessors {
public:
  explicit Predecessors(const Function &function);

  std::span<const BlockId> operator[](BlockId b) const {
    std::uint32_t first = first_[b.value];
    return {blocks_.data() + first, first_[b.value + 1] - first};
  }

private:
  std::vector<std::uint32_t> first_; // into blocks_, one more than blocks
  std::vector<BlockId> blocks_;
};

// The blocks reached from the entry, each before its successors as far as
// loops allow it.  The entry comes first.
std::vector<BlockId> reverse_post_order(const Function &function);

// One entry per block: is there a path from the entry to it?
std::vector<bool> reachable_blocks(const Function &function);

// Deletes what is never reached and renumbers the other blocks in their old
// order.  Phis lose the operands of deleted predecessors.  The instructions of
// deleted blocks stay in `insts` without a block until compact() is called.
// True when something was deleted.
bool remove_unreachable_blocks(Function &function);

// Drops the operands of the phis of `block` whose incoming block is `gone`.
void drop_phi_operands(Function &function, BlockId block, BlockId gone);

// Makes sure that nothing jumps to the entry, by moving its instructions to a
// new block when something does.  The entry must have no phis.
void free_entry(Function &function);

// A natural loop: a header and all blocks that reach one of its back edges
// without passing the header.
struct Loop {
  static constexpr std::uint32_t kNone = UINT32_MAX;

  BlockId header;
  std::uint32_t parent = kNone; // index of the enclosing loop
  std::uint32_t depth = 1;      // 1: outermost

  bool operator==(const Loop &) const = default;
};

struct BackEdge {
  BlockId from; // latch
  BlockId to;   // header, dominates `from`

  bool operator==(const BackEdge &) const = default;
};

struct Loops {
  std::vector<Loop> loops;          // inner loops before the ones around them
  std::vector<BackEdge> back_edges; // by `from`, then `to`
  IdMap<BlockId, std::uint32_t> innermost; // index into loops, or Loop::kNone
  bool is_irreducible = false; // some cycle has no header that dominates it

  std::uint32_t depth(BlockId b) const {
    return innermost[b] == Loop::kNone ? 0 : loops[innermost[b]].depth;
  }
  bool is_header(BlockId b) const {
    return innermost[b] != Loop::kNone && loops[innermost[b]].header == b;
  }
};

Loops find_loops(const Function &function, const Predecessors &preds,
                 const Dominators &dominators);

} // namespace wt::ir
