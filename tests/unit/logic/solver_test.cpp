// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Does the seam answer, remember, bound and explain?

#include "logic/solver.h"

#include <gtest/gtest.h>

namespace wt::logic {
namespace {

using Answer = Solver::Answer;

TEST(Solver, AnswersCheapQuestionsItself) {
  Conditions t;
  Solver s(t, 100);
  Cond a = t.atom(), b = t.atom();
  EXPECT_EQ(s.solve(kNo), Answer::kUnsatisfiable);
  EXPECT_EQ(s.solve(a, !a), Answer::kUnsatisfiable);
  EXPECT_EQ(s.layers().constant, 1u);
  EXPECT_EQ(s.layers().contradiction, 1u);
  EXPECT_EQ(s.solve(a, b), Answer::kSatisfiable);
  EXPECT_EQ(s.layers().search, 1u);
  EXPECT_TRUE(s.value(a) && s.value(b));
  EXPECT_EQ(s.solve(a), Answer::kSatisfiable);
  EXPECT_EQ(s.layers().assignment, 1u);
  EXPECT_EQ(s.layers().solver, 0u);
}

// Pigeons, one more than there are holes: no short search ends.
std::vector<Cond> pigeons(Conditions &t, int holes) {
  std::vector<Cond> parts;
  std::vector<std::vector<Cond>> in(holes + 1);
  for (auto &pigeon : in) {
    for (int h = 0; h < holes; ++h)
      pigeon.push_back(t.atom());
    parts.push_back(t.any(pigeon));
  }
  for (int h = 0; h < holes; ++h)
    for (int p = 0; p <= holes; ++p)
      for (int q = 0; q < p; ++q)
        parts.push_back(!t.both(in[p][h], in[q][h]));
  return parts;
}

TEST(Solver, IsIncremental) {
  Conditions t;
  Solver s(t, 1000);
  Bits x = unknown(t, 16), y = unknown(t, 16);
  Cond sum = equal(t, add(t, x, y), constant(100, 16));
  ASSERT_EQ(s.solve(sum, equal(t, x, constant(58, 16))), Answer::kSatisfiable);
  EXPECT_EQ(s.number(y), 42u);
  Cond both_small = t.both(less(t, x, constant(50, 16), false),
                           less(t, y, constant(50, 16), false));
  EXPECT_EQ(s.solve(sum, both_small), Answer::kUnsatisfiable);
  EXPECT_EQ(s.solve(sum), Answer::kSatisfiable);
}

TEST(Solver, FactsHoldOnceTheirAtomsAreInvolved) {
  Conditions t;
  Solver s(t, 1000);
  Cond is_null = t.atom(), reached = t.atom(), other = t.atom();
  s.add_fact(!t.both(reached, is_null), is_null);
  EXPECT_EQ(s.solve(is_null, reached), Answer::kUnsatisfiable);
  EXPECT_EQ(s.solve(is_null, other), Answer::kSatisfiable);
  EXPECT_FALSE(s.value(reached));
  // A fact about an atom that is already known to the solver.
  s.add_fact(!t.both(other, is_null), is_null);
  EXPECT_EQ(s.solve(is_null, other), Answer::kUnsatisfiable);
}

TEST(Solver, RemembersAssignmentsAndRefutations) {
  Conditions t;
  Solver s(t, 1000);
  Bits x = unknown(t, 8);
  Cond small = less(t, x, constant(10, 8), false);
  Cond large = less(t, constant(200, 8), x, false);
  ASSERT_EQ(s.solve(small), Answer::kSatisfiable);
  ASSERT_EQ(s.solve(large), Answer::kSatisfiable);
  ASSERT_EQ(s.solve(small, large), Answer::kUnsatisfiable);
  std::uint64_t runs = s.layers().solver;
  EXPECT_EQ(s.solve(large, small), Answer::kUnsatisfiable);
  // Formulas that were made after the assignments are evaluated in them.
  Cond medium_or_small = less(t, x, constant(100, 8), false);
  EXPECT_EQ(s.solve(small, medium_or_small), Answer::kSatisfiable);
  EXPECT_LT(s.number(x), 10u);
  EXPECT_EQ(s.solve(large), Answer::kSatisfiable);
  EXPECT_GT(s.number(x), 200u);
  EXPECT_EQ(s.layers().solver, runs);
}

TEST(Solver, AnAssignmentThatContradictsALateFactIsNotUsedAgain) {
  Conditions t;
  Solver s(t, 1000);
  Cond a = t.atom(), b = t.atom();
  ASSERT_EQ(s.solve(a, b), Answer::kSatisfiable);
  s.add_fact(!b, b);
  EXPECT_EQ(s.solve(a, b), Answer::kUnsatisfiable);
  EXPECT_EQ(s.solve(a), Answer::kSatisfiable);
  EXPECT_FALSE(s.value(b));
}

// More assignments than are kept: the oldest give way.
TEST(Solver, ForgetsOldAssignments) {
  Conditions t;
  Solver s(t, 1000);
  Bits x = unknown(t, 8);
  for (int round = 0; round < 2; ++round)
    for (std::uint64_t n = 0; n < 200; ++n) {
      ASSERT_EQ(s.solve(equal(t, x, constant(n, 8))), Answer::kSatisfiable);
      ASSERT_EQ(s.number(x), n);
    }
}

TEST(Solver, PaysForItsRuns) {
  Conditions t;
  std::vector<Cond> parts = pigeons(t, 5);
  Budget large(1'000'000);
  EXPECT_EQ(Solver(t, 1000, &large).solve(parts), Answer::kUnsatisfiable);
  Budget small(10);
  EXPECT_EQ(Solver(t, 1000, &small).solve(parts), Answer::kUnknown);
  EXPECT_TRUE(small.exhausted());
}

TEST(Solver, GivesUpWithinItsBudget) {
  Conditions t;
  std::vector<Cond> parts = pigeons(t, 7);
  EXPECT_EQ(Solver(t, 10).solve(parts), Answer::kUnknown);
  EXPECT_EQ(Solver(t, 1000000).solve(parts), Answer::kUnsatisfiable);
}

} // namespace
} // namespace wt::logic
