// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The dominator tree by Lengauer and Tarjan; see ir/dominators.h.
//
// Blocks are numbered by a depth-first search.  The semidominator of w is the
// smallest number from which w is reached over a path whose inner blocks all
// have larger numbers than w.  Taken from the last number to the first, it is
// the minimum over the predecessors of w of what evaluate() finds on their
// way up a forest that grows by one link per block.

#include "ir/dominators.h"

namespace wt::ir {

namespace {

class LengauerTarjan {
public:
  LengauerTarjan(const Function &function, const Predecessors &preds)
      : preds_(preds), number_(function.blocks.size(), kNone) {
    search(function);
  }

  void run(IdMap<BlockId, BlockId> &idom) {
    std::uint32_t count = static_cast<std::uint32_t>(block_.size());
    semi_.resize(count);
    best_.resize(count);
    for (std::uint32_t w = 0; w < count; ++w)
      semi_[w] = best_[w] = w;
    ancestor_.assign(count, kNone);
    dominator_.assign(count, 0);
    // Buckets as linked lists: blocks whose semidominator is the index.
    std::vector<std::uint32_t> bucket(count, kNone), next(count, kNone);

    for (std::uint32_t w = count; w-- > 1;) {
      for (BlockId p : preds_[block_[w]])
        if (number_[p] != kNone)
          semi_[w] = std::min(semi_[w], semi_[evaluate(number_[p])]);
      next[w] = std::exchange(bucket[semi_[w]], w);
      std::uint32_t parent = parent_[w];
      ancestor_[w] = parent;
      for (std::uint32_t v = bucket[parent]; v != kNone; v = next[v]) {
        std::uint32_t u = evaluate(v);
        dominator_[v] = semi_[u] < semi_[v] ? u : parent;
      }
      bucket[parent] = kNone;
    }
    for (std::uint32_t w = 1; w < count; ++w) {
      if (dominator_[w] != semi_[w])
        dominator_[w] = dominator_[dominator_[w]];
      idom[block_[w]] = block_[dominator_[w]];
    }
  }

private:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  // Fills block_, number_ and parent_ in the order of first visits.
  void search(const Function &function) {
    if (function.blocks.empty())
      return;
    struct Visit {
      BlockId block;
      std::uint32_t next;
    };
    std::vector<Visit> stack;
    auto enter = [&](BlockId b, std::uint32_t parent) {
      number_[b] = static_cast<std::uint32_t>(block_.size());
      block_.push_back(b);
      parent_.push_back(parent);
      stack.push_back({b, 0});
    };
    enter(Function::entry(), kNone);
    while (!stack.empty()) {
      Visit &top = stack.back();
      const std::vector<BlockId> &out = function.blocks[top.block].successors;
      if (top.next == out.size()) {
        stack.pop_back();
        continue;
      }
      BlockId s = out[top.next++];
      if (number_[s] == kNone)
        enter(s, number_[top.block]);
    }
  }

  // The block with the smallest semidominator on the way from v up to, but
  // not including, the root of its tree in the forest.
  std::uint32_t evaluate(std::uint32_t v) {
    if (ancestor_[v] == kNone)
      return v;
    // Compress: the nodes below the root's child, from the top down.
    path_.clear();
    for (std::uint32_t u = v; ancestor_[ancestor_[u]] != kNone;
         u = ancestor_[u])
      path_.push_back(u);
    while (!path_.empty()) {
      std::uint32_t u = path_.back();
      path_.pop_back();
      std::uint32_t above = ancestor_[u];
      if (semi_[best_[above]] < semi_[best_[u]])
        best_[u] = best_[above];
      ancestor_[u] = ancestor_[above];
    }
    return best_[v];
  }

  const Predecessors &preds_;
  IdMap<BlockId, std::uint32_t> number_;
  std::vector<BlockId> block_;          // by number
  std::vector<std::uint32_t> parent_;   // in the depth-first tree
  std::vector<std::uint32_t> semi_;     // semidominator
  std::vector<std::uint32_t> ancestor_; // in the forest, kNone: a root
  std::vector<std::uint32_t> best_;     // smallest semi_ on the compressed way
  std::vector<std::uint32_t> dominator_;
  std::vector<std::uint32_t> path_;
};

} // namespace

Dominators::Dominators(const Function &function, const Predecessors &preds)
    : order_(reverse_post_order(function)),
      position_(function.blocks.size(), kUnreached),
      idom_(function.blocks.size()), level_(function.blocks.size(), 0),
      enter_(function.blocks.size(), 0), leave_(function.blocks.size(), 0) {
  for (std::uint32_t i = 0; i < order_.size(); ++i)
    position_[order_[i]] = i;
  LengauerTarjan(function, preds).run(idom_);
  link_children();
  number_tree();
}

void Dominators::link_children() {
  first_child_.assign(position_.size() + 1, 0);
  for (BlockId b : order_)
    if (idom_[b])
      ++first_child_[idom_[b].value + 1];
  for (std::size_t i = 1; i < first_child_.size(); ++i)
    first_child_[i] += first_child_[i - 1];
  children_.resize(first_child_.back());
  std::vector<std::uint32_t> next(first_child_.begin(), first_child_.end() - 1);
  for (BlockId b : order_)
    if (idom_[b]) {
      children_[next[idom_[b].value]++] = b;
      level_[b] = level_[idom_[b]] + 1; // the idom comes first in the order
    }
}

// An interval of preorder numbers per block: subtree sizes from the leaves
// up, then numbers from the root down.
void Dominators::number_tree() {
  IdMap<BlockId, std::uint32_t> size(position_.size(), 1);
  for (std::size_t i = order_.size(); i-- > 1;)
    size[idom_[order_[i]]] += size[order_[i]];
  if (!order_.empty())
    leave_[order_[0]] = size[order_[0]];
  for (BlockId b : order_) {
    std::uint32_t next = enter_[b] + 1;
    for (BlockId child : children(b)) {
      enter_[child] = next;
      next += size[child];
      leave_[child] = next;
    }
  }
}

DominanceFrontiers::DominanceFrontiers(const Function &function,
                                       const Predecessors &preds,
                                       const Dominators &dominators)
    : frontiers_(function.blocks.size()) {
  // In increasing order of the join, so that each frontier is sorted.  The
  // entry is a join as soon as anything jumps back to it.
  for (BlockId join : function.blocks.ids()) {
    if (!dominators.is_reachable(join))
      continue;
    for (BlockId p : preds[join]) {
      if (!dominators.is_reachable(p))
        continue;
      for (BlockId b = p; b.valid() && b != dominators.idom(join);
           b = dominators.idom(b)) {
        if (!frontiers_[b].empty() && frontiers_[b].back() == join)
          break; // from here on up, another predecessor was here before
        frontiers_[b].push_back(join);
      }
    }
  }
}

} // namespace wt::ir
