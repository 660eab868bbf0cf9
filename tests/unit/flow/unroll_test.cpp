// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Is the unrolled graph the paths of the function, and no others?  For random
// graphs every walk that enters each loop at most n times is a path in it.

#include "flow/unroll.h"

#include <gtest/gtest.h>

#include <random>

namespace wt::flow {
namespace {

using ir::BlockId;

ir::Function graph(std::vector<std::vector<unsigned>> edges) {
  ir::Function f;
  for (const auto &to : edges) {
    ir::Block block;
    for (unsigned b : to)
      block.successors.push_back(BlockId(b));
    f.blocks.push(block);
  }
  return f;
}

TEST(Unroll, FindsNestedLoops) {
  // 0 -> 1 -> 2 -> 3 -> 2, 3 -> 1, 1 -> 4
  LoopForest forest = find_loops(graph({{1}, {2, 4}, {3}, {2, 1}, {}}));
  ASSERT_EQ(forest.loops.size(), 2u);
  EXPECT_EQ(forest.loops[LoopId(0)].header, BlockId(1));
  EXPECT_EQ(forest.loops[LoopId(1)].header, BlockId(2));
  EXPECT_EQ(forest.loops[LoopId(1)].parent, LoopId(0));
  EXPECT_TRUE(forest.contains(LoopId(0), BlockId(3)));
  EXPECT_FALSE(forest.contains(LoopId(0), BlockId(4)));
}

TEST(Unroll, ALoopOfOneBlock) {
  LoopForest forest = find_loops(graph({{1}, {1, 2}, {}}));
  ASSERT_EQ(forest.loops.size(), 1u);
  auto g = unroll(graph({{1}, {1, 2}, {}}), forest, {.iterations = 3}, 100);
  ASSERT_TRUE(g);
  EXPECT_EQ(g->nodes.size(), 5u); // entry, three rounds, exit
  EXPECT_EQ(g->cut.size(), 1u);
}

TEST(Unroll, GivesUpWhenTooLarge) {
  ir::Function f = graph({{1}, {2, 4}, {3}, {2, 1}, {}});
  EXPECT_FALSE(unroll(f, find_loops(f), {.iterations = 50}, 100));
}

TEST(Unroll, AWidenedLoopHasItsFirstRoundAndLaterOnes) {
  ir::Function f = graph({{1}, {1, 2}, {}});
  auto g =
      unroll(f, find_loops(f), {.iterations = 3, .widened = {LoopId(0)}}, 100);
  ASSERT_TRUE(g);
  EXPECT_EQ(g->nodes.size(), 6u);
  EXPECT_FALSE(g->nodes[NodeId(1)].widens.valid());
  EXPECT_TRUE(g->nodes[NodeId(2)].widens.valid());
  EXPECT_FALSE(g->nodes[NodeId(3)].widens.valid());
}

TEST(Unroll, AWidenedLoopOfOneRoundIsInTheMiddle) {
  ir::Function f = graph({{1}, {1, 2}, {}});
  auto g =
      unroll(f, find_loops(f), {.iterations = 1, .widened = {LoopId(0)}}, 100);
  ASSERT_TRUE(g);
  EXPECT_EQ(g->nodes.size(), 3u);
  EXPECT_TRUE(g->nodes[NodeId(1)].widens.valid());
}

TEST(Unroll, ALoopIsWrittenOutAsOftenAsSaid) {
  ir::Function f = graph({{1}, {1, 2}, {}});
  auto g = unroll(f, find_loops(f),
                  {.iterations = 3, .written_out = {{LoopId(0), 9}}}, 100);
  ASSERT_TRUE(g);
  EXPECT_EQ(g->nodes.size(), 11u);
}

class RandomGraphs : public testing::TestWithParam<int> {};

TEST_P(RandomGraphs, AreAcyclicAndConsistent) {
  std::mt19937 random(GetParam());
  std::vector<std::vector<unsigned>> edges(3 + random() % 8);
  for (auto &to : edges)
    for (int i = random() % 3; i >= 0; --i)
      to.push_back(random() % edges.size());
  ir::Function f = graph(edges);
  auto g = unroll(f, find_loops(f), {.iterations = 2}, 5000);
  ASSERT_TRUE(g);
  g->find_reachability();
  for (NodeId n : g->nodes.ids()) {
    const Node &node = g->nodes[n];
    const auto &successors = f.blocks[node.block].successors;
    ASSERT_EQ(node.successors.size(), successors.size());
    for (std::size_t i = 0; i < successors.size(); ++i) {
      NodeId to = node.successors[i];
      if (!to.valid())
        continue;
      EXPECT_LT(n, to) << "not in topological order";
      EXPECT_EQ(g->nodes[to].block, successors[i]);
      EXPECT_TRUE(g->reaches(n, to));
      EXPECT_FALSE(g->reaches(to, n));
    }
    if (n.value > 0) {
      EXPECT_TRUE(g->dominates(node.dominator, n));
      for (const Node::Edge &edge : node.predecessors)
        EXPECT_TRUE(g->dominates(node.dominator, edge.from));
    }
  }
  // A walk is in the graph until it takes an edge that was cut, and an edge
  // is cut only where a loop would begin its third round.
  for (int walk = 0; walk < 20; ++walk) {
    NodeId at(0);
    std::vector<unsigned> seen(edges.size());
    while (true) {
      BlockId block = g->nodes[at].block;
      ++seen[block.value];
      const auto &successors = f.blocks[block].successors;
      if (successors.empty())
        break;
      std::size_t i = random() % successors.size();
      NodeId next = g->nodes[at].successors[i];
      if (!next.valid()) {
        EXPECT_GE(seen[successors[i].value], 1u);
        break;
      }
      at = next;
    }
  }
}
INSTANTIATE_TEST_SUITE_P(Seeds, RandomGraphs, testing::Range(0, 200));

} // namespace
} // namespace wt::flow
