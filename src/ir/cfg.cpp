// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Edges, visiting orders and loops of a function; see ir/cfg.h.
//
// Loops are found from the inside out: the headers are taken in reverse of the
// visiting order, and each collects its body backwards from its latches.  A
// block that already belongs to a loop stands for that whole loop, so every
// block is walked over once per loop it heads, not once per nesting level.

#include "ir/cfg.h"

#include "ir/dominators.h"

#include <algorithm>

namespace wt::ir {

Predecessors::Predecessors(const Function &function)
    : first_(function.blocks.size() + 1, 0) {
  // `seen` drops the second edge between the same two blocks.
  IdMap<BlockId, BlockId> seen(function.blocks.size());
  for (BlockId b : function.blocks.ids())
    for (BlockId s : function.blocks[b].successors)
      if (seen[s] != b) {
        seen[s] = b;
        ++first_[s.value + 1];
      }
  for (std::size_t i = 1; i < first_.size(); ++i)
    first_[i] += first_[i - 1];
  blocks_.resize(first_.back());
  std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
  seen = IdMap<BlockId, BlockId>(function.blocks.size());
  for (BlockId b : function.blocks.ids())
    for (BlockId s : function.blocks[b].successors)
      if (seen[s] != b) {
        seen[s] = b;
        blocks_[next[s.value]++] = b;
      }
}

std::vector<BlockId> reverse_post_order(const Function &function) {
  std::vector<BlockId> order;
  if (function.blocks.empty())
    return order;
  struct Visit {
    BlockId block;
    std::uint32_t next; // successor to look at next
  };
  std::vector<bool> seen(function.blocks.size(), false);
  std::vector<Visit> stack{{Function::entry(), 0}};
  seen[0] = true;
  while (!stack.empty()) {
    Visit &top = stack.back();
    const std::vector<BlockId> &out = function.blocks[top.block].successors;
    if (top.next == out.size()) {
      order.push_back(top.block);
      stack.pop_back();
      continue;
    }
    BlockId s = out[top.next++];
    if (!seen[s.value]) {
      seen[s.value] = true;
      stack.push_back({s, 0});
    }
  }
  std::reverse(order.begin(), order.end());
  return order;
}

std::vector<bool> reachable_blocks(const Function &function) {
  std::vector<bool> reached(function.blocks.size(), false);
  if (function.blocks.empty())
    return reached;
  std::vector<BlockId> stack{Function::entry()};
  reached[0] = true;
  while (!stack.empty()) {
    BlockId b = stack.back();
    stack.pop_back();
    for (BlockId s : function.blocks[b].successors)
      if (!reached[s.value]) {
        reached[s.value] = true;
        stack.push_back(s);
      }
  }
  return reached;
}

namespace {

// Keeps the operands of a phi for whose incoming block `keep` holds.
template <class Keep>
void filter_phi(Function &function, ValueId v, Keep keep) {
  Inst &phi = function.insts[v];
  std::vector<BlockId> &from = function.phi_blocks[phi.extra];
  std::span<ValueId> values = function.operands_of(v);
  std::uint32_t kept = 0;
  for (std::uint32_t i = 0; i < phi.operand_count; ++i)
    if (keep(from[i])) {
      from[kept] = from[i];
      values[kept++] = values[i];
    }
  from.resize(kept);
  phi.operand_count = kept;
}

template <class Visit>
void for_each_phi(Function &function, BlockId b, Visit visit) {
  for (ValueId v : function.blocks[b].insts) {
    if (function.insts[v].op != Op::kPhi)
      break;
    visit(v);
  }
}

} // namespace

void drop_phi_operands(Function &function, BlockId block, BlockId gone) {
  for_each_phi(function, block, [&](ValueId v) {
    filter_phi(function, v, [&](BlockId from) { return from != gone; });
  });
}

bool remove_unreachable_blocks(Function &function) {
  std::vector<bool> reached = reachable_blocks(function);
  if (std::find(reached.begin(), reached.end(), false) == reached.end())
    return false;

  IdMap<BlockId, BlockId> renamed(function.blocks.size());
  IdMap<BlockId, Block> kept;
  for (BlockId b : function.blocks.ids()) {
    if (reached[b.value]) {
      for_each_phi(function, b, [&](ValueId v) {
        filter_phi(function, v, [&](BlockId p) { return reached[p.value]; });
      });
      renamed[b] = kept.push(std::move(function.blocks[b]));
    } else {
      for (ValueId v : function.blocks[b].insts)
        function.insts[v].block = BlockId();
    }
  }
  function.blocks = std::move(kept);
  for (BlockId b : function.blocks.ids()) {
    Block &block = function.blocks[b];
    for (BlockId &s : block.successors)
      s = renamed[s];
    for (ValueId v : block.insts) {
      Inst &inst = function.insts[v];
      inst.block = b;
      if (inst.op == Op::kPhi)
        for (BlockId &from : function.phi_blocks[inst.extra])
          from = renamed[from];
    }
  }
  return true;
}

void free_entry(Function &function) {
  const BlockId entry = Function::entry();
  auto jumps_to_entry = [&](const Block &block) {
    return std::ranges::find(block.successors, entry) != block.successors.end();
  };
  if (std::ranges::none_of(function.blocks, jumps_to_entry))
    return;
  BlockId moved = function.blocks.push(std::move(function.blocks[entry]));
  function.blocks[entry] = Block{};
  for (Block &block : function.blocks)
    std::ranges::replace(block.successors, entry, moved);
  for (std::vector<BlockId> &from : function.phi_blocks)
    std::ranges::replace(from, entry, moved);
  for (ValueId v : function.blocks[moved].insts)
    function.insts[v].block = moved;
  function.append(entry,
                  Inst{.op = Op::kBranch, .type = TypeTable::void_type()}, {});
  function.blocks[entry].successors = {moved};
}

namespace {

class LoopFinder {
public:
  LoopFinder(const Function &function, const Predecessors &preds,
             const Dominators &dominators)
      : preds_(preds), dominators_(dominators) {
    found_.innermost =
        IdMap<BlockId, std::uint32_t>(function.blocks.size(), Loop::kNone);
    find_back_edges(function);
  }

