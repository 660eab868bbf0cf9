// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions that are nothing but a graph, for the tests of edges, dominators
// and loops:  graph(4, {{0, 1}, {0, 2}, {1, 3}, {2, 3}}).

#pragma once

#include "ir/function.h"

#include <random>
#include <utility>
#include <vector>

namespace wt::ir::test {

using Edges = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

inline Function graph(std::size_t blocks, const Edges &edges) {
  Function f;
  f.blocks.resize(blocks);
  for (auto [from, to] : edges)
    f.blocks[BlockId(from)].successors.push_back(BlockId(to));
  for (BlockId b : f.blocks.ids())
    f.append(
        b,
        Inst{.op = f.blocks[b].successors.empty() ? Op::kReturn : Op::kBranch,
             .type = TypeTable::void_type()},
        {});
  return f;
}

// Each block has up to three random successors; parts may be unreachable.
inline Function random_graph(std::mt19937 &random, std::uint32_t blocks) {
  Edges edges;
  for (std::uint32_t b = 0; b < blocks; ++b)
    for (std::uint32_t n = random() % 4; n > 0; --n)
      edges.emplace_back(b, random() % blocks);
  return graph(blocks, edges);
}

// b0 .. b(n-1) may each leave to its own o(i), and o(0) -> o(1) -> ...: the
// dominance frontier of the i-th block has n - i blocks.
inline Function ladder(std::uint32_t n) {
  Edges edges;
  for (std::uint32_t i = 0; i < n; ++i) {
    if (i + 1 < n)
      edges.emplace_back(i, i + 1);
    edges.emplace_back(i, n + i);
    if (i + 1 < n)
      edges.emplace_back(n + i, n + i + 1);
  }
  return graph(2 * n, edges);
}

} // namespace wt::ir::test
