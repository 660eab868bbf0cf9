// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Small random graphs, many of them irreducible, some nodes unreachable.

#pragma once

#include "interpret/graph.h"

#include <random>

namespace wt::fixpoint::test {

inline Graph random_graph(std::mt19937 &random, std::uint32_t most_nodes) {
  std::uint32_t nodes = 1 + random() % most_nodes;
  std::vector<Graph::Edge> edges;
  for (std::uint32_t n = random() % (2 * nodes + 1); n > 0; --n)
    edges.push_back(
        {std::uint32_t(random() % nodes), std::uint32_t(random() % nodes)});
  // A spine makes large parts reachable.
  for (std::uint32_t i = 0; i + 1 < nodes; ++i)
    if (random() % 3)
      edges.push_back({i, i + 1});
  return Graph(nodes, std::move(edges));
}

} // namespace wt::fixpoint::test
