// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loop forest and unrolled graph (Saturn, Section 3.5).
//
// A copy of a block is named by the iteration it is in of each loop around it
// (its context).  Following an edge keeps the numbers of the loops it stays
// in, adds one when it goes to the header of such a loop, drops those it
// leaves and starts at 0 in those it enters.

#include "flow/unroll.h"

#include <algorithm>
#include <map>

namespace wt::flow {
namespace {

using ir::BlockId;
using Context =
    std::vector<std::uint32_t>; // iteration per loop, outermost first

// Strongly connected components of `blocks` without the edges into `cut`.
class Components {
public:
  Components(const ir::Function &function, const std::vector<BlockId> &blocks,
             BlockId cut)
      : function_(function), cut_(cut), state_(function.blocks.size()) {
    for (BlockId b : blocks)
      state_[b].inside = true;
    for (BlockId b : blocks)
      if (!state_[b].index)
        visit(b);
  }
  std::vector<std::vector<BlockId>> found;

private:
  struct State {
    bool inside = false, on_stack = false;
    std::uint32_t index = 0, low = 0;
  };

  // Tarjan, with an explicit stack of (block, next successor).
  void visit(BlockId root) {
    std::vector<std::pair<BlockId, std::size_t>> frames;
    open(root);
    frames.push_back({root, 0});
    while (!frames.empty()) {
      auto &[block, next] = frames.back();
      const auto &successors = function_.blocks[block].successors;
      if (next < successors.size()) {
        BlockId to = successors[next++];
        if (!state_[to].inside || to == cut_)
          continue;
        if (!state_[to].index) {
          open(to);
          frames.push_back({to, 0});
        } else if (state_[to].on_stack) {
          state_[block].low = std::min(state_[block].low, state_[to].index);
        }
        continue;
      }
      BlockId done = block;
      frames.pop_back();
      if (!frames.empty()) {
        State &parent = state_[frames.back().first];
        parent.low = std::min(parent.low, state_[done].low);
      }
      if (state_[done].low == state_[done].index)
        close(done);
    }
  }
  void open(BlockId b) {
    state_[b].index = state_[b].low = ++count_;
    state_[b].on_stack = true;
    stack_.push_back(b);
  }
  void close(BlockId root) {
    std::vector<BlockId> component;
    BlockId b;
    do {
      b = stack_.back();
      stack_.pop_back();
      state_[b].on_stack = false;
      component.push_back(b);
    } while (b != root);
    const auto &next = function_.blocks[root].successors;
    bool loops = component.size() > 1 ||
                 (std::ranges::find(next, root) != next.end() && root != cut_);
    if (loops)
      found.push_back(std::move(component));
  }

  const ir::Function &function_;
  BlockId cut_;
  IdMap<BlockId, State> state_;
  std::vector<BlockId> stack_;
  std::uint32_t count_ = 0;
};

std::vector<std::uint32_t> postorder_numbers(const ir::Function &function) {
  std::vector<std::uint32_t> number(function.blocks.size(), 0);
  std::vector<bool> seen(function.blocks.size());
  std::uint32_t count = 0;
  std::vector<std::pair<BlockId, std::size_t>> stack;
  stack.push_back({ir::Function::entry(), 0});
  seen[0] = true;
  while (!stack.empty()) {
    auto &[block, next] = stack.back();
    const auto &successors = function.blocks[block].successors;
    if (next < successors.size()) {
      BlockId to = successors[next++];
      if (!seen[to.value]) {
        seen[to.value] = true;
        stack.push_back({to, 0});
      }
      continue;
    }
    number[block.value] = ++count;
    stack.pop_back();
  }
  return number;
}

void find_nested(const ir::Function &function,
                 const std::vector<std::uint32_t> &postorder,
                 const std::vector<BlockId> &blocks, BlockId cut, LoopId parent,
                 LoopForest &forest) {
  Components components(function, blocks, cut);
  for (const auto &component : components.found) {
    BlockId header = *std::ranges::max_element(
        component, {}, [&](BlockId b) { return postorder[b.value]; });
    std::uint32_t depth = parent.valid() ? forest.loops[parent].depth + 1 : 0;
    LoopId loop = forest.loops.push({header, parent, depth});
    for (BlockId b : component)
      forest.innermost[b] = loop;
    find_nested(function, postorder, component, header, loop, forest);
  }
}

class Unroller {
public:
  Unroller(const ir::Function &function, LoopForest forest,
           const Copies &wanted, std::size_t max_nodes)
      : function_(function), wanted_(wanted), max_nodes_(max_nodes) {
    graph_.forest = std::move(forest);
  }

  std::optional<Graph> run() {
    std::uint32_t entry = copy_of(ir::Function::entry(), entry_context());
    for (std::uint32_t at = entry; at < copies_.size(); ++at) {
      if (copies_.size() > max_nodes_)
        return std::nullopt;
      expand(at);
    }
    number_in_topological_order();
    find_dominators();
    return std::move(graph_);
  }

private:
  struct Copy {
    BlockId block;
    Context context;
    std::vector<std::int64_t> successors; // -1: cut
  };

