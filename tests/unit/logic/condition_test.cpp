// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Are conditions what they say?  Rules one by one, then random formulas
// against their truth tables, through the graph and through the solver.

#include "logic/condition.h"
#include "logic/solver.h"

#include <gtest/gtest.h>

#include <random>

namespace wt::logic {
namespace {

TEST(Condition, FoldsConstantsAndContradictions) {
  Conditions t;
  Cond a = t.atom(), b = t.atom();
  EXPECT_EQ(t.both(a, kYes), a);
  EXPECT_EQ(t.both(a, kNo), kNo);
  EXPECT_EQ(t.both(a, !a), kNo);
  EXPECT_EQ(t.both(a, a), a);
  EXPECT_EQ(t.both(a, b), t.both(b, a));
  EXPECT_EQ(t.either(a, !a), kYes);
}

TEST(Condition, SeesThroughTwoLevels) {
  Conditions t;
  Cond a = t.atom(), b = t.atom(), c = t.atom();
  EXPECT_EQ(t.both(a, t.both(a, b)), t.both(a, b));
  EXPECT_EQ(t.both(a, t.both(!a, b)), kNo);
  EXPECT_EQ(t.both(t.both(a, b), t.both(!a, c)), kNo);
  EXPECT_EQ(t.both(a, t.either(a, b)), a);
  EXPECT_EQ(t.both(a, t.either(!a, b)), t.both(a, b));
}

TEST(Condition, ABranchThatJoinsAgainIsTheGuardBefore) {
  Conditions t;
  Cond g = t.both(t.atom(), t.atom()), c = t.atom();
  EXPECT_EQ(t.either(t.both(g, c), t.both(g, !c)), g);
  EXPECT_EQ(t.either(t.both(!c, g), t.both(c, g)), g);
}

// A random formula, together with its truth table over `n` atoms.
struct Sample {
  Cond formula;
  std::uint32_t table; // bit i: value under assignment i
};

class RandomFormulas : public ::testing::TestWithParam<int> {};

TEST_P(RandomFormulas, AgreeWithTheirTruthTables) {
  constexpr int kAtoms = 5;
  std::mt19937 random(GetParam());
  Conditions t;
  Solver solver(t, 10000);
  std::vector<Sample> pool;
  std::vector<std::uint32_t> nodes;
  for (int i = 0; i < kAtoms; ++i) {
    Cond atom = t.atom();
    std::uint32_t table = 0;
    for (int row = 0; row < 32; ++row)
      table |= std::uint32_t(row >> i & 1) << row;
    pool.push_back({atom, table});
    nodes.push_back(atom.node());
  }
  for (int step = 0; step < 60; ++step) {
    Sample a = pool[random() % pool.size()], b = pool[random() % pool.size()],
           c = pool[random() % pool.size()];
    if (random() & 1)
      a = {!a.formula, ~a.table};
    if (random() & 1)
      b = {!b.formula, ~b.table};
    Sample made;
    switch (random() % 4) {
    case 0:
      made = {t.both(a.formula, b.formula), a.table & b.table};
      break;
    case 1:
      made = {t.either(a.formula, b.formula), a.table | b.table};
      break;
    case 2:
      made = {t.differ(a.formula, b.formula), a.table ^ b.table};
      break;
    default:
      made = {t.choose(a.formula, b.formula, c.formula),
              (a.table & b.table) | (~a.table & c.table)};
    }
    pool.push_back(made);
    for (int row = 0; row < 32; ++row) {
      bool value = t.evaluate(made.formula, [&](std::uint32_t node) {
        for (int i = 0; i < kAtoms; ++i)
          if (nodes[i] == node)
            return (row >> i & 1) != 0;
        return false;
      });
      ASSERT_EQ(value, made.table >> row & 1) << "step " << step;
    }
    auto answer = solver.solve(made.formula);
    ASSERT_EQ(answer, made.table ? Solver::Answer::kSatisfiable
                                 : Solver::Answer::kUnsatisfiable);
    if (answer == Solver::Answer::kSatisfiable)
      EXPECT_TRUE(solver.value(made.formula));
    // Two at once, and what must follow from what.
    bool together = made.table & a.table;
    ASSERT_EQ(solver.solve(made.formula, a.formula),
              together ? Solver::Answer::kSatisfiable
                       : Solver::Answer::kUnsatisfiable);
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomFormulas, ::testing::Range(0, 40));

} // namespace
} // namespace wt::logic
