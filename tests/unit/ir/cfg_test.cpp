// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "graph.h"

#include "ir/cfg.h"
#include "ir/compact.h"
#include "ir/dominators.h"

#include <gtest/gtest.h>

namespace wt::ir {
namespace {

using test::graph;

std::vector<std::uint32_t> numbers(std::span<const BlockId> blocks) {
  std::vector<std::uint32_t> out;
  for (BlockId b : blocks)
    out.push_back(b.value);
  return out;
}

using Numbers = std::vector<std::uint32_t>;

TEST(Predecessors, AreDistinctAndSorted) {
  Function f = graph(4, {{0, 2}, {0, 1}, {0, 2}, {1, 2}, {3, 2}, {2, 2}});
  Predecessors preds(f);
  EXPECT_EQ(numbers(preds[BlockId(0)]), Numbers{});
  EXPECT_EQ(numbers(preds[BlockId(1)]), Numbers{0});
  EXPECT_EQ(numbers(preds[BlockId(2)]), (Numbers{0, 1, 2, 3}));
}

TEST(Order, VisitsSuccessorsLater) {
  Function f = graph(6, {{0, 1}, {0, 2}, {1, 3}, {2, 3}, {3, 1}, {3, 4}});
  EXPECT_EQ(numbers(reverse_post_order(f)), (Numbers{0, 2, 1, 3, 4}));
  EXPECT_EQ(reachable_blocks(f),
            (std::vector<bool>{true, true, true, true, true, false}));
}

TEST(Order, IsEmptyForADeclaration) {
  Function f;
  EXPECT_TRUE(reverse_post_order(f).empty());
  EXPECT_FALSE(remove_unreachable_blocks(f));
}

TEST(Unreachable, BlocksGoAndPhisFollow) {
  // b1 and b2 are dead; b3 joins b0, b2 and b4.
  Function f = graph(5, {{0, 3}, {0, 4}, {1, 2}, {2, 3}, {4, 3}});
  TypeId any = TypeTable::unknown();
  ValueId x = f.add(Inst{.op = Op::kOpaque, .type = any}, {});
  ValueId y = f.add(Inst{.op = Op::kUndef, .type = any}, {});
  f.phi_blocks.push_back({BlockId(2), BlockId(4), BlockId(0)});
  ValueId phi =
      f.append(BlockId(3), Inst{.op = Op::kPhi, .type = any}, {y, x, x});
  std::swap(f.blocks[BlockId(3)].insts[0], f.blocks[BlockId(3)].insts[1]);

  EXPECT_TRUE(remove_unreachable_blocks(f));
  ASSERT_EQ(f.blocks.size(), 3u);
  EXPECT_EQ(numbers(f.blocks[BlockId(0)].successors), (Numbers{1, 2}));
  EXPECT_EQ(f.insts[phi].block, BlockId(1));
  EXPECT_EQ(numbers(f.incoming(phi)), (Numbers{2, 0}));
  EXPECT_EQ(f.operands_of(phi).size(), 2u);
  EXPECT_EQ(f.operand(phi, 0), x);
  EXPECT_FALSE(remove_unreachable_blocks(f));
}

Loops loops_of(const Function &f) {
  Predecessors preds(f);
  Dominators dominators(f, preds);
  return find_loops(f, preds, dominators);
}

TEST(Loops, Nest) {
  // 1 { 2 { 3 self } 4 } 5, two latches for the outer loop
  Function f = graph(
      6,
      {{0, 1}, {1, 2}, {1, 5}, {2, 3}, {3, 3}, {3, 4}, {4, 2}, {4, 1}, {2, 1}});
  Loops loops = loops_of(f);
  EXPECT_FALSE(loops.is_irreducible);
  ASSERT_EQ(loops.loops.size(), 3u);
  EXPECT_EQ(loops.back_edges,
            (std::vector<BackEdge>{{BlockId(2), BlockId(1)},
                                   {BlockId(3), BlockId(3)},
                                   {BlockId(4), BlockId(1)},
                                   {BlockId(4), BlockId(2)}}));
  Numbers depths;
  for (BlockId b : f.blocks.ids())
    depths.push_back(loops.depth(b));
  EXPECT_EQ(depths, (Numbers{0, 1, 2, 3, 2, 0}));
  EXPECT_TRUE(loops.is_header(BlockId(3)));
  EXPECT_FALSE(loops.is_header(BlockId(4)));
  EXPECT_EQ(loops.loops[loops.innermost[BlockId(4)]].header, BlockId(2));
}

TEST(Loops, IrreducibleCycleHasNoHeader) {
  Loops loops = loops_of(graph(4, {{0, 1}, {0, 2}, {1, 2}, {2, 1}, {2, 3}}));
  EXPECT_TRUE(loops.is_irreducible);
  EXPECT_TRUE(loops.loops.empty());
}

// By definition: b is in the loop of h when b reaches a latch without h.
TEST(Loops, AgreeWithTheDefinition) {
  std::mt19937 random(7);
  for (int round = 0; round < 400; ++round) {
    Function f = test::random_graph(random, 1 + random() % 12);
    Predecessors preds(f);
    Dominators dominators(f, preds);
    Loops loops = find_loops(f, preds, dominators);
    IdMap<BlockId, std::uint32_t> depth(f.blocks.size(), 0);
    for (BlockId header : f.blocks.ids()) {
      IdMap<BlockId, char> inside(f.blocks.size(), false);
      std::vector<BlockId> stack;
      bool is_header = false;
      for (const BackEdge &edge : loops.back_edges)
        if (edge.to == header) {
          is_header = true;
          stack.push_back(edge.from);
        }
      if (!is_header)
        continue;
      inside[header] = true;
      while (!stack.empty()) {
        BlockId b = stack.back();
        stack.pop_back();
        if (inside[b] || !dominators.is_reachable(b))
          continue;
        inside[b] = true;
        for (BlockId p : preds[b])
          stack.push_back(p);
      }
      for (BlockId b : f.blocks.ids())
        depth[b] += inside[b];
    }
    for (BlockId b : f.blocks.ids())
      EXPECT_EQ(loops.depth(b), depth[b])
          << "round " << round << " b" << b.value;
  }
}

} // namespace
} // namespace wt::ir
