// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Do large and awkward systems end, after how many steps, and rightly?

#include "pointer/solver.h"

#include <gtest/gtest.h>

#include <functional>

namespace wt::pointer {
namespace {

using List = std::vector<std::uint32_t>;

class FunctionClient : public Client {
public:
  std::function<void(std::uint32_t, ObjectId)> on = [](auto, auto) {};
  void on_function(std::uint32_t token, ObjectId function) override {
    on(token, function);
  }
};

Solution solved(Constraints &c, std::uint64_t steps = 1'000'000) {
  FunctionClient client;
  Budget budget(steps);
  return solve(c, client, budget);
}

List offsets(const Solution &solution, NodeId node) {
  List out;
  for (LocationId id : solution.points_to(node))
    out.push_back(solution.location(id).offset);
  return out;
}

TEST(SolverCycle, HundredThousandNodesAreOne) {
  constexpr std::uint32_t kNodes = 100'000;
  Constraints c;
  for (std::uint32_t i = 0; i < kNodes; ++i)
    c.add_node();
  for (std::uint32_t i = 0; i < kNodes; ++i)
    c.copy(NodeId((i + 1) % kNodes), NodeId(i));
  for (std::uint32_t i = 0; i < 1000; ++i)
    c.address_of(NodeId(i * 97), c.add_object({.size = 8}));
  Solution solution = solved(c, 20 * kNodes);
  ASSERT_TRUE(solution.is_complete());
  EXPECT_EQ(solution.points_to(NodeId(5)).size(), 1000u);
  EXPECT_EQ(solution.representative(NodeId(5)),
            solution.representative(NodeId(kNodes - 1)));
  EXPECT_EQ(solution.statistics().merged_nodes, kNodes - 1);
}

// The cycle closes only once a function is found through a pointer.
TEST(SolverCycle, CycleThatAppearsWhileSolving) {
  constexpr std::uint32_t kNodes = 20'000, kObjects = 500;
  Constraints c;
  NodeId called = c.add_node();
  for (std::uint32_t i = 0; i < kNodes; ++i)
    c.add_node();
  for (std::uint32_t i = 1; i < kNodes; ++i)
    c.copy(NodeId(i + 1), NodeId(i));
  for (std::uint32_t i = 0; i < kObjects; ++i)
    c.address_of(NodeId(1 + i * 40), c.add_object({.size = 8}));
  ObjectId function = c.add_object({.is_function = true});
  NodeId cell = c.add_node();
  c.address_of(cell, c.add_object({.size = 8}));
  c.address_of(called, function);
  c.indirect_call(called, 7);
  FunctionClient client;
  client.on = [&](std::uint32_t token, ObjectId object) {
    EXPECT_EQ(token, 7u);
    EXPECT_EQ(object, function);
    c.store(cell, NodeId(kNodes));
    c.load(NodeId(1), cell);
  };
  Budget budget(100 * kNodes); // each object around the cycle: 250 times more
  Solution solution = solve(c, client, budget);
  ASSERT_TRUE(solution.is_complete());
  for (std::uint32_t i : {1u, 2u, kNodes / 2, kNodes})
    EXPECT_EQ(solution.points_to(NodeId(i)).size(), kObjects);
}

TEST(SolverCycle, GrowingCycleFoldsByItsMove) {
  Constraints c;
  NodeId p = c.add_node(), q = c.add_node();
  ObjectId heap = c.add_object({});
  c.address_of(p, heap, 8);
  c.copy(q, p, 24);
  c.copy(p, q); // p = p + 24, for ever
  Solution solution = solved(c, 1000);
  ASSERT_TRUE(solution.is_complete());
  EXPECT_EQ(offsets(solution, p), List{8});
  EXPECT_EQ(solution.statistics().growing_cycles, 1u);
  EXPECT_TRUE(solution.is_folded(heap));
  EXPECT_EQ(solution.find(heap, 8), solution.find(heap, 8 + 24 * 1000));
}

TEST(SolverCycle, MovesThatCancelDoNotGrow) {
  Constraints c;
  NodeId p = c.add_node(), q = c.add_node();
  ObjectId heap = c.add_object({});
  c.address_of(p, heap, 8);
  c.copy(q, p, 16);
  c.copy(p, q, -16);
  Solution solution = solved(c, 1000);
  EXPECT_EQ(offsets(solution, p), List{8});
  EXPECT_EQ(offsets(solution, q), List{24});
  EXPECT_EQ(solution.statistics().growing_cycles, 0u);
  EXPECT_FALSE(solution.is_folded(heap));
}

TEST(SolverCycle, TwoGrowingCyclesFoldByTheirDivisor) {
  Constraints c;
  NodeId p = c.add_node(), q = c.add_node();
  ObjectId heap = c.add_object({});
  c.address_of(p, heap);
  c.copy(q, p, 48);
  c.copy(p, q);
  c.copy(p, q, -16);
  Solution solution = solved(c, 1000);
  ASSERT_TRUE(solution.is_complete());
  EXPECT_EQ(offsets(solution, q), List{0});
  EXPECT_EQ(solution.find(heap, 0), solution.find(heap, 16));
  EXPECT_FALSE(solution.find(heap, 8));
}

// Growth through memory, which no search over copies sees: p = *p + 8.
TEST(SolverCycle, GrowthThroughMemoryEnds) {
  Constraints c;
  NodeId p = c.add_node(), q = c.add_node(), cell = c.add_node();
  ObjectId heap = c.add_object({});
  c.address_of(cell, c.add_object({.size = 8}));
  c.address_of(p, heap);
  c.store(cell, p);
  c.load(q, cell);
  c.copy(p, q, 8);
  c.memcopy(p, q); // and each copy makes cells further on
  c.store(q, p);
  Solution solution = solved(c, 10'000'000);
  ASSERT_TRUE(solution.is_complete());
  EXPECT_TRUE(solution.is_folded(heap));
}

// Two thousand functions, each called through the pointer that it is handed.
TEST(SolverCycle, DeepChainOfCalls) {
  constexpr std::uint32_t kDepth = 2000;
  Constraints c;
  std::vector<NodeId> in, out;
  NodeId start = c.add_node(), result = c.add_node();
  for (std::uint32_t i = 0; i < kDepth; ++i)
    c.add_object({.size = 0, .is_function = true});
  ObjectId data = c.add_object({.size = 16});
  c.address_of(start, data, 8);
  NodeId first = c.add_node();
  c.address_of(first, ObjectId(0));
  c.indirect_call(first, 0);
  FunctionClient client;
  NodeId carried = start;
  client.on = [&](std::uint32_t token, ObjectId function) {
    EXPECT_EQ(token, function.value);
    NodeId parameter = c.add_node(), local = c.add_node();
    NodeId slot = c.add_node(), next = c.add_node();
    c.copy(parameter, carried);
    c.address_of(slot, c.add_object({.size = 8}));
    c.store(slot, parameter);
    c.load(local, slot);
    carried = local;
    if (token + 1 == kDepth)
      return c.copy(result, local);
    c.address_of(next, ObjectId(token + 1));
    c.indirect_call(next, token + 1);
  };
  Budget budget(1000 * kDepth);
  Solution solution = solve(c, client, budget);
  ASSERT_TRUE(solution.is_complete());
  EXPECT_EQ(offsets(solution, result), List{8});
}

TEST(SolverCycle, ExhaustedBudgetIsSaid) {
  Constraints c;
  NodeId last = c.add_node();
  c.address_of(last, c.add_object({}));
  for (int i = 0; i < 1000; ++i) {
    NodeId next = c.add_node();
    c.copy(next, last);
    last = next;
  }
  EXPECT_FALSE(solved(c, 100).is_complete());
  EXPECT_TRUE(solved(c, 100'000).is_complete());
}

// A set is sent on once: steps grow with the edges, not with edges times ids.
TEST(SolverCycle, OnlyDifferencesTravel) {
  constexpr std::uint32_t kLength = 2000, kObjects = 200;
  Constraints c;
  NodeId pointer = c.add_node(), last = c.add_node();
  c.load(last, pointer);
  for (std::uint32_t i = 0; i < kLength; ++i) {
    NodeId next = c.add_node();
    c.copy(next, last);
    last = next;
  }
  for (std::uint32_t i = 0; i < kObjects; ++i) {
    ObjectId holder = c.add_object({.size = 8}), held = c.add_object({});
    NodeId value = c.add_node(), place = c.add_node();
    c.address_of(place, holder);
    c.address_of(value, held);
    c.store(place, value);
    c.address_of(pointer, holder);
  }
  Solution solution = solved(c, 40 * kLength + 100 * kObjects);
  ASSERT_TRUE(solution.is_complete());
  EXPECT_EQ(solution.points_to(last).size(), kObjects);
}

} // namespace
} // namespace wt::pointer
