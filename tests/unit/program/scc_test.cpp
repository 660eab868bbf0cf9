// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Are components right and callees before callers?  Random graphs against
// reachability computed by Warshall's algorithm.

#include "program/scc.h"
#include "unit_builder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace wt::test {
namespace {

using Matrix = std::vector<std::vector<bool>>;

Matrix random_edges(std::mt19937 &random, int nodes, int edges) {
  Matrix matrix(nodes, std::vector<bool>(nodes));
  for (int i = 0; i < edges; ++i)
    matrix[random() % nodes][random() % nodes] = true;
  return matrix;
}

Adjacency<ProcedureId, ProcedureId> adjacency(const Matrix &edges) {
  Adjacency<ProcedureId, ProcedureId> out;
  for (const std::vector<bool> &row : edges) {
    for (std::size_t to = 0; to < row.size(); ++to)
      if (row[to])
        out.add(ProcedureId(to));
    out.end_node();
  }
  return out;
}

Matrix closure(Matrix reach) {
  for (std::size_t k = 0; k < reach.size(); ++k)
    for (std::size_t i = 0; i < reach.size(); ++i)
      for (std::size_t j = 0; j < reach.size() && reach[i][k]; ++j)
        if (reach[k][j])
          reach[i][j] = true;
  return reach;
}

TEST(Scc, RandomGraphsAgainstReachability) {
  std::mt19937 random(1);
  for (int round = 0; round < 400; ++round) {
    int nodes = 1 + static_cast<int>(random() % 14);
    Matrix edges =
        random_edges(random, nodes, static_cast<int>(random() % (nodes * 2)));
    Matrix reach = closure(edges);
    auto sccs = components(adjacency(edges));
    std::vector<int> scc_of(nodes, -1);
    for (SccId scc : sccs.ids()) {
      EXPECT_TRUE(std::is_sorted(sccs[scc].begin(), sccs[scc].end()));
      for (ProcedureId p : sccs[scc]) {
        EXPECT_EQ(scc_of[p.value], -1) << "in two components";
        scc_of[p.value] = static_cast<int>(scc.value);
      }
    }
    for (int a = 0; a < nodes; ++a)
      for (int b = 0; b < nodes; ++b) {
        bool together = a == b || (reach[a][b] && reach[b][a]);
        EXPECT_EQ(scc_of[a] == scc_of[b], together);
        if (edges[a][b]) {
          EXPECT_GE(scc_of[a], scc_of[b]) << "caller before callee";
        }
      }
  }
}

TEST(Scc, LongChainDoesNotOverflowTheStack) {
  Adjacency<ProcedureId, ProcedureId> chain;
  constexpr std::uint32_t kLength = 1000000;
  for (std::uint32_t i = 0; i < kLength; ++i) {
    if (i + 1 < kLength)
      chain.add(ProcedureId(i + 1));
    chain.end_node();
  }
  auto sccs = components(chain);
  EXPECT_EQ(sccs.size(), kLength);
  EXPECT_EQ(sccs[SccId(0)][0], ProcedureId(kLength - 1));
}

TEST(Scc, GraphBetweenComponents) {
  UnitBuilder b("/p/a.c");
  FunctionId top = b.define("top"), even = b.define("even"),
             odd = b.define("odd"), leaf = b.define("leaf");
  b.call(top, even);
  b.call(top, odd);
  b.call(even, odd);
  b.call(odd, even);
  b.call(odd, leaf);
  b.call(even, leaf);
  auto program = link_all(std::move(b));
  ASSERT_EQ(program->sccs().size(), 3u);
  SccGraph graph = scc_graph(*program);
  auto scc = [&](const char *name) {
    return program->procedures()[*program->find(name)].scc;
  };
  EXPECT_EQ(scc("even"), scc("odd"));
  EXPECT_LT(scc("leaf"), scc("even"));
  EXPECT_LT(scc("even"), scc("top"));
  ASSERT_EQ(graph.callees[scc("top")].size(), 1u);
  EXPECT_EQ(graph.callees[scc("top")][0], scc("even"));
  ASSERT_EQ(graph.callers[scc("leaf")].size(), 1u);
  EXPECT_EQ(graph.callers[scc("leaf")][0], scc("even"));
  EXPECT_TRUE(graph.callees[scc("leaf")].empty());
}

} // namespace
} // namespace wt::test
