// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Nodes and their order: see body_nodes.h.

#include "interpret/body_nodes.h"

#include "interpret/weak_order.h"
#include "ir/cfg.h"

#include <algorithm>

namespace wt::infer {

using ir::BlockId;
using ir::Op;
using ir::ValueId;

BodyNodes::BodyNodes(const ir::Function &function) {
  make(function);
  find_live(function);
}

namespace {

// Does the way from here lead to the return, and nothing happens on it?
bool only_returns(const ir::Function &function, BlockId block) {
  constexpr int kSteps = 4;
  for (int step = 0; step < kSteps; ++step) {
    const ir::Block &b = function.blocks[block];
    for (ValueId v : b.insts) {
      Op op = function.insts[v].op;
      if (op == Op::kReturn)
        return true;
      if (op != Op::kPhi && op != Op::kAssign && op != Op::kScopeEnd &&
          op != Op::kBranch)
        return false;
    }
    if (b.successors.size() != 1)
      return false;
    block = b.successors[0];
  }
  return false;
}

} // namespace

void BodyNodes::make(const ir::Function &function) {
  fixpoint::WeakOrder order(
      fixpoint::make_graph<BlockId>(
          function.blocks.size(),
          [&](BlockId b) { return std::span(function.blocks[b].successors); }),
      {{ir::Function::entry().value}});
  first_.resize(function.blocks.size());
  std::vector<std::pair<std::uint32_t, std::uint32_t>> open; // loop, its end
  for (std::uint32_t at = 0; at < order.size(); ++at) {
    BlockId b(order.order()[at]);
    for (; !open.empty() && open.back().second == at; open.pop_back())
      loops_[open.back().first].end = NodeId(nodes_.size());
    first_[b] = NodeId(nodes_.size());
    if (order.is_head(b.value)) {
      std::uint32_t around = open.empty() ? BodyLoop::kNone : open.back().first;
      open.push_back({loops_.size(), order.component_end(at)});
      loops_.push_back({first_[b], {}, around});
    }
    const std::vector<ValueId> &insts = function.blocks[b].insts;
    std::uint32_t begin = 0;
    for (std::uint32_t i = 0; i < insts.size(); ++i)
      if (function.insts[insts[i]].op == Op::kCall || i + 1 == insts.size()) {
        nodes_.push({.block = b,
                     .begin = begin,
                     .end = i + 1,
                     .loop = open.empty() ? BodyLoop::kNone : open.back().first,
                     .is_head = begin == 0 && order.is_head(b.value)});
        begin = i + 1;
      }
  }
  for (auto [loop, end] : open)
    loops_[loop].end = NodeId(nodes_.size());
  for (BodyNode &node : nodes_)
    node.is_last = node.begin == 0 && only_returns(function, node.block);
}

// Which values does a node, or one after it, use that were computed before?
void BodyNodes::find_live(const ir::Function &function) {
  ir::Predecessors preds(function);
  IdMap<ValueId, NodeId> made(function.insts.size());
  IdMap<BlockId, NodeId> last(function.blocks.size());
  for (NodeId n : nodes_.ids()) {
    const BodyNode &node = nodes_[n];
    last[node.block] = n;
    for (std::uint32_t i = node.begin; i < node.end; ++i)
      made[function.blocks[node.block].insts[i]] = n;
  }
  std::vector<std::pair<ValueId, NodeId>> uses; // value, node that needs it
  for (NodeId n : nodes_.ids())
    for (std::uint32_t i = nodes_[n].begin; i < nodes_[n].end; ++i) {
      ValueId v = function.blocks[nodes_[n].block].insts[i];
      auto operands = function.operands_of(v);
      for (std::size_t k = 0; k < operands.size(); ++k) {
        bool is_phi = function.insts[v].op == Op::kPhi;
        NodeId at = is_phi ? last[function.incoming(v)[k]] : n;
        NodeId from = made[operands[k]]; // invalid: a leaf
        if (from.valid() && at.valid() && from != at)
          uses.push_back({operands[k], at});
      }
    }
  std::sort(uses.begin(), uses.end());
  uses.erase(std::unique(uses.begin(), uses.end()), uses.end());
  std::vector<NodeId> todo;
  for (auto [v, use] : uses) {
    todo.push_back(use);
    while (!todo.empty()) {
      NodeId n = todo.back();
      todo.pop_back();
      std::vector<ValueId> &live = nodes_[n].live;
      if (made[v] == n || (!live.empty() && live.back() == v))
        continue; // values come in order
      live.push_back(v);
      if (nodes_[n].begin > 0)
        todo.push_back(NodeId(n.value - 1));
      else
        for (BlockId p : preds[nodes_[n].block])
          if (last[p].valid())
            todo.push_back(last[p]);
    }
  }
}

NodeId BodyNodes::next_after(NodeId node,
                             const std::set<NodeId> &worklist) const {
  auto on = worklist.upper_bound(node);
  for (std::uint32_t loop = nodes_[node].loop; loop != BodyLoop::kNone;
       loop = loops_[loop].around) {
    if (on != worklist.end() && *on < loops_[loop].end)
      return *on;
    auto again = worklist.lower_bound(loops_[loop].head);
    if (again != worklist.end() && *again <= node)
      return *again;
  }
  return on != worklist.end() ? *on : *worklist.begin();
}

} // namespace wt::infer
