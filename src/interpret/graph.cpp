// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Flat graphs and their post-order, without recursion.

#include "interpret/graph.h"

#include <algorithm>
#include <cassert>

namespace wt::fixpoint {

Graph::Graph(std::size_t nodes, std::vector<Edge> edges) {
  // Stable by source; doubles of one source are found with a stamp.
  std::vector<std::uint32_t> begin(nodes + 1, 0);
  for (const Edge &edge : edges) {
    assert(edge.from < nodes && edge.to < nodes && "edge out of range");
    ++begin[edge.from + 1];
  }
  for (std::size_t i = 0; i < nodes; ++i)
    begin[i + 1] += begin[i];
  std::vector<std::uint32_t> targets(edges.size()), next(begin);
  for (const Edge &edge : edges)
    targets[next[edge.from]++] = edge.to;

  std::vector<std::uint32_t> seen_from(nodes, UINT32_MAX);
  std::vector<std::uint32_t> in_degree(nodes, 0);
  out_.first.push_back(0);
  for (std::uint32_t from = 0; from < nodes; ++from) {
    for (std::uint32_t i = begin[from]; i < begin[from + 1]; ++i) {
      std::uint32_t to = targets[i];
      if (seen_from[to] == from)
        continue;
      seen_from[to] = from;
      ++in_degree[to];
      out_.nodes.push_back(to);
    }
    out_.first.push_back(static_cast<std::uint32_t>(out_.nodes.size()));
  }
  in_.first.push_back(0);
  for (std::uint32_t node = 0; node < nodes; ++node)
    in_.first.push_back(in_.first.back() + in_degree[node]);
  in_.nodes.resize(out_.nodes.size());
  std::vector<std::uint32_t> place(in_.first);
  for (std::uint32_t from = 0; from < nodes; ++from)
    for (std::uint32_t to : out_[from])
      in_.nodes[place[to]++] = from;
}

Graph Graph::reversed() const { return Graph(in_, out_); }

std::vector<std::uint32_t>
reverse_post_order(const Graph &graph, std::span<const std::uint32_t> roots) {
  struct Visit {
    std::uint32_t node, next;
  };
  std::vector<std::uint32_t> out;
  std::vector<bool> is_seen(graph.size());
  std::vector<Visit> stack;
  // The last root first, so that the first comes out in front.
  for (std::size_t r = roots.size(); r-- > 0;) {
    if (is_seen[roots[r]])
      continue;
    is_seen[roots[r]] = true;
    stack.push_back({roots[r], 0});
    while (!stack.empty()) {
      Visit &top = stack.back();
      std::span<const std::uint32_t> next = graph.successors(top.node);
      if (top.next == next.size()) {
        out.push_back(top.node);
        stack.pop_back();
        continue;
      }
      std::uint32_t to = next[top.next++];
      if (!is_seen[to]) {
        is_seen[to] = true;
        stack.push_back({to, 0});
      }
    }
  }
  std::ranges::reverse(out);
  return out;
}

} // namespace wt::fixpoint
