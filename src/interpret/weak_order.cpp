// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The nesting of loops by union-find over a depth-first tree, then the nodes
// of each component in reverse post-order.
//
// Why that is a weak topological order: an edge a -> b that is not a back edge
// of the tree has a before b in reverse post-order, and also before the head
// of any component that holds b without a: a is an ancestor of that head in
// the tree, or was finished after it.  A back edge leads to a head that
// collected its source.

#include "interpret/weak_order.h"

#include <algorithm>
#include <ostream>

namespace wt::fixpoint {
namespace {

constexpr std::uint32_t kNone = WeakOrder::kUnreached;

// Depth-first numbers of the nodes that the roots reach.
struct Tree {
  std::vector<std::uint32_t> preorder;     // nodes
  std::vector<std::uint32_t> postorder;    // nodes
  std::vector<std::uint32_t> enter, leave; // by node: interval of preorder

  bool is_ancestor(std::uint32_t a, std::uint32_t b) const { // or equal
    return enter[a] <= enter[b] && enter[b] < leave[a];
  }
};

Tree depth_first(const Graph &graph, std::span<const std::uint32_t> roots) {
  Tree out;
  out.enter.assign(graph.size(), kNone);
  out.leave.assign(graph.size(), kNone);
  struct Visit {
    std::uint32_t node, next;
  };
  std::vector<Visit> stack;
  auto enter = [&](std::uint32_t node) {
    out.enter[node] = static_cast<std::uint32_t>(out.preorder.size());
    out.preorder.push_back(node);
    stack.push_back({node, 0});
  };
  // The last root first, so that the first comes out in front.
  for (std::size_t r = roots.size(); r-- > 0;) {
    if (out.enter[roots[r]] != kNone)
      continue;
    enter(roots[r]);
    while (!stack.empty()) {
      Visit &top = stack.back();
      std::span<const std::uint32_t> next = graph.successors(top.node);
      if (top.next == next.size()) {
        out.leave[top.node] = static_cast<std::uint32_t>(out.preorder.size());
        out.postorder.push_back(top.node);
        stack.pop_back();
        continue;
      }
      std::uint32_t to = next[top.next++];
      if (out.enter[to] == kNone)
        enter(to);
    }
  }
  return out;
}

class Nesting {
public:
  Nesting(const Graph &graph, const Tree &tree)
      : tree_(tree), parent(graph.size(), kNone), is_head(graph.size()),
        representative_(graph.size()), sources_(graph.size()),
        seen_for_(graph.size(), kNone) {
    for (std::uint32_t node = 0; node < graph.size(); ++node)
      representative_[node] = node;
    // Inner components first.
    for (std::size_t i = tree.preorder.size(); i-- > 0;)
      collect(graph, tree.preorder[i]);
  }

private:
  const Tree &tree_;

public:
  std::vector<std::uint32_t> parent; // innermost head around a node
  std::vector<bool> is_head;

private:
  // Everything that reaches a back edge to `head` within its subtree.
  void collect(const Graph &graph, std::uint32_t head) {
    std::vector<std::uint32_t> body;
    auto add = [&](std::uint32_t node) {
      if (node == head || seen_for_[node] == head)
        return;
      seen_for_[node] = head;
      body.push_back(node);
    };
    for (std::uint32_t from : graph.predecessors(head)) {
      if (tree_.enter[from] == kNone)
        continue;
      if (tree_.is_ancestor(head, from)) {
        is_head[head] = true;
        add(find(from));
      } else {
        sources_[head].push_back(from);
      }
    }
    for (std::size_t i = 0; i < body.size(); ++i)
      for (std::uint32_t from : sources_[body[i]]) {
        std::uint32_t source = find(from);
        if (tree_.is_ancestor(head, source))
          add(source);
        else // enters beside the head: for the component around
          sources_[head].push_back(source);
      }
    for (std::uint32_t node : body) {
      parent[node] = head;
      representative_[node] = head;
      sources_[node] = {};
    }
  }

  std::uint32_t find(std::uint32_t node) {
    std::uint32_t top = node;
    while (representative_[top] != top)
      top = representative_[top];
    while (representative_[node] != top) {
      std::uint32_t next = representative_[node];
      representative_[node] = top;
      node = next;
    }
    return top;
  }

  std::vector<std::uint32_t> representative_;       // union-find
  std::vector<std::vector<std::uint32_t>> sources_; // edges not back edges
  std::vector<std::uint32_t> seen_for_;
};

} // namespace

WeakOrder::WeakOrder(const Graph &graph, std::span<const std::uint32_t> roots)
    : position_(graph.size(), kUnreached) {
  Tree tree = depth_first(graph, roots);
  Nesting nesting(graph, tree);
  // Members of each component in post-order: taken from the back.
  std::vector<std::vector<std::uint32_t>> members(graph.size());
  std::vector<std::uint32_t> top;
  for (std::uint32_t node : tree.postorder)
    (nesting.parent[node] == kNone ? top : members[nesting.parent[node]])
        .push_back(node);

  std::vector<std::vector<std::uint32_t>> stack;
  std::vector<std::uint32_t> open; // positions of heads
  stack.push_back(std::move(top));
  while (!stack.empty()) {
    if (stack.back().empty()) {
      stack.pop_back();
      if (!open.empty()) {
        end_[open.back()] = static_cast<std::uint32_t>(order_.size());
        open.pop_back();
      }
      continue;
    }
    std::uint32_t node = stack.back().back();
    stack.back().pop_back();
    position_[node] = static_cast<std::uint32_t>(order_.size());
    order_.push_back(node);
    end_.push_back(position_[node] + 1);
    if (nesting.is_head[node]) {
      open.push_back(position_[node]);
      stack.push_back(std::move(members[node]));
    }
  }
  is_head_ = std::move(nesting.is_head);
}

void WeakOrder::print(std::ostream &out) const {
  std::vector<std::uint32_t> ends;
  for (std::uint32_t i = 0; i < order_.size(); ++i) {
    out << (i ? " " : "") << (is_head_[order_[i]] ? "(" : "") << order_[i];
    if (is_head_[order_[i]])
      ends.push_back(end_[i]);
    for (; !ends.empty() && ends.back() == i + 1; ends.pop_back())
      out << ')';
  }
}

} // namespace wt::fixpoint
