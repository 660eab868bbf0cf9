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
  EXPECT_EQ(s.solver_runs(), 0u);
  EXPECT_EQ(s.solve(a, b), Answer::kSatisfiable);
  EXPECT_EQ(s.solver_runs(), 1u);
  EXPECT_TRUE(s.value(a) && s.value(b));
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

TEST(Solver, GivesUpWithinItsBudget) {
  // Pigeons: 8 in 7 holes needs more than a handful of conflicts.
  Conditions t;
  constexpr int kHoles = 7;
  std::vector<Cond> parts;
  std::vector<std::vector<Cond>> in(kHoles + 1);
  for (auto &pigeon : in) {
    for (int h = 0; h < kHoles; ++h)
      pigeon.push_back(t.atom());
    parts.push_back(t.any(pigeon));
  }
  for (int h = 0; h < kHoles; ++h)
    for (int p = 0; p <= kHoles; ++p)
      for (int q = 0; q < p; ++q)
        parts.push_back(!t.both(in[p][h], in[q][h]));
  EXPECT_EQ(Solver(t, 10).solve(parts), Answer::kUnknown);
  EXPECT_EQ(Solver(t, 1000000).solve(parts), Answer::kUnsatisfiable);
}

} // namespace
} // namespace wt::logic
