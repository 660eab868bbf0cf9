// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Do both iterators find what chaotic iteration finds?  Sets exactly, on
// random graphs; intervals as post-fixpoints; then widening, narrowing,
// budgets, directions and size.

#include "fixpoint/iterate.h"
#include "fixpoint/worklist.h"
#include "random_graph.h"
#include "support/id.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

namespace wt::fixpoint::test {
namespace {

const std::uint32_t kRoot[] = {0};
constexpr std::uint64_t kPlenty = 10'000'000;

// A set of up to 32 things.
struct Set {
  std::uint32_t bits = 0;

  bool join_with(const Set &other) {
    std::uint32_t old = bits;
    bits |= other.bits;
    return bits != old;
  }
  bool is_below(const Set &other) const { return !(bits & ~other.bits); }
  bool operator==(const Set &) const = default;
};
static_assert(Lattice<Set> && !Widenable<Set> && !Narrowable<Set>);

using TestNode = Id<struct TestNodeTag>;

// Gains and loses some things at each node.
struct SetProblem {
  using Node = TestNode;
  using State = Set;
  std::vector<Set> gained, lost;

  SetProblem(std::size_t nodes, std::mt19937 &random) {
    for (std::size_t i = 0; i < nodes; ++i) {
      gained.push_back({std::uint32_t(random() & random() & 0xff)});
      lost.push_back({std::uint32_t(random() & 0xff)});
    }
  }
  Set bottom() const { return {}; }
  Set initial(Node node) const { return {node.value == 0 ? 0x100u : 0u}; }
  Set transfer(Node from, Node to, const Set &state) const {
    return {(state.bits & ~lost[from.value].bits) | gained[from.value].bits |
            (from.value < to.value ? 0u : 0x200u)};
  }
};

// Any order, until nothing changes.
std::vector<Set> chaotic(const Graph &graph, const SetProblem &problem) {
  auto reached = reverse_post_order(graph, kRoot);
  std::vector<Set> out(graph.size());
  for (std::uint32_t node : reached)
    out[node] = problem.initial(TestNode(node));
  for (bool changed = true; changed;) {
    changed = false;
    for (std::uint32_t from : reached)
      for (std::uint32_t to : graph.successors(from))
        changed |= out[to].join_with(
            problem.transfer(TestNode(from), TestNode(to), out[from]));
  }
  return out;
}

TEST(Iterate, SetsOnRandomGraphs) {
  std::mt19937 random(1);
  for (int round = 0; round < 5000; ++round) {
    Graph forward = random_graph(random, 12);
    Graph graph = round % 2 ? forward.reversed() : forward;
    SetProblem problem(graph.size(), random);
    WeakOrder order(graph, kRoot);
    Budget first(kPlenty), second(kPlenty);
    auto recursive = iterate(graph, order, problem, first);
    auto plain = propagate(graph, order, problem, second);
    ASSERT_TRUE(recursive.is_complete() && plain.is_complete());
    std::vector<Set> expected = chaotic(graph, problem);
    for (std::uint32_t node = 0; node < graph.size(); ++node) {
      ASSERT_EQ(recursive[TestNode(node)], expected[node]) << node;
      ASSERT_EQ(plain[TestNode(node)], expected[node]) << node;
    }
  }
}

struct Interval {
  static constexpr std::int64_t kMin = std::numeric_limits<std::int64_t>::min();
  static constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();
  std::int64_t low = 1, high = 0; // low > high: nothing

  bool is_empty() const { return low > high; }
  bool join_with(const Interval &other) {
    if (other.is_empty())
      return false;
    Interval old = *this;
    if (is_empty())
      *this = other;
    low = std::min(low, other.low), high = std::max(high, other.high);
    return *this != old;
  }
  bool is_below(const Interval &other) const {
    return is_empty() || (other.low <= low && high <= other.high);
  }
  bool widen_with(const Interval &next) {
    if (is_empty() || next.is_empty())
      return join_with(next);
    Interval old = *this;
    if (next.low < low)
      low = kMin;
    if (next.high > high)
      high = kMax;
    return *this != old;
  }
  bool narrow_with(const Interval &next) {
    Interval old = *this;
    if (low == kMin)
      low = next.low;
    if (high == kMax)
      high = next.high;
    return *this != old;
  }
  bool operator==(const Interval &) const = default;
};
static_assert(Widenable<Interval> && Narrowable<Interval>);

// Each edge adds a number and cuts to a range.
struct IntervalProblem {
  using Node = std::uint32_t;
  using State = Interval;
  struct Edge {
    std::int64_t add = 0, low = Interval::kMin, high = Interval::kMax;
  };
  std::vector<std::vector<Edge>> edges; // from, to

