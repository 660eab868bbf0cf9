// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sets of integers: what is said, and that operations cover every concrete
// result (all pairs of small numbers, all sets of four bits, and random ones).

#include "number/fold.h"
#include "number/numbers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace wt {
namespace {

using ir::BinaryOp;
using ir::CastKind;
using ir::Predicate;

constexpr Predicate kPredicates[] = {
    Predicate::kEq,  Predicate::kNe,  Predicate::kSLt, Predicate::kSLe,
    Predicate::kSGt, Predicate::kSGe, Predicate::kULt, Predicate::kULe,
    Predicate::kUGt, Predicate::kUGe};

bool holds(Predicate predicate, std::int64_t a, std::int64_t b) {
  auto ua = static_cast<std::uint64_t>(a), ub = static_cast<std::uint64_t>(b);
  switch (predicate) {
  case Predicate::kEq:
    return a == b;
  case Predicate::kNe:
    return a != b;
  case Predicate::kSLt:
    return a < b;
  case Predicate::kSLe:
    return a <= b;
  case Predicate::kSGt:
    return a > b;
  case Predicate::kSGe:
    return a >= b;
  case Predicate::kULt:
    return ua < ub;
  case Predicate::kULe:
    return ua <= ub;
  case Predicate::kUGt:
    return ua > ub;
  case Predicate::kUGe:
    return ua >= ub;
  }
  return false;
}

Numbers random_numbers(std::mt19937 &random) {
  auto pick = [&] { return static_cast<std::int64_t>(random() % 41) - 20; };
  Numbers out = Numbers::none();
  for (int i = 0; i < 2; ++i) {
    std::int64_t low = pick(), high = low + static_cast<int>(random() % 6);
    out = out.join(Numbers::between(low, high));
  }
  return out;
}

TEST(Numbers, Describe) {
  EXPECT_EQ(Numbers::any().describe(), "any");
  EXPECT_EQ(Numbers::except(0).describe(), "not 0");
  EXPECT_EQ(Numbers::only(-1).join(Numbers::at_least(3)).describe(),
            "-1 or >= 3");
  EXPECT_EQ(Numbers::at_most(-1).describe(), "< 0");
  EXPECT_EQ(Numbers::none().describe(), "none");
}

TEST(Numbers, JoinKeepsTheWidestGap) {
  Numbers three =
      Numbers::only(-1).join(Numbers::only(0)).join(Numbers::only(9));
  EXPECT_EQ(three.describe(), "-1..0 or 9");
}

TEST(Numbers, WideningEnds) {
  Numbers counter = Numbers::only(0);
  int rounds = 0;
  for (std::int64_t i = 1; i < 1000; ++i) {
    Numbers next = counter.widen(Numbers::only(i));
    rounds += next != counter;
    counter = next;
  }
  EXPECT_LE(rounds, 3);
  EXPECT_EQ(counter.describe(), ">= 0");
}

TEST(Numbers, SetsAreCovered) {
  std::mt19937 random(1);
  for (int round = 0; round < 3000; ++round) {
    Numbers a = random_numbers(random), b = random_numbers(random);
    for (std::int64_t x = -30; x <= 30; ++x) {
      if (a.has(x) && b.has(x))
        EXPECT_TRUE(a.meet(b).has(x));
      if (a.has(x) || b.has(x)) {
        EXPECT_TRUE(a.join(b).has(x));
        EXPECT_TRUE(a.widen(b).has(x));
      }
    }
  }
}

TEST(Numbers, TestsAreCovered) {
  std::mt19937 random(2);
  for (int round = 0; round < 300; ++round) {
    Numbers a = random_numbers(random), b = random_numbers(random);
    for (Predicate predicate : kPredicates) {
      Numbers left = b.related(predicate);
      auto known = a.decide(predicate, b);
      for (std::int64_t x = -25; x <= 25; ++x)
        for (std::int64_t y = -25; y <= 25; ++y) {
          if (!b.has(y))
            continue;
          bool is_true = holds(predicate, x, y);
          if (is_true)
            EXPECT_TRUE(left.has(x)) << x << " " << y;
          if (known && a.has(x))
            EXPECT_EQ(*known, is_true) << x << " " << y;
        }
    }
  }
}

// As the machine computes, cut to eight bits with their sign.
std::optional<std::int64_t> concrete(BinaryOp op, std::int8_t a,
                                     std::int8_t b) {
  auto ua = static_cast<std::uint8_t>(a), ub = static_cast<std::uint8_t>(b);
  switch (op) {
  case BinaryOp::kAdd:
    return static_cast<std::int8_t>(a + b);
  case BinaryOp::kSub:
    return static_cast<std::int8_t>(a - b);
  case BinaryOp::kMul:
    return static_cast<std::int8_t>(a * b);
  case BinaryOp::kSDiv:
    if (b == 0)
      return std::nullopt;
    return static_cast<std::int8_t>(a / b);
  case BinaryOp::kSRem:
    if (b == 0)
      return std::nullopt;
    return static_cast<std::int8_t>(a % b);
  case BinaryOp::kUDiv:
    if (ub == 0)
      return std::nullopt;
    return static_cast<std::int8_t>(ua / ub);
  case BinaryOp::kURem:
    if (ub == 0)
      return std::nullopt;
    return static_cast<std::int8_t>(ua % ub);
  case BinaryOp::kAnd:
    return static_cast<std::int8_t>(a & b);
  case BinaryOp::kOr:
    return static_cast<std::int8_t>(a | b);
  case BinaryOp::kXor:
    return static_cast<std::int8_t>(a ^ b);
  default:
    if (ub >= 8)
      return std::nullopt;
    return static_cast<std::int8_t>(op == BinaryOp::kShl    ? ua << ub
                                    : op == BinaryOp::kLShr ? ua >> ub
                                                            : a >> ub);
  }
}

TEST(Numbers, OperationsAreCovered) {
  std::mt19937 random(3);
  for (int code = 0; code <= static_cast<int>(BinaryOp::kXor); ++code) {
    auto op = static_cast<BinaryOp>(code);
    for (int round = 0; round < 400; ++round) {
      Numbers a = random_numbers(random), b = random_numbers(random);
      Numbers out = computed(op, a, b, 8);
      for (int x = -25; x <= 25; ++x)
        for (int y = -25; y <= 25; ++y)
          if (a.has(x) && b.has(y))
            if (auto n = concrete(op, static_cast<std::int8_t>(x),
                                  static_cast<std::int8_t>(y)))
              ASSERT_TRUE(out.has(*n))
                  << ir::name_of(op) << " " << x << " " << y << " gives " << *n
                  << ", not in " << out.describe();
    }
  }
}

TEST(Numbers, BitsAreCovered) {
  EXPECT_EQ(Numbers::of_bits({~1ull, 1}, 32).describe(), "1");
  EXPECT_EQ(Numbers::of_bits({}, 64).describe(), "any");
  for (unsigned zeros = 0; zeros < 16; ++zeros)
    for (unsigned ones = 0; ones < 16; ++ones) {
      if (zeros & ones)
        continue;
      Numbers is = Numbers::of_bits({zeros, ones}, 4);
      for (unsigned bits = 0; bits < 16; ++bits)
        if (!(bits & zeros) && !(ones & ~bits))
          EXPECT_TRUE(is.has(bits < 8 ? int(bits) : int(bits) - 16));
    }
}

TEST(Numbers, CastsAreCovered) {
  std::mt19937 random(4);
  for (int round = 0; round < 1000; ++round) {
    Numbers a = random_numbers(random);
    Numbers wider = converted(CastKind::kZext, a, 8, 32);
    Numbers narrower = converted(CastKind::kTrunc, a, 8, 4);
    for (int x = -25; x <= 25; ++x) {
      if (!a.has(x))
        continue;
      EXPECT_TRUE(wider.has(static_cast<std::uint8_t>(x)));
      int low = x & 15;
      EXPECT_TRUE(narrower.has(low < 8 ? low : low - 16));
    }
  }
}

// Every set of numbers of four bits that intervals and bits can tell.
std::vector<Numbers> small_sets() {
  std::vector<Numbers> out;
  for (std::int64_t low = -8; low < 8; ++low)
    for (std::int64_t high = low; high < 8; ++high)
      for (unsigned zeros = 0; zeros < 8; ++zeros)
        for (unsigned ones = 0; ones < 8; ++ones)
          if (!(zeros & ones))
            out.push_back(
                Numbers::between(low, high).meet(KnownBits{zeros, ones}));
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

TEST(Numbers, BitsAndIntervalsAreExact) {
  for (std::int64_t low = -8; low < 8; ++low)
    for (std::int64_t high = low; high < 8; ++high)
      for (unsigned zeros = 0; zeros < 16; ++zeros)
        for (unsigned ones = 0; ones < 16; ++ones) {
          Numbers is = Numbers::between(low, high).meet(KnownBits{zeros, ones});
          KnownBits known{zeros, ones};
          for (std::int64_t n = -9; n <= 8; ++n)
            EXPECT_EQ(is.has(n), low <= n && n <= high && known.allows(n));
          if (is.is_none())
            continue;
          EXPECT_TRUE(is.has(is.low()) && is.has(is.high()));
          EXPECT_EQ(is.meet(is.known_bits()), is);
        }
}

TEST(Numbers, SmallSetsMeetAndJoin) {
  std::vector<Numbers> all = small_sets();
  for (const Numbers &a : all)
    for (const Numbers &b : all) {
      Numbers met = a.meet(b), joined = a.join(b), wider = a.widen(b);
      for (std::int64_t n = -9; n <= 8; ++n) {
        ASSERT_EQ(met.has(n), a.has(n) && b.has(n));
        ASSERT_TRUE(joined.has(n) || !(a.has(n) || b.has(n)));
        ASSERT_TRUE(wider.has(n) || !(a.has(n) || b.has(n)));
      }
    }
}

TEST(Numbers, SmallSetsAreComputed) {
  std::vector<Numbers> all = small_sets();
  for (int code = 0; code <= static_cast<int>(BinaryOp::kXor); ++code)
    for (std::size_t i = 0; i < all.size(); i += 3)
      for (std::size_t j = 0; j < all.size(); j += 5) {
        auto op = static_cast<BinaryOp>(code);
        Numbers out = computed(op, all[i], all[j], 8);
        for (int x = -8; x < 8; ++x)
          for (int y = -8; y < 8; ++y)
            if (all[i].has(x) && all[j].has(y))
              if (auto n = concrete(op, static_cast<std::int8_t>(x),
                                    static_cast<std::int8_t>(y)))
                ASSERT_TRUE(out.has(*n)) << ir::name_of(op) << " " << x << " "
                                         << y << " gives " << *n;
      }
}

TEST(Fold, AsTheMachineComputes) {
  for (int code = 0; code <= static_cast<int>(BinaryOp::kXor); ++code)
    for (int x = -128; x < 128; ++x)
      for (int y = -128; y < 128; ++y) {
        auto op = static_cast<BinaryOp>(code);
        auto out = fold(op, x, y, 8);
        if (auto n = concrete(op, static_cast<std::int8_t>(x),
                              static_cast<std::int8_t>(y));
            n && out)
          ASSERT_EQ(*out, *n) << ir::name_of(op) << " " << x << " " << y;
      }
  EXPECT_EQ(fold(BinaryOp::kAdd, INT32_MAX, 1, 32), INT32_MIN);
  EXPECT_EQ(fold(BinaryOp::kUDiv, 1, 0, 32), std::nullopt);
  EXPECT_EQ(fold(BinaryOp::kShl, 1, 32, 32), std::nullopt);
  EXPECT_EQ(fold(CastKind::kTrunc, 255, 32, 8), -1);
  EXPECT_EQ(fold(CastKind::kZext, -1, 8, 32), 255);
  EXPECT_EQ(fold(CastKind::kSext, 1, 1, 32), -1);
}

TEST(Numbers, SumsOfCountsAreCounts) {
  Numbers count = Numbers::not_negative(), one = Numbers::only(1);
  auto sum = [](const Numbers &a, const Numbers &b, unsigned bits) {
    return computed(BinaryOp::kAdd, a, b, bits);
  };
  EXPECT_EQ(sum(count, one, 64), Numbers::at_least(1));
  EXPECT_EQ(sum(count, count, 64), count);
  EXPECT_TRUE(sum(Numbers::any(), one, 64).may_be_zero());
  EXPECT_TRUE(sum(count.meet(Numbers::of_width(32)), one, 32).has(INT32_MIN));
  EXPECT_TRUE(computed(BinaryOp::kSub, count, one, 64).has(-1));
}

TEST(Numbers, ShiftsAndRemaindersHaveEnds) {
  auto by = [](BinaryOp op, const Numbers &a, std::int64_t n, unsigned bits) {
    return computed(op, a, Numbers::only(n), bits).describe();
  };
  Numbers byte = Numbers::of_width(8), word = Numbers::of_width(32);
  EXPECT_EQ(by(BinaryOp::kAShr, byte, 4, 8), "-8..7");
  EXPECT_EQ(by(BinaryOp::kURem, word, 10, 32), "0..9");
  EXPECT_EQ(by(BinaryOp::kSRem, word, 10, 32), "-9..9");
  Numbers aligned = computed(BinaryOp::kAnd, word, Numbers::only(-8), 32);
  EXPECT_EQ(by(BinaryOp::kURem, aligned, 8, 32), "0");
}

TEST(Numbers, ProductsAndMasksDecide) {
  Numbers n = Numbers::between(4, 999);
  Numbers product = computed(BinaryOp::kMul, n, Numbers::only(8), 32);
  EXPECT_EQ(product.decide(Predicate::kEq, Numbers::only(16)), false);
  Numbers times =
      computed(BinaryOp::kMul, Numbers::of_width(32), Numbers::only(8), 32);
  EXPECT_EQ(times.decide(Predicate::kEq, Numbers::only(12)), false);
  Numbers flags =
      computed(BinaryOp::kOr, Numbers::of_width(32), Numbers::only(4), 32);
  EXPECT_EQ(computed(BinaryOp::kAnd, flags, Numbers::only(4), 32).number(), 4);
}

} // namespace
} // namespace wt
