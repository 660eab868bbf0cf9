// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What assumptions along a path say about later tests.

#include "witness/terms.h"

#include <gtest/gtest.h>

namespace wt {
namespace {

using ir::BinaryOp;
using ir::CastKind;
using ir::Predicate;

class TermsTest : public testing::Test {
protected:
  TermId n(std::int64_t value) { return t.integer(value); }
  TermId is(TermId a, Predicate p, TermId b) { return t.compare(p, a, b, 32); }

  Terms t;
  TermId x = t.symbol(32), y = t.symbol(32);
};

TEST_F(TermsTest, ConstantsFold) {
  EXPECT_EQ(t.binop(BinaryOp::kAdd, n(2), n(3), 32), n(5));
  EXPECT_EQ(t.binop(BinaryOp::kAdd, n(INT32_MAX), n(1), 32), n(INT32_MIN));
  EXPECT_EQ(t.binop(BinaryOp::kAdd, x, n(0), 32), x);
  EXPECT_EQ(t.cast(CastKind::kZext, n(-1), 8, 32), n(255));
  EXPECT_EQ(t.cast(CastKind::kSext, n(-1), 8, 32), n(-1));
  EXPECT_EQ(t.cast(CastKind::kTrunc, n(257), 32, 8), n(1));
  EXPECT_FALSE(t.value(t.binop(BinaryOp::kSDiv, n(1), n(0), 32)));
  EXPECT_EQ(is(n(-1), Predicate::kULt, n(1)), n(0));
  EXPECT_EQ(is(n(-1), Predicate::kSLt, n(1)), n(1));
}

TEST_F(TermsTest, EqualQuestionsAreOneQuestion) {
  EXPECT_EQ(is(x, Predicate::kSGt, n(3)), is(x, Predicate::kSGt, n(3)));
  EXPECT_EQ(is(x, Predicate::kSGt, n(3)), is(n(3), Predicate::kSLt, x));
  EXPECT_EQ(is(x, Predicate::kEq, y), is(y, Predicate::kEq, x));
  EXPECT_EQ(is(x, Predicate::kEq, x), n(1));
}

TEST_F(TermsTest, RangesNarrow) {
  ASSERT_TRUE(t.assume(is(x, Predicate::kSGt, n(3)), true));
  EXPECT_EQ(t.truth(is(x, Predicate::kSGt, n(2))), true);
  EXPECT_EQ(t.truth(is(x, Predicate::kEq, n(3))), false);
  EXPECT_EQ(t.truth(is(x, Predicate::kSGt, n(4))), std::nullopt);
  EXPECT_FALSE(t.assume(is(x, Predicate::kSLt, n(2)), true));
}

TEST_F(TermsTest, OrderOfTwoSymbols) {
  EXPECT_EQ(t.truth(is(x, Predicate::kUGe, y)), std::nullopt);
  ASSERT_TRUE(t.assume(is(x, Predicate::kULt, y), true));
  EXPECT_EQ(t.truth(is(x, Predicate::kUGe, y)), false);
  EXPECT_EQ(t.truth(is(y, Predicate::kUGt, x)), true);
  EXPECT_EQ(t.truth(is(x, Predicate::kULe, y)), true);
  EXPECT_EQ(t.truth(is(x, Predicate::kEq, y)), false);
  EXPECT_EQ(t.truth(is(x, Predicate::kSLt, y)), std::nullopt);
  EXPECT_FALSE(t.assume(is(y, Predicate::kULe, x), true));
}

TEST_F(TermsTest, AnIndexFromTheEndIsAnIndex) {
  TermId rest = t.binop(BinaryOp::kSub, y, x, 32);
  TermId index = t.binop(BinaryOp::kSub, rest, n(1), 32);
  EXPECT_EQ(t.truth(is(index, Predicate::kULt, y)), std::nullopt);
  ASSERT_TRUE(t.assume(is(x, Predicate::kULe, y), true));
  EXPECT_EQ(t.truth(is(rest, Predicate::kULe, y)), true);
  EXPECT_EQ(t.truth(is(index, Predicate::kULt, y)), std::nullopt);
  ASSERT_TRUE(t.assume(is(x, Predicate::kULt, y), true));
  EXPECT_EQ(t.truth(is(index, Predicate::kULt, y)), true);
  EXPECT_EQ(t.truth(is(rest, Predicate::kULt, y)), std::nullopt);
}

TEST_F(TermsTest, OldTestsAreDecidedByNewFacts) {
  TermId test = is(x, Predicate::kSGt, n(3));
  ASSERT_TRUE(t.assume_between(x, 7, 7));
  EXPECT_EQ(t.truth(test), true);
  EXPECT_FALSE(t.assume(test, false));
}

TEST_F(TermsTest, ExcludedValues) {
  ASSERT_TRUE(t.assume(is(x, Predicate::kNe, n(0)), true));
  EXPECT_EQ(t.truth(x), true);
  EXPECT_FALSE(t.assume(is(x, Predicate::kEq, n(0)), true));
  ASSERT_TRUE(t.assume_between(y, 0, 2));
  ASSERT_TRUE(t.assume_not(y, 0));
  ASSERT_TRUE(t.assume_not(y, 2));
  EXPECT_EQ(t.value(y), 1);
  EXPECT_FALSE(t.assume_not(y, 1));
}

TEST_F(TermsTest, LogicGoesInwards) {
  TermId a = is(x, Predicate::kSGt, n(3)), b = is(y, Predicate::kEq, n(0));
  TermId both = t.binop(BinaryOp::kAnd, a, b, 1);
  ASSERT_TRUE(t.assume(both, true));
  EXPECT_EQ(t.truth(a), true);
  EXPECT_EQ(t.value(y), 0);
}

TEST_F(TermsTest, SelectsAreShortCircuits) {
  TermId a = is(x, Predicate::kSGt, n(3)), b = is(y, Predicate::kEq, n(0));
  TermId both = t.select(a, b, n(0), 1); // a && b
  ASSERT_TRUE(t.assume(both, true));
  EXPECT_EQ(t.truth(a), true);
  EXPECT_EQ(t.truth(b), true);
  Terms u;
  TermId p = u.symbol(1), q = u.symbol(1);
  TermId either = u.select(p, u.integer(1), q, 1); // p || q
  ASSERT_TRUE(u.assume(either, false));
  EXPECT_EQ(u.truth(p), false);
  EXPECT_EQ(u.truth(q), false);
}

TEST_F(TermsTest, NotAndWidenedBooleans) {
  TermId a = is(x, Predicate::kEq, n(5));
  TermId no = t.binop(BinaryOp::kXor, a, n(1), 1);
  TermId wide = t.cast(CastKind::kZext, no, 1, 32);
  ASSERT_TRUE(t.assume(is(wide, Predicate::kNe, n(0)), true));
  EXPECT_EQ(t.truth(a), false);
  EXPECT_FALSE(t.assume_between(x, 5, 5));
}

TEST_F(TermsTest, UnsignedBoundsSaySomethingAboutSign) {
  ASSERT_TRUE(t.assume(is(x, Predicate::kULt, n(10)), true));
  EXPECT_EQ(t.truth(is(x, Predicate::kSLt, n(0))), false);
  EXPECT_EQ(t.truth(is(x, Predicate::kSGt, n(9))), false);
}

TEST_F(TermsTest, ArithmeticWithAConstantKeepsTheRange) {
  TermId byte = t.cast(CastKind::kZext, t.symbol(8), 8, 32);
  EXPECT_EQ(t.truth(is(byte, Predicate::kSGt, n(255))), false);
  EXPECT_EQ(t.truth(is(byte, Predicate::kSGt, n(254))), std::nullopt);
  TermId scaled = t.binop(BinaryOp::kMul, byte, n(4), 32);
  TermId more = t.binop(BinaryOp::kAdd, scaled, n(1), 32);
  EXPECT_EQ(t.truth(is(more, Predicate::kSLt, n(1))), false);
  EXPECT_EQ(t.truth(is(more, Predicate::kSGt, n(1021))), false);
  // One that may overflow can be anything.
  TermId wraps = t.binop(BinaryOp::kAdd, x, n(1), 32);
  EXPECT_EQ(t.truth(is(wraps, Predicate::kEq, n(INT32_MIN))), std::nullopt);
}

TEST_F(TermsTest, Addresses) {
  ObjectId one(0), two(1);
  TermId a = t.address(one, 8), b = t.address(two, 8);
  EXPECT_EQ(t.truth(is(a, Predicate::kEq, b)), std::nullopt); // may be null
  ASSERT_TRUE(t.assume_not(a, 0));
  ASSERT_TRUE(t.assume_not(b, 0));
  EXPECT_EQ(t.truth(is(a, Predicate::kEq, b)), false);
  EXPECT_EQ(t.binop(BinaryOp::kSub, a, t.address(one, 2), 64), n(6));
  EXPECT_EQ(t.binop(BinaryOp::kAdd, a, n(4), 64), t.address(one, 12));
}

TEST_F(TermsTest, ObjectsInATerm) {
  TermId a = t.address(ObjectId(3), 0);
  TermId tagged = t.binop(BinaryOp::kOr, a, n(1), 64);
  EXPECT_EQ(t.objects_in(tagged), std::vector{ObjectId(3)});
  EXPECT_TRUE(t.objects_in(t.binop(BinaryOp::kAnd, tagged, n(1), 64)).empty());
  EXPECT_TRUE(t.objects_in(is(a, Predicate::kEq, x)).empty());
  TermId c = t.symbol(1);
  TermId either = t.select(c, a, t.address(ObjectId(4), 0), 64);
  EXPECT_EQ(t.objects_in(either).size(), 2u);
  ASSERT_TRUE(t.assume(c, false));
  EXPECT_EQ(t.objects_in(either), std::vector{ObjectId(4)});
}

TEST_F(TermsTest, NeitherLessNorEqualIsMore) {
  TermId less = is(x, Predicate::kULt, y), equal = is(x, Predicate::kEq, y);
  ASSERT_TRUE(t.assume(less, false));
  EXPECT_EQ(t.truth(is(x, Predicate::kUGt, y)), std::nullopt);
  ASSERT_TRUE(t.assume(equal, false));
  EXPECT_EQ(t.truth(is(x, Predicate::kUGt, y)), true);
  EXPECT_EQ(t.truth(is(y, Predicate::kUGe, x)), false);
}

TEST_F(TermsTest, CountsGrow) {
  TermId more = t.binop(BinaryOp::kAdd, x, n(1), 32);
  EXPECT_EQ(t.binop(BinaryOp::kSub, more, n(1), 32), x);
  EXPECT_EQ(is(more, Predicate::kUGt, x), n(1));
  EXPECT_EQ(is(x, Predicate::kUGe, more), n(0));
  // Of 0 there is nothing to take away.
  TermId less = t.binop(BinaryOp::kSub, x, n(1), 32);
  EXPECT_EQ(t.truth(is(less, Predicate::kULt, x)), std::nullopt);
  ASSERT_TRUE(t.assume(is(x, Predicate::kSGt, n(0)), true));
  EXPECT_EQ(t.truth(is(less, Predicate::kULt, x)), true);
}

TEST_F(TermsTest, SumsOfLengthsAreNotNegative) {
  TermId a = t.symbol(64), b = t.symbol(64);
  TermId unknown = t.binop(BinaryOp::kAdd, a, b, 64);
  EXPECT_TRUE(t.range(unknown).contains(-1));
  ASSERT_TRUE(t.assume_between(a, 0, INT64_MAX));
  ASSERT_TRUE(t.assume_between(b, 3, INT64_MAX));
  TermId sum = t.binop(BinaryOp::kAdd, b, a, 64);
  EXPECT_EQ(t.range(sum).low, 3);
  EXPECT_EQ(t.truth(t.compare(Predicate::kEq, sum, n(0), 64)), false);
}

} // namespace
} // namespace wt