  explicit IntervalProblem(std::size_t nodes)
      : edges(nodes, std::vector<Edge>(nodes)) {}
  Interval bottom() const { return {}; }
  Interval initial(Node node) const {
    return node == 0 ? Interval{0, 0} : Interval{};
  }
  static std::int64_t sum(std::int64_t a, std::int64_t b) {
    if (a == Interval::kMin || a == Interval::kMax)
      return a;
    return a + b;
  }
  Interval transfer(Node from, Node to, const Interval &state) const {
    const Edge &edge = edges[from][to];
    Interval out = state;
    out.low = std::max(out.low, edge.low);
    out.high = std::min(out.high, edge.high);
    if (state.is_empty() || out.is_empty())
      return {};
    return {sum(out.low, edge.add), sum(out.high, edge.add)};
  }
};

// Is the solution closed under every edge?
template <class S>
void expect_post_fixpoint(const Graph &graph, const WeakOrder &order,
                          const IntervalProblem &problem, const S &solution) {
  for (std::uint32_t from : order.order()) {
    ASSERT_TRUE(problem.initial(from).is_below(solution[from]));
    for (std::uint32_t to : graph.successors(from))
      ASSERT_TRUE(
          problem.transfer(from, to, solution[from]).is_below(solution[to]))
          << from << " -> " << to;
  }
}

TEST(Iterate, IntervalsOnRandomGraphsTerminateAndAreClosed) {
  std::mt19937 random(2);
  for (int round = 0; round < 5000; ++round) {
    Graph graph = random_graph(random, 8);
    IntervalProblem problem(graph.size());
    for (auto &row : problem.edges)
      for (auto &edge : row) {
        edge.add = std::int64_t(random() % 7) - 3;
        if (random() % 2)
          edge.low = -std::int64_t(random() % 40);
        if (random() % 2)
          edge.high = std::int64_t(random() % 40);
      }
    WeakOrder order(graph, kRoot);
    for (std::uint32_t delay : {0u, 2u})
      for (std::uint32_t narrowing : {0u, 1u, 5u}) {
        Budget first(kPlenty), second(kPlenty);
        Limits limits{delay, narrowing};
        auto recursive = iterate(graph, order, problem, first, limits);
        auto plain = propagate(graph, order, problem, second, limits);
        ASSERT_TRUE(recursive.is_complete() && plain.is_complete());
        expect_post_fixpoint(graph, order, problem, recursive);
        expect_post_fixpoint(graph, order, problem, plain);
        for (std::uint32_t n = 0; n < graph.size(); ++n)
          if (!order.is_reached(n)) {
            ASSERT_TRUE(recursive[n].is_empty() && plain[n].is_empty());
          }
      }
  }
}

// for (i = 0; i < 10; ++i) ;   nodes: start, head, body, after
struct Counting {
  Graph graph{4, {{0, 1}, {1, 2}, {2, 1}, {1, 3}}};
  IntervalProblem problem{4};
  WeakOrder order{graph, kRoot};
  Counting() {
    problem.edges[1][2].high = 9;
    problem.edges[2][1].add = 1;
    problem.edges[1][3].low = 10;
  }
};

TEST(Iterate, WideningThenNarrowing) {
  Counting c;
  Budget budget(kPlenty);
  auto wide = iterate(c.graph, c.order, c.problem, budget,
                      {.widening_delay = 1, .narrowing_rounds = 0});
  EXPECT_EQ(wide[1], (Interval{0, Interval::kMax}));
  EXPECT_EQ(wide[2], (Interval{0, 9}));
  auto narrow = iterate(c.graph, c.order, c.problem, budget,
                        {.widening_delay = 1, .narrowing_rounds = 1});
  EXPECT_EQ(narrow[1], (Interval{0, 10}));
  EXPECT_EQ(narrow[3], (Interval{10, 10}));
  // With enough patience nothing is widened at all.
  auto patient = iterate(c.graph, c.order, c.problem, budget,
                         {.widening_delay = 100, .narrowing_rounds = 0});
  EXPECT_EQ(patient[3], (Interval{10, 10}));
  auto plain = propagate(c.graph, c.order, c.problem, budget);
  EXPECT_EQ(plain[1], (Interval{0, Interval::kMax}));
}

// An inner loop is widened afresh in each round of the outer one.
TEST(Iterate, NestedLoopsKeepInnerPrecision) {
  // 0: i = 0   1: while (i < 5)   2: (j counts up to 3)   3: i += 1
  Graph graph(5, {{0, 1}, {1, 2}, {2, 2}, {2, 3}, {3, 1}, {1, 4}});
  IntervalProblem problem(5);
  problem.edges[1][2] = {.add = 0, .high = 4};
  problem.edges[2][2] = {.add = 0, .high = 3};
  problem.edges[3][1] = {.add = 1};
  problem.edges[1][4] = {.low = 5};
  WeakOrder order(graph, kRoot);
  Budget budget(kPlenty);
  auto solution = iterate(graph, order, problem, budget);
  EXPECT_EQ(solution[4], (Interval{5, 5}));
  EXPECT_EQ(solution[2], (Interval{0, 4}));
}

// What an inner component was before the outer one was narrowed is forgotten.
TEST(Iterate, InnerComponentsStartAfresh) {
  Graph graph(5, {{0, 1}, {1, 2}, {2, 2}, {2, 3}, {3, 1}, {1, 4}});
  IntervalProblem problem(5);
  problem.edges[2][3] = {.high = 9};
  problem.edges[3][1] = {.add = 1};
  WeakOrder order(graph, kRoot);
  Budget budget(kPlenty);
  auto solution = iterate(graph, order, problem, budget);
  EXPECT_EQ(solution[1], (Interval{0, 10}));
  EXPECT_EQ(solution[2], (Interval{0, 10}));
}

TEST(Iterate, WithoutWideningAnEndlessChainRunsOutOfBudget) {
  Graph graph(2, {{0, 1}, {1, 1}});
  IntervalProblem problem(2);
  problem.edges[1][1].add = 1;
  WeakOrder order(graph, kRoot);
  Limits never{.widening_delay = UINT32_MAX, .narrowing_rounds = 0};
  Budget first(1000), second(1000), enough(1000);
  auto recursive = iterate(graph, order, problem, first, never);
  EXPECT_FALSE(recursive.is_complete());
  EXPECT_LE(recursive.steps(), 1001u);
  EXPECT_FALSE(propagate(graph, order, problem, second, never).is_complete());
  EXPECT_TRUE(iterate(graph, order, problem, enough).is_complete());
  EXPECT_LT(1000 - enough.left(), 20u);
}

TEST(Iterate, CancelledIsNotComplete) {
  Counting c;
  std::atomic<bool> cancelled = true;
  Budget budget(kPlenty, &cancelled);
  EXPECT_FALSE(iterate(c.graph, c.order, c.problem, budget).is_complete());
}

// Which nodes can still reach node 3?  Backwards from there.
TEST(Iterate, Backward) {
  Graph graph = Graph(5, {{0, 1}, {1, 2}, {2, 1}, {1, 3}, {0, 4}}).reversed();
  struct Reaches {
    using Node = std::uint32_t;
    using State = Set;
    Set bottom() const { return {}; }
    Set initial(Node n) const { return {n == 3 ? 1u : 0u}; }
    Set transfer(Node, Node, const Set &state) const { return state; }
  } problem;
  std::uint32_t exits[] = {3, 4};
  WeakOrder order(graph, exits);
  Budget budget(kPlenty);
  auto solution = iterate(graph, order, problem, budget);
  std::vector<std::uint32_t> found;
  for (std::uint32_t n = 0; n < 5; ++n)
    found.push_back(solution[n].bits);
  EXPECT_EQ(found, (std::vector<std::uint32_t>{1, 1, 1, 1, 0}));
}

TEST(Iterate, LongChainAndDeepNesting) {
  constexpr std::uint32_t kMany = 100000;
  struct Same {
    using Node = std::uint32_t;
    using State = Set;
    Set bottom() const { return {}; }
    Set initial(Node n) const { return {n == 0 ? 1u : 0u}; }
    Set transfer(Node, Node, const Set &state) const { return state; }
  } problem;
  for (bool is_nested : {false, true}) {
    Graph graph = make_graph<std::uint32_t>(kMany, [&](std::uint32_t n) {
      std::vector<std::uint32_t> out;
      if (n + 1 < kMany)
        out.push_back(n + 1);
      if (is_nested && n >= kMany / 2)
        out.push_back(kMany - 1 - n);
      return out;
    });
    WeakOrder order(graph, kRoot);
    Budget first(kPlenty), second(kPlenty);
    auto recursive = iterate(graph, order, problem, first);
    auto plain = propagate(graph, order, problem, second);
    ASSERT_TRUE(recursive.is_complete() && plain.is_complete());
    EXPECT_EQ(recursive[kMany - 1].bits, 1u);
    EXPECT_EQ(plain[kMany - 1].bits, 1u);
    EXPECT_LE(recursive.steps(), 2 * kMany);
  }
}

} // namespace
} // namespace wt::fixpoint::test
