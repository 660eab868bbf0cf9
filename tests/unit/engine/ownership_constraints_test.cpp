// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which constraints contradict each other, and which solution is left?

#include "engine/ownership/constraints.h"

#include <gtest/gtest.h>

namespace wt::ownership {
namespace {

using Value = Solution::Value;

class Constraints : public testing::Test {
protected:
  Own own() { return system.variable(); }
  ConstraintId is(Own a, bool value, Priority priority = Priority::kSolid) {
    return system.require({a}, value ? kOne : kZero, priority, {}, "");
  }
  void equal(Own a, Own b) {
    system.require({a, b}, kEqual, Priority::kSolid, {}, "");
  }
  void sum(Own a, Own b, Own c) {
    system.require({a, b, c}, kSum, Priority::kSolid, {}, "");
  }
  System system;
};

// p = new int; q = p; delete q;
TEST_F(Constraints, OwnershipIsHandedOn) {
  Own p1 = own(), p2 = own(), q2 = own(), q3 = own();
  is(p1, true);
  sum(p1, p2, q2);
  is(q2, true);
  is(q3, false);
  is(p2, false, Priority::kScope);
  Solution solution = system.solve();
  EXPECT_TRUE(solution.violated.empty());
  EXPECT_EQ(solution.forced[p2], Value::kNo);
}

// The nested stacks of the paper's Figure 2 with the types of Figure 3, which
// are the solution of its section 6.2.
TEST_F(Constraints, NestedStacks) {
  Own p2 = own(), p3 = own(), p8 = own(), s1 = own(), s3 = own(), s5 = own();
  Own ss4 = own(), ss5 = own(), ss7 = own();
  Own s_e = own(), ss_e = own(), ss_e_e = own(), f_1 = own(), f_1_e = own();
  is(s1, true), is(p2, true), is(ss4, true); // lines 1, 2, 4
  equal(s1, s3), equal(ss4, ss5);            // lines 3, 5
  sum(p2, p3, s_e), sum(s3, s5, ss_e), equal(s_e, ss_e_e);
  is(f_1, true), is(f_1_e, false); // line 6
  Own one = own();
  is(one, true);
  sum(ss5, ss7, one), equal(ss_e, f_1), equal(ss_e_e, f_1_e); // line 7
  sum(p3, p8, one);                                           // line 8
  is(s5, false, Priority::kScope), is(ss7, false, Priority::kScope);
  is(p8, false, Priority::kScope); // line 9
  Solution solution = system.solve();
  EXPECT_TRUE(solution.violated.empty());
  for (Own owning : {ss4, ss5, s1, s3, ss_e, f_1, p2, p3})
    EXPECT_EQ(solution.forced[owning], Value::kYes);
  for (Own none : {ss7, s5, s_e, ss_e_e, f_1_e, p8})
    EXPECT_EQ(solution.forced[none], Value::kNo);
}

TEST_F(Constraints, TheLeastTrustedIsTheError) {
  Own p = own();
  ConstraintId scope = is(p, false, Priority::kScope);
  is(p, true, Priority::kInterface);
  Solution solution = system.solve();
  ASSERT_EQ(solution.violated.size(), 1u);
  EXPECT_EQ(solution.violated[0], scope);
  EXPECT_EQ(solution.forced[p], Value::kYes);
}

// Figure 6: freed on one of three paths; two violations, one group.
TEST_F(Constraints, ViolationsOfOneObjectAreOneGroup) {
  Own a1 = own(), a2 = own(), a3 = own(), a4 = own(), other = own();
  is(a1, true);
  equal(a1, a2), equal(a1, a3), equal(a1, a4);
  is(a2, true);
  is(a3, false, Priority::kScope), is(a4, false, Priority::kScope);
  is(other, false);
  Solution solution = system.solve();
  ASSERT_EQ(solution.violated.size(), 2u);
  EXPECT_EQ(solution.group[a3], solution.group[a4]);
  EXPECT_NE(solution.group[a3], solution.group[other]);
}

// 1 = a + b, 1 = b + c, 1 = a + c: only a search sees it.
TEST_F(Constraints, WhatPropagationCannotSee) {
  Own one = own(), a = own(), b = own(), c = own();
  is(one, true);
  sum(one, a, b);
  sum(one, b, c);
  sum(one, a, c);
  Solution solution = system.solve();
  EXPECT_EQ(solution.violated.size(), 1u);
}

TEST_F(Constraints, ProjectionKeepsAllSolutions) {
  Own in = own(), kept = own(), out = own();
  sum(in, kept, out);
  is(kept, false);
  std::vector<Own> wanted{in, out};
  EXPECT_EQ(system.project(wanted, {}), kEqual);
}

TEST_F(Constraints, AnExampleSatisfiesAll) {
  Own a = own(), b = own(), c = own();
  sum(a, b, c);
  is(a, true);
  Solution solution = system.solve();
  ASSERT_FALSE(solution.example.empty());
  EXPECT_TRUE(solution.example[a]);
  EXPECT_NE(solution.example[b], solution.example[c]);
}

} // namespace
} // namespace wt::ownership
