// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Do the circuits compute what the machine does?  All values of width 4.

#include "logic/integers.h"

#include <gtest/gtest.h>

namespace wt::logic {
namespace {

constexpr std::uint32_t kWidth = 4;
constexpr int kCount = 1 << kWidth;

// Symbolic a and b, and their evaluation under one pair of numbers.
struct Pair {
  Conditions t;
  Bits a = unknown(t, kWidth), b = unknown(t, kWidth);

  bool value(Cond c, int x, int y) const {
    return t.evaluate(c, [&](std::uint32_t node) {
      for (std::uint32_t i = 0; i < kWidth; ++i) {
        if (a[i].node() == node)
          return (x >> i & 1) != 0;
        if (b[i].node() == node)
          return (y >> i & 1) != 0;
      }
      return false;
    });
  }
  int number(const Bits &bits, int x, int y) const {
    int out = 0;
    for (std::size_t i = 0; i < bits.size(); ++i)
      out |= int(value(bits[i], x, y)) << i;
    return out;
  }
};

int as_signed(int v) { return v >= kCount / 2 ? v - kCount : v; }

TEST(Bits, ArithmeticAndComparisonOfAllValues) {
  Pair p;
  Cond eq = equal(p.t, p.a, p.b), ult = less(p.t, p.a, p.b, false),
       slt = less(p.t, p.a, p.b, true);
  Bits sum = add(p.t, p.a, p.b), difference = subtract(p.t, p.a, p.b),
       conj = bit_and(p.t, p.a, p.b), disj = bit_or(p.t, p.a, p.b),
       excl = bit_xor(p.t, p.a, p.b);
  for (int x = 0; x < kCount; ++x)
    for (int y = 0; y < kCount; ++y) {
      EXPECT_EQ(p.value(eq, x, y), x == y);
      EXPECT_EQ(p.value(ult, x, y), x < y);
      EXPECT_EQ(p.value(slt, x, y), as_signed(x) < as_signed(y));
      EXPECT_EQ(p.number(sum, x, y), (x + y) % kCount);
      EXPECT_EQ(p.number(difference, x, y), (x - y + kCount) % kCount);
      EXPECT_EQ(p.number(conj, x, y), x & y);
      EXPECT_EQ(p.number(disj, x, y), x | y);
      EXPECT_EQ(p.number(excl, x, y), x ^ y);
    }
}

TEST(Bits, ProductsQuotientsAndShiftsOfAllValues) {
  Pair p;
  Bits times_b = product(p.t, p.a, p.b), minus = negated(p.t, p.a),
       left = shift_left(p.t, p.a, p.b),
       right = shift_right(p.t, p.a, p.b, false),
       arithmetic = shift_right(p.t, p.a, p.b, true);
  for (int x = 0; x < kCount; ++x)
    for (int y = 0; y < kCount; ++y) {
      EXPECT_EQ(p.number(times_b, x, y), x * y % kCount);
      EXPECT_EQ(p.number(minus, x, y), (kCount - x) % kCount);
      if (y >= int(kWidth))
        continue; // undefined in C
      EXPECT_EQ(p.number(left, x, y), (x << y) % kCount);
      EXPECT_EQ(p.number(right, x, y), x >> y);
      EXPECT_EQ(p.number(arithmetic, x, y), (as_signed(x) >> y) & (kCount - 1));
    }
  for (int d = 1; d < 2 * kCount; ++d) {
    Division by = divide(p.t, p.a, d);
    for (int x = 0; x < kCount; ++x) {
      EXPECT_EQ(p.number(by.quotient, x, 0), x / d);
      EXPECT_EQ(p.number(by.remainder, x, 0), x % d);
    }
  }
}

TEST(Bits, ShiftsProductsAndWidthsByConstants) {
  Pair p;
  for (int by = 0; by < 6; ++by) {
    Bits left = shift_left(p.a, by), right = shift_right(p.a, by, false),
         arithmetic = shift_right(p.a, by, true), product = times(p.t, p.a, by);
    for (int x = 0; x < kCount; ++x) {
      EXPECT_EQ(p.number(left, x, 0), (x << by) % kCount);
      EXPECT_EQ(p.number(right, x, 0), x >> by);
      EXPECT_EQ(p.number(arithmetic, x, 0),
                (as_signed(x) >> by) & (kCount - 1));
      EXPECT_EQ(p.number(product, x, 0), x * by % kCount);
    }
  }
  Bits wide_signed = resized(p.a, 6, true), wide = resized(p.a, 6, false),
       narrow = resized(p.a, 2, false);
  for (int x = 0; x < kCount; ++x) {
    EXPECT_EQ(p.number(wide_signed, x, 0), as_signed(x) & 63);
    EXPECT_EQ(p.number(wide, x, 0), x);
    EXPECT_EQ(p.number(narrow, x, 0), x & 3);
  }
}

TEST(Bits, ComparisonsWithConstantsExcludeEachOther) {
  Conditions t;
  Bits x = unknown(t, 32);
  auto is = [&](std::int64_t c) { return equal(t, x, constant(c, 32)); };
  Cond negative = less(t, x, constant(0, 32), true);
  EXPECT_EQ(t.both(is(0), !is(0)), kNo);
  EXPECT_EQ(negative, x[31]);
  // Two constants in one value: found by the graph or left to the solver,
  // but never both true under an assignment.
  auto one = [&](std::uint32_t node) { return node == x[0].node(); };
  EXPECT_TRUE(t.evaluate(is(1), one));
  EXPECT_FALSE(t.evaluate(t.both(is(1), is(2)), one));
  EXPECT_FALSE(t.evaluate(t.both(is(1), negative), one));
}

TEST(Bits, SumsLeaveTheirRange) {
  Pair p;
  for (ir::BinaryOp op : {ir::BinaryOp::kAdd, ir::BinaryOp::kSub}) {
    Bits out = *computed(p.t, op, p.a, p.b);
    Cond is_out = is_out_of_range(p.t, op, p.a, p.b, out, true);
    for (int x = 0; x < kCount; ++x)
      for (int y = 0; y < kCount; ++y) {
        int n = op == ir::BinaryOp::kAdd ? as_signed(x) + as_signed(y)
                                         : as_signed(x) - as_signed(y);
        EXPECT_EQ(p.value(is_out, x, y), n < -8 || n > 7) << x << " " << y;
      }
    // Without a sign, short numbers wrap around.
    EXPECT_TRUE(is_out_of_range(p.t, op, p.a, p.b, out, false).is_no());
  }
  Conditions t;
  Bits a = constant(INT64_MAX, 64), one = constant(1, 64);
  auto is_out = [&](const Bits &x) {
    return is_out_of_range(t, ir::BinaryOp::kAdd, x, one, add(t, x, one),
                           false);
  };
  EXPECT_TRUE(is_out(a).is_yes());
  EXPECT_TRUE(is_out(one).is_no());
  EXPECT_TRUE(is_out(constant(UINT64_MAX, 64)).is_no());
}

TEST(Bits, ConstantsFold) {
  Conditions t;
  Bits three = constant(3, 32), four = constant(4, 32);
  EXPECT_EQ(constant_value(add(t, three, four)), 7u);
  EXPECT_EQ(constant_value(times(t, three, 5)), 15u);
  EXPECT_EQ(less(t, three, four, true), kYes);
  EXPECT_EQ(sign_extended(0xffffffff, 32), -1);
  EXPECT_EQ(sign_extended(0x7f, 8), 127);
}

} // namespace
} // namespace wt::logic
