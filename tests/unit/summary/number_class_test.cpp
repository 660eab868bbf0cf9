// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// NumberClass against sets of the numbers -3 .. 3.

#include "summary/number_class.h"

#include <gtest/gtest.h>

#include <random>

#include <set>

namespace wt::infer {
namespace {

constexpr std::int64_t kFrom = -3, kTo = 3;

std::vector<NumberClass> all_classes() {
  std::vector<NumberClass> out;
  for (std::uint8_t signs = 0; signs <= NumberClass::kAllSigns; ++signs)
    out.push_back(NumberClass::signs(signs));
  for (std::int64_t n = kFrom; n <= kTo; ++n) {
    out.push_back(NumberClass::equals(n));
    out.push_back(NumberClass::differs(n));
    for (std::uint8_t signs = 0; signs <= NumberClass::kAllSigns; ++signs)
      out.push_back(NumberClass::signs(signs).meet(NumberClass::differs(n)));
  }
  return out;
}

std::set<std::int64_t> members(const NumberClass &c) {
  std::set<std::int64_t> out;
  for (std::int64_t n = kFrom; n <= kTo; ++n)
    if (c.may_be(n))
      out.insert(n);
  return out;
}

bool holds(ir::Predicate p, std::int64_t a, std::int64_t b) {
  auto ua = std::uint64_t(a), ub = std::uint64_t(b);
  switch (p) {
  case ir::Predicate::kEq:
    return a == b;
  case ir::Predicate::kNe:
    return a != b;
  case ir::Predicate::kSLt:
    return a < b;
  case ir::Predicate::kSLe:
    return a <= b;
  case ir::Predicate::kSGt:
    return a > b;
  case ir::Predicate::kSGe:
    return a >= b;
  case ir::Predicate::kULt:
    return ua < ub;
  case ir::Predicate::kULe:
    return ua <= ub;
  case ir::Predicate::kUGt:
    return ua > ub;
  case ir::Predicate::kUGe:
    return ua >= ub;
  }
  return false;
}

TEST(NumberClass, MeetLosesNothingAndJoinHoldsBoth) {
  for (const NumberClass &a : all_classes())
    for (const NumberClass &b : all_classes()) {
      std::set<std::int64_t> in_a = members(a), in_b = members(b), both;
      for (std::int64_t n : in_a)
        if (in_b.contains(n))
          both.insert(n);
      std::set<std::int64_t> met = members(a.meet(b));
      for (std::int64_t n : both)
        EXPECT_TRUE(met.contains(n)) << a.describe() << " & " << b.describe();
      for (std::int64_t n : met)
        EXPECT_TRUE(in_a.contains(n) || in_b.contains(n));
      std::set<std::int64_t> joined = members(a.join(b));
      for (const auto &part : {in_a, in_b})
        for (std::int64_t n : part)
          EXPECT_TRUE(joined.contains(n))
              << a.describe() << " | " << b.describe();
      EXPECT_EQ(a.join(b), b.join(a));
      EXPECT_TRUE(a.join(b).includes(a));
    }
}

TEST(NumberClass, WhereHoldsAllThatPassTheTest) {
  for (int p = 0; p <= int(ir::Predicate::kUGe); ++p)
    for (std::int64_t number = kFrom; number <= kTo; ++number) {
      NumberClass where = NumberClass::where(ir::Predicate(p), number);
      for (std::int64_t x = kFrom; x <= kTo; ++x)
        if (holds(ir::Predicate(p), x, number)) {
          EXPECT_TRUE(where.may_be(x)) << p << " " << x << " " << number;
        }
    }
}

TEST(NumberClass, ExactWhereSignsDecide) {
  EXPECT_EQ(NumberClass::where(ir::Predicate::kSLt, 0).describe(), "< 0");
  EXPECT_EQ(NumberClass::where(ir::Predicate::kSLt, 1).describe(), "<= 0");
  EXPECT_EQ(NumberClass::where(ir::Predicate::kSGe, 0).describe(), ">= 0");
  EXPECT_EQ(NumberClass::where(ir::Predicate::kSGt, -1).describe(), ">= 0");
  EXPECT_EQ(NumberClass::where(ir::Predicate::kUGt, 0).describe(), "!= 0");
  EXPECT_EQ(NumberClass::where(ir::Predicate::kULt, 1).describe(), "== 0");
  EXPECT_TRUE(NumberClass::equals(3).meet(NumberClass::equals(4)).is_none());
  EXPECT_TRUE(NumberClass::equals(3).meet(NumberClass::differs(3)).is_none());
  NumberClass few = NumberClass::equals(5).join(NumberClass::equals(1));
  EXPECT_EQ(few.describe(), "== 1 or 5");
  EXPECT_TRUE(NumberClass::equals(1).joins_exactly(NumberClass::equals(5)));
  EXPECT_EQ(few.meet(NumberClass::differs(1)).describe(), "== 5");
  for (std::int64_t n : {2, 3, 4})
    few = few.join(NumberClass::equals(n));
  EXPECT_EQ(few.describe(), "> 0"); // too many
  EXPECT_FALSE(NumberClass::equals(1).joins_exactly(
      NumberClass::signs(NumberClass::kNegative)));
  EXPECT_EQ(NumberClass::any().describe(), "");
}

TEST(NumberClass, IsNoneOfAFew) {
  NumberClass base = NumberClass::any();
  for (std::int64_t n : {16, 8, 10})
    base = base.meet(NumberClass::differs(n));
  EXPECT_EQ(base.describe(), "!= 8 and != 10 and != 16");
  EXPECT_TRUE(base.meet(NumberClass::equals(10)).is_none());
  EXPECT_EQ(base.join(NumberClass::equals(10)).describe(), "!= 8 and != 16");
  EXPECT_EQ(NumberClass::of(base.set()), base);
  Numbers shape = Numbers::negative().join(Numbers::at_least(3));
  EXPECT_EQ(NumberClass::of(shape).describe(), "!= 0 and != 1 and != 2");
}

TEST(NumberClass, OfASetHoldsAllOfIt) {
  EXPECT_EQ(NumberClass::of(Numbers::between(4, 999)).describe(), "> 0");
  EXPECT_EQ(NumberClass::of(Numbers::between(-1, 1)).describe(),
            "== -1 or 0 or 1");
  EXPECT_EQ(NumberClass::of(Numbers::except(0)).describe(), "!= 0");
  EXPECT_EQ(NumberClass::of(Numbers::except(3)).describe(), "!= 3");
  EXPECT_EQ(NumberClass::of(Numbers::not_negative()).describe(), ">= 0");
  EXPECT_TRUE(NumberClass::of(Numbers::at_most(1000)).is_any());
  EXPECT_TRUE(NumberClass::of(Numbers::none()).is_none());
  std::mt19937 random(5);
  for (int round = 0; round < 2000; ++round) {
    auto pick = [&] { return static_cast<std::int64_t>(random() % 9) - 4; };
    Numbers a = Numbers::where(ir::Predicate(random() % 10), pick());
    a = a.meet(Numbers::where(ir::Predicate(random() % 10), pick()));
    NumberClass is = NumberClass::of(a);
    for (std::int64_t n = -9; n <= 9; ++n) {
      ASSERT_TRUE(is.may_be(n) || !a.has(n)) << a.describe() << " " << n;
      ASSERT_EQ(is.set().has(n), is.may_be(n)) << is.describe() << " " << n;
    }
    EXPECT_EQ(NumberClass::of(is.set()), is) << is.describe();
  }
}

} // namespace
} // namespace wt::infer
