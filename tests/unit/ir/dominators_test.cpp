// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "graph.h"

#include "ir/dominators.h"

#include <gtest/gtest.h>

namespace wt::ir {
namespace {

using test::graph;

struct Tree {
  explicit Tree(const Function &f) : preds(f), dominators(f, preds) {}
  Predecessors preds;
  Dominators dominators;
};

TEST(Dominators, OfADiamondInALoop) {
  Function f =
      graph(7, {{0, 1}, {1, 2}, {1, 3}, {2, 4}, {3, 4}, {4, 1}, {4, 5}});
  Dominators d = Tree(f).dominators;
  EXPECT_FALSE(d.idom(BlockId(0)).valid());
  EXPECT_EQ(d.idom(BlockId(2)), BlockId(1));
  EXPECT_EQ(d.idom(BlockId(3)), BlockId(1));
  EXPECT_EQ(d.idom(BlockId(4)), BlockId(1));
  EXPECT_EQ(d.idom(BlockId(5)), BlockId(4));
  EXPECT_FALSE(d.is_reachable(BlockId(6)));
  EXPECT_EQ(d.level(BlockId(5)), 3u);
  EXPECT_EQ(d.children(BlockId(1)).size(), 3u);
  EXPECT_TRUE(d.dominates(BlockId(1), BlockId(5)));
  EXPECT_TRUE(d.dominates(BlockId(1), BlockId(1)));
  EXPECT_FALSE(d.dominates(BlockId(2), BlockId(4)));
}

// Reached from the entry without passing `without`?
std::vector<bool> reached_without(const Function &f, BlockId without) {
  std::vector<bool> reached(f.blocks.size(), false);
  std::vector<BlockId> stack;
  if (Function::entry() != without)
    stack.push_back(Function::entry());
  while (!stack.empty()) {
    BlockId b = stack.back();
    stack.pop_back();
    if (b == without || reached[b.value])
      continue;
    reached[b.value] = true;
    for (BlockId s : f.blocks[b].successors)
      stack.push_back(s);
  }
  return reached;
}

void check_against_definition(const Function &f) {
  Tree tree(f);
  const Dominators &d = tree.dominators;
  DominanceFrontiers frontiers(f, tree.preds, d);
  std::vector<bool> reached = reachable_blocks(f);
  for (BlockId a : f.blocks.ids()) {
    EXPECT_EQ(d.is_reachable(a), reached[a.value]);
    if (!reached[a.value])
      continue;
    std::vector<bool> escaped = reached_without(f, a);
    for (BlockId b : f.blocks.ids())
      if (reached[b.value])
        EXPECT_EQ(d.dominates(a, b), !escaped[b.value]);
    if (a != Function::entry()) {
      EXPECT_NE(d.idom(a), a);
      EXPECT_TRUE(d.dominates(d.idom(a), a));
      EXPECT_EQ(d.level(a), d.level(d.idom(a)) + 1);
      // Every other strict dominator dominates the closest one.
      for (BlockId b : f.blocks.ids())
        if (reached[b.value] && b != a && d.dominates(b, a))
          EXPECT_TRUE(d.dominates(b, d.idom(a)));
    }
    std::vector<BlockId> expected;
    for (BlockId b : f.blocks.ids()) {
      bool from_inside = false;
      for (BlockId p : tree.preds[b])
        from_inside |= reached[p.value] && d.dominates(a, p);
      if (reached[b.value] && from_inside && (a == b || !d.dominates(a, b)))
        expected.push_back(b);
    }
    std::span<const BlockId> frontier = frontiers[a];
    EXPECT_EQ(std::vector<BlockId>(frontier.begin(), frontier.end()), expected);
  }
}

TEST(Dominators, AgreeWithTheDefinition) {
  std::mt19937 random(11);
  for (int round = 0; round < 1500; ++round) {
    check_against_definition(test::random_graph(random, 1 + random() % 14));
    if (HasFailure())
      FAIL() << "round " << round;
  }
  check_against_definition(test::ladder(20));
}

// Would take minutes if it were quadratic, and overflow a recursive walk.
TEST(Dominators, OfLargeFunctions) {
  const std::uint32_t n = 100000;
  Dominators d = Tree(test::ladder(n)).dominators;
  EXPECT_EQ(d.idom(BlockId(2 * n - 1)), BlockId(0));
  EXPECT_EQ(d.level(BlockId(n - 1)), n - 1);

  test::Edges loops; // n nested do-while loops
  for (std::uint32_t i = 0; i + 1 < n; ++i)
    loops.emplace_back(i, i + 1);
  for (std::uint32_t i = 0; i < n / 2; ++i)
    loops.emplace_back(n - 1 - i, i + 1);
  Function f = graph(n, loops);
  Tree tree(f);
  EXPECT_EQ(tree.dominators.level(BlockId(n - 1)), n - 1);
  Loops found = find_loops(f, tree.preds, tree.dominators);
  EXPECT_EQ(found.depth(BlockId(n / 2)), n / 2);
}

} // namespace
} // namespace wt::ir
