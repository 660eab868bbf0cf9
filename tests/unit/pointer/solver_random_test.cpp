// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Are the sets the least ones?  Random systems against the naive solver: equal
// where the solver folded nothing, never smaller where it did.

#include "random_system.h"

namespace wt::pointer::test {
namespace {

struct Counts {
  int exact = 0, folded = 0, growing = 0, calls = 0;
};

void compare(const NaiveSolver::Points &found, const NaiveSolver::Points &right,
             bool is_exact) {
  if (is_exact)
    EXPECT_EQ(found, right);
  else
    EXPECT_TRUE(std::ranges::includes(found, right))
        << testing::PrintToString(found) << " lacks some of "
        << testing::PrintToString(right);
}

void check(RandomSystem system, const Limits &limits, Counts &counts) {
  NaiveSolver naive(system.constraints, system.table);
  if (!naive.run())
    return;
  TableClient client(system);
  Budget budget(1'000'000);
  Solution solution = solve(system.constraints, client, budget, limits);
  ASSERT_TRUE(solution.is_complete());
  const Statistics &statistics = solution.statistics();
  bool is_exact = statistics.folded_objects == 0 &&
                  statistics.growing_cycles == 0 && !system.is_vague;
  counts.exact += is_exact;
  counts.folded += statistics.folded_objects > 0;
  counts.growing += statistics.growing_cycles > 0;
  counts.calls += client.calls;
  for (std::uint32_t i = 0; i < system.nodes; ++i) {
    SCOPED_TRACE("node " + std::to_string(i));
    compare(translated(solution, solution.points_to(NodeId(i))),
            folded(solution, naive.points_to(NodeId(i))), is_exact);
  }
  for (const auto &[cell, points] : naive.contents())
    if (auto id = solution.find(ObjectId(cell.first),
                                static_cast<std::uint32_t>(cell.second))) {
      SCOPED_TRACE("cell " + std::to_string(cell.first) + "+" +
                   std::to_string(cell.second));
      compare(translated(solution, solution.points_to(solution.contents(*id))),
              folded(solution, points), is_exact);
    }
}

TEST(SolverRandom, AgreesWithTheDefinition) {
  Counts counts;
  for (std::uint32_t seed = 0; seed < 6000 && !HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    check(SystemGenerator(seed).make(), {}, counts);
  }
  // All kinds of systems were met.
  EXPECT_GT(counts.exact, 3000);
  EXPECT_GT(counts.folded, 100);
  EXPECT_GT(counts.growing, 100);
  EXPECT_GT(counts.calls, 500);
}

// Every memory copy through a hub.
TEST(SolverRandom, AgreesThroughHubs) {
  Counts counts;
  for (std::uint32_t seed = 0; seed < 3000 && !HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    check(SystemGenerator(seed).make(), {.pairs_per_memcopy = 0}, counts);
  }
  EXPECT_GT(counts.exact, 1000);
}

// Hardly any location before an object is folded into one.
TEST(SolverRandom, IsNeverTooSmallWhenFoldedEarly) {
  Counts counts;
  for (std::uint32_t seed = 0; seed < 3000 && !HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    check(SystemGenerator(seed).make(), {.locations_per_object = 2}, counts);
  }
  EXPECT_GT(counts.folded, 500);
}

TEST(SolverRandom, GivesTheSameIdsAgain) {
  for (std::uint32_t seed = 0; seed < 300; ++seed) {
    RandomSystem one = SystemGenerator(seed).make(),
                 two = SystemGenerator(seed).make();
    TableClient first(one), second(two);
    Budget enough(1'000'000), as_much(1'000'000);
    Solution a = solve(one.constraints, first, enough);
    Solution b = solve(two.constraints, second, as_much);
    EXPECT_EQ(enough.left(), as_much.left());
    ASSERT_EQ(a.location_count(), b.location_count());
    for (std::uint32_t i = 0; i < one.nodes; ++i)
      EXPECT_EQ(a.points_to(NodeId(i)), b.points_to(NodeId(i)));
  }
}

} // namespace
} // namespace wt::pointer::test