  std::vector<LoopId> loops_around(BlockId block) const {
    std::vector<LoopId> out;
    for (LoopId l = graph_.forest.innermost[block]; l.valid();
         l = graph_.forest.loops[l].parent)
      out.push_back(l);
    std::ranges::reverse(out);
    return out;
  }
  Context entry_context() const {
    return Context(loops_around(ir::Function::entry()).size(), 0);
  }
  std::uint32_t copy_of(BlockId block, Context context) {
    auto [found, is_new] = index_.try_emplace(
        {block, context}, static_cast<std::uint32_t>(copies_.size()));
    if (is_new)
      copies_.push_back({block, std::move(context), {}});
    return found->second;
  }
  // The copy of its header at which a widened loop is in the middle.
  std::uint32_t middle() const { return wanted_.iterations > 1; }
  std::uint32_t rounds_of(LoopId loop) const {
    if (wanted_.widened.contains(loop))
      return wanted_.iterations + middle();
    auto found = wanted_.written_out.find(loop);
    return found == wanted_.written_out.end() ? wanted_.iterations
                                              : found->second;
  }
  // The context of `to` when reached from `from`; nothing when cut.
  std::optional<Context> follow(BlockId from, const Context &context,
                                BlockId to) {
    std::vector<LoopId> around_from = loops_around(from);
    Context out;
    for (LoopId loop : loops_around(to)) {
      auto at = std::ranges::find(around_from, loop);
      if (at == around_from.end()) {
        out.push_back(0);
        continue;
      }
      std::uint32_t iteration = context[at - around_from.begin()];
      if (graph_.forest.loops[loop].header == to) {
        if (++iteration >= rounds_of(loop)) {
          graph_.cut.insert(loop);
          return std::nullopt;
        }
      }
      out.push_back(iteration);
    }
    return out;
  }
  void expand(std::uint32_t at) {
    std::vector<std::int64_t> successors;
    BlockId block = copies_[at].block;
    Context context = copies_[at].context;
    for (BlockId to : function_.blocks[block].successors) {
      auto next = follow(block, context, to);
      successors.push_back(next ? std::int64_t(copy_of(to, std::move(*next)))
                                : -1);
    }
    copies_[at].successors = std::move(successors);
  }

  void number_in_topological_order() {
    std::vector<std::uint32_t> order; // postorder
    std::vector<bool> seen(copies_.size());
    std::vector<std::pair<std::uint32_t, std::size_t>> stack{{0, 0}};
    seen[0] = true;
    while (!stack.empty()) {
      auto &[copy, next] = stack.back();
      if (next < copies_[copy].successors.size()) {
        std::int64_t to = copies_[copy].successors[next++];
        if (to >= 0 && !seen[to]) {
          seen[to] = true;
          stack.push_back({static_cast<std::uint32_t>(to), 0});
        }
        continue;
      }
      order.push_back(copy);
      stack.pop_back();
    }
    std::ranges::reverse(order);
    std::vector<NodeId> node(copies_.size());
    for (std::size_t i = 0; i < order.size(); ++i)
      node[order[i]] = NodeId(i);
    std::map<BlockId, std::uint32_t> count;
    for (std::uint32_t copy : order) {
      Node made;
      made.block = copies_[copy].block;
      made.copy = count[made.block]++;
      LoopId inner = graph_.forest.innermost[made.block];
      if (inner.valid() && wanted_.widened.contains(inner) &&
          graph_.forest.loops[inner].header == made.block &&
          copies_[copy].context.back() == middle())
        made.widens = inner;
      for (std::int64_t to : copies_[copy].successors)
        made.successors.push_back(to < 0 ? NodeId() : node[to]);
      graph_.nodes.push(std::move(made));
    }
    for (NodeId n : graph_.nodes.ids())
      for (std::uint32_t i = 0; i < graph_.nodes[n].successors.size(); ++i)
        if (NodeId to = graph_.nodes[n].successors[i]; to.valid())
          graph_.nodes[to].predecessors.push_back({n, i});
  }
  void find_dominators() {
    auto common = [&](NodeId a, NodeId b) {
      while (a != b) {
        NodeId &later = a < b ? b : a;
        later = graph_.nodes[later].dominator;
      }
      return a;
    };
    for (NodeId n : graph_.nodes.ids()) {
      Node &node = graph_.nodes[n];
      if (node.predecessors.empty())
        continue;
      node.dominator = node.predecessors[0].from;
      for (const Node::Edge &edge : node.predecessors)
        node.dominator = common(node.dominator, edge.from);
    }
  }

  const ir::Function &function_;
  const Copies &wanted_;
  std::size_t max_nodes_;
  Graph graph_;
  std::vector<Copy> copies_;
  std::map<std::pair<BlockId, Context>, std::uint32_t> index_;
};

} // namespace

bool LoopForest::contains(LoopId loop, BlockId block) const {
  for (LoopId l = innermost[block]; l.valid(); l = loops[l].parent)
    if (l == loop)
      return true;
  return false;
}

bool Graph::dominates(NodeId a, NodeId b) const {
  while (b.valid() && a < b)
    b = nodes[b].dominator;
  return a == b;
}

void Graph::find_reachability() {
  std::size_t words = (nodes.size() + 63) / 64;
  before.resize(nodes.size());
  for (NodeId n : nodes.ids()) {
    std::vector<std::uint64_t> set(words);
    for (const Node::Edge &edge : nodes[n].predecessors) {
      const std::vector<std::uint64_t> &more = before[edge.from];
      for (std::size_t i = 0; i < words; ++i)
        set[i] |= more[i];
      set[edge.from.value / 64] |= std::uint64_t(1) << edge.from.value % 64;
    }
    before[n] = std::move(set);
  }
}

LoopForest find_loops(const ir::Function &function) {
  LoopForest forest;
  forest.innermost = IdMap<BlockId, LoopId>(function.blocks.size());
  std::vector<std::uint32_t> postorder = postorder_numbers(function);
  std::vector<BlockId> reachable;
  for (BlockId b : function.blocks.ids())
    if (postorder[b.value])
      reachable.push_back(b);
  find_nested(function, postorder, reachable, BlockId(), LoopId(), forest);
  return forest;
}

std::optional<Graph> unroll(const ir::Function &function, LoopForest forest,
                            const Copies &copies, std::size_t max_nodes) {
  return Unroller(function, std::move(forest), copies, max_nodes).run();
}

} // namespace wt::flow
