// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Over which graph is iterated?
//
// Any one whose nodes are dense ids, given by a function from a node to its
// successors.  It is copied once into flat arrays, with the edges of both
// directions; a backward analysis runs on reversed().
//
//   Graph graph = make_graph<ir::BlockId>(
//       function.blocks.size(),
//       [&](ir::BlockId b) { return std::span(function.blocks[b].successors);
//       });
//
// Inside, nodes are plain numbers; the iterators give the problem its own ids.
//
// Tested by tests/unit/interpret/.

#pragma once

#include <concepts>
#include <cstdint>
#include <span>
#include <vector>

namespace wt::fixpoint {

// Id<Tag> of support/id.h, or a number.
template <class N>
concept NodeId = std::integral<N> || requires(N n) {
  { n.value } -> std::convertible_to<std::uint32_t>;
  N(std::size_t{});
};

template <NodeId N> std::uint32_t index_of(N node) {
  if constexpr (std::integral<N>)
    return static_cast<std::uint32_t>(node);
  else
    return node.value;
}

template <NodeId N> N node_at(std::uint32_t index) {
  if constexpr (std::integral<N>)
    return static_cast<N>(index);
  else
    return N(std::size_t(index));
}

class Graph {
public:
  struct Edge {
    std::uint32_t from, to;
  };
  // Edges may be given in any order; doubles are kept once.
  Graph(std::size_t nodes, std::vector<Edge> edges);

  std::size_t size() const { return out_.first.size() - 1; }
  std::size_t edge_count() const { return out_.nodes.size(); }
  std::span<const std::uint32_t> successors(std::uint32_t node) const {
    return out_[node];
  }
  std::span<const std::uint32_t> predecessors(std::uint32_t node) const {
    return in_[node];
  }
  Graph reversed() const;

private:
  struct Lists {
    std::vector<std::uint32_t> first; // into nodes, one more than nodes
    std::vector<std::uint32_t> nodes;
    std::span<const std::uint32_t> operator[](std::uint32_t node) const {
      return {nodes.data() + first[node], first[node + 1] - first[node]};
    }
  };
  Graph(Lists out, Lists in) : out_(std::move(out)), in_(std::move(in)) {}

  Lists out_, in_; // in order of edges as given, by node
};

template <NodeId N, class Successors>
Graph make_graph(std::size_t nodes, Successors &&successors) {
  std::vector<Graph::Edge> edges;
  for (std::uint32_t node = 0; node < nodes; ++node)
    for (N to : successors(node_at<N>(node)))
      edges.push_back({node, index_of(to)});
  return Graph(nodes, std::move(edges));
}

// The nodes reached from `roots`, each before its successors as far as cycles
// allow it.
std::vector<std::uint32_t>
reverse_post_order(const Graph &graph, std::span<const std::uint32_t> roots);

} // namespace wt::fixpoint
