// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Are weak topological orders what Bourdoncle defines?  By hand, then random
// graphs against the definition, then graphs that would overflow the stack.

#include "interpret/weak_order.h"
#include "random_graph.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

namespace wt::fixpoint::test {
namespace {

const std::uint32_t kRoot[] = {0};

std::string text(const Graph &graph) {
  std::ostringstream out;
  WeakOrder(graph, kRoot).print(out);
  return out.str();
}

TEST(WeakOrder, ByHand) {
  EXPECT_EQ(text(Graph(1, {})), "0");
  EXPECT_EQ(text(Graph(1, {{0, 0}})), "(0)");
  EXPECT_EQ(text(Graph(3, {{0, 1}, {1, 2}})), "0 1 2");
  EXPECT_EQ(text(Graph(4, {{0, 1}, {1, 2}, {2, 1}, {1, 3}})), "0 (1 2) 3");
  // The body comes before what follows the loop, whatever the order of edges.
  EXPECT_EQ(text(Graph(4, {{0, 1}, {1, 3}, {1, 2}, {2, 1}})), "0 (1 2) 3");
  EXPECT_EQ(text(Graph(4, {{0, 1}, {1, 2}, {2, 2}, {2, 1}, {1, 3}})),
            "0 (1 (2)) 3");
  // Bourdoncle's figure: 1 2 (3 4 (5 6) 7) 8, here from 0.
  EXPECT_EQ(text(Graph(8, {{0, 1},
                           {1, 2},
                           {2, 3},
                           {3, 4},
                           {4, 5},
                           {5, 4},
                           {5, 6},
                           {3, 6},
                           {6, 2},
                           {6, 7},
                           {1, 7}})),
            "0 1 (2 3 (4 5) 6) 7");
}

TEST(WeakOrder, IrreducibleAndUnreachable) {
  // Two entries into the cycle 1, 2; node 3 reaches it but is not reached.
  Graph graph(4, {{0, 1}, {0, 2}, {1, 2}, {2, 1}, {3, 1}, {3, 3}});
  WeakOrder order(graph, kRoot);
  EXPECT_EQ(order.size(), 3u);
  EXPECT_FALSE(order.is_reached(3));
  EXPECT_TRUE(order.is_head(1) != order.is_head(2));
  EXPECT_FALSE(order.is_head(3));
}

TEST(WeakOrder, SeveralRootsInTheirOrder) {
  std::uint32_t roots[] = {2, 0};
  std::ostringstream out;
  WeakOrder(Graph(3, {{0, 1}}), roots).print(out);
  EXPECT_EQ(out.str(), "2 0 1");
}

// Nodes of the component that reach its head without leaving it.
std::size_t reaching_head(const Graph &graph, const WeakOrder &order,
                          std::uint32_t head) {
  std::vector<std::uint32_t> work{head};
  std::vector<bool> seen(graph.size());
  std::size_t count = 0;
  while (!work.empty()) {
    std::uint32_t node = work.back();
    work.pop_back();
    if (seen[node])
      continue;
    seen[node] = true;
    ++count;
    for (std::uint32_t from : graph.predecessors(node))
      if (order.is_reached(from) && order.is_inside(from, head))
        work.push_back(from);
  }
  return count;
}

TEST(WeakOrder, RandomGraphsAgainstTheDefinition) {
  std::mt19937 random(1);
  int components = 0;
  for (int round = 0; round < 20000; ++round) {
    Graph graph = random_graph(random, 12);
    WeakOrder order(graph, kRoot);
    auto reached = reverse_post_order(graph, kRoot);
    ASSERT_EQ(order.size(), reached.size());
    std::vector<std::uint32_t> sorted(order.order().begin(),
                                      order.order().end());
    std::ranges::sort(sorted);
    std::ranges::sort(reached);
    ASSERT_EQ(sorted, reached);
    std::vector<std::uint32_t> ends; // components nest
    for (std::uint32_t i = 0; i < order.size(); ++i) {
      std::uint32_t node = order.order()[i], end = order.component_end(i);
      ASSERT_EQ(order.position(node), i);
      while (!ends.empty() && ends.back() <= i)
        ends.pop_back();
      ASSERT_TRUE(ends.empty() || end <= ends.back());
      ends.push_back(end);
      if (!order.is_head(node)) {
        ASSERT_EQ(end, i + 1);
      } else {
        // No larger than needed: everything inside goes round.
        ASSERT_EQ(reaching_head(graph, order, node), end - i);
        ++components;
      }
      for (std::uint32_t to : graph.successors(node))
        ASSERT_TRUE(order.position(to) > i ||
                    (order.is_head(to) && order.is_inside(node, to)))
            << node << " -> " << to;
    }
  }
  EXPECT_GT(components, 10000);
}

constexpr std::uint32_t kMany = 100000;

TEST(WeakOrder, LongChain) {
  Graph graph = make_graph<std::uint32_t>(kMany, [](std::uint32_t n) {
    return n + 1 < kMany ? std::vector<std::uint32_t>{n + 1}
                         : std::vector<std::uint32_t>{};
  });
  WeakOrder order(graph, kRoot);
  EXPECT_EQ(order.size(), kMany);
  EXPECT_EQ(order.order().back(), kMany - 1);
}

// Node n begins a loop that ends at node 2 * kMany - 1 - n.
TEST(WeakOrder, DeepNesting) {
  constexpr std::uint32_t kNodes = 2 * kMany;
  Graph graph = make_graph<std::uint32_t>(kNodes, [](std::uint32_t n) {
    std::vector<std::uint32_t> out;
    if (n + 1 < kNodes)
      out.push_back(n + 1);
    if (n >= kMany)
      out.push_back(kNodes - 1 - n);
    return out;
  });
  WeakOrder order(graph, kRoot);
  EXPECT_EQ(order.size(), kNodes);
  for (std::uint32_t n = 0; n < kMany; ++n) {
    ASSERT_TRUE(order.is_head(n));
    ASSERT_EQ(order.component_end(n), kNodes - n);
  }
}

} // namespace
} // namespace wt::fixpoint::test