  Loops run() {
    std::span<const BlockId> order = dominators_.order();
    for (std::size_t i = order.size(); i-- > 0;)
      if (has_latch(order[i]))
        collect(order[i]);
    // A loop comes before the loops around it, so depths go backwards.
    for (std::size_t i = found_.loops.size(); i-- > 0;) {
      Loop &loop = found_.loops[i];
      if (loop.parent != Loop::kNone)
        loop.depth = found_.loops[loop.parent].depth + 1;
    }
    return std::move(found_);
  }

private:
  void find_back_edges(const Function &function) {
    for (BlockId from : function.blocks.ids()) {
      if (!dominators_.is_reachable(from))
        continue;
      std::vector<BlockId> out = function.blocks[from].successors;
      std::sort(out.begin(), out.end());
      out.erase(std::unique(out.begin(), out.end()), out.end());
      for (BlockId to : out) {
        if (dominators_.dominates(to, from))
          found_.back_edges.push_back({from, to});
        else if (dominators_.position(to) <= dominators_.position(from))
          found_.is_irreducible = true;
      }
    }
  }

  bool has_latch(BlockId header) const {
    for (BlockId p : preds_[header])
      if (dominators_.is_reachable(p) && dominators_.dominates(header, p))
        return true;
    return false;
  }

  // The outermost loop found so far around loop `i`.
  std::uint32_t outermost(std::uint32_t i) {
    std::uint32_t root = i;
    while (around_[root] != root)
      root = around_[root];
    while (around_[i] != root)
      i = std::exchange(around_[i], root);
    return root;
  }

  void collect(BlockId header) {
    std::uint32_t self = static_cast<std::uint32_t>(found_.loops.size());
    found_.loops.push_back({.header = header});
    around_.push_back(self);
    found_.innermost[header] = self;
    for (BlockId p : preds_[header])
      if (dominators_.is_reachable(p) && dominators_.dominates(header, p))
        stack_.push_back(p);
    while (!stack_.empty()) {
      BlockId b = stack_.back();
      stack_.pop_back();
      BlockId top = b; // where the walk goes on
      if (found_.innermost[b] == Loop::kNone) {
        found_.innermost[b] = self;
      } else {
        std::uint32_t inner = outermost(found_.innermost[b]);
        if (inner == self)
          continue;
        found_.loops[inner].parent = self;
        around_[inner] = self;
        top = found_.loops[inner].header;
      }
      for (BlockId p : preds_[top])
        if (dominators_.is_reachable(p))
          stack_.push_back(p);
    }
  }

  const Predecessors &preds_;
  const Dominators &dominators_;
  Loops found_;
  std::vector<std::uint32_t> around_; // loop to one around it, compressed
  std::vector<BlockId> stack_;
};

} // namespace

Loops find_loops(const Function &function, const Predecessors &preds,
                 const Dominators &dominators) {
  return LoopFinder(function, preds, dominators).run();
}

} // namespace wt::ir
