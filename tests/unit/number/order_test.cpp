// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What several comparisons show together, against all pairs of small numbers.

#include "number/order.h"

#include <gtest/gtest.h>

#include <optional>

namespace wt {
namespace {

using ir::Predicate;

constexpr Predicate kPredicates[] = {
    Predicate::kEq,  Predicate::kNe,  Predicate::kSLt, Predicate::kSLe,
    Predicate::kSGt, Predicate::kSGe, Predicate::kULt, Predicate::kULe,
    Predicate::kUGt, Predicate::kUGe};

// What all pairs answer for which both comparisons hold; nothing: they differ,
// or there is no such pair.
std::optional<bool> expected(Predicate one, Predicate other, Predicate asked) {
  std::optional<bool> answer;
  for (int a = -2; a <= 2; ++a)
    for (int b = -2; b <= 2; ++b) {
      if (!ir::holds(one, a, b) || !ir::holds(other, a, b))
        continue;
      bool here = ir::holds(asked, a, b);
      if (answer && *answer != here)
        return std::nullopt;
      answer = here;
    }
  return answer;
}

TEST(Order, TwoComparisonsShowWhatAllPairsShow) {
  for (Predicate one : kPredicates)
    for (Predicate other : kPredicates)
      for (Predicate asked : kPredicates) {
        Order order;
        order.note(one);
        order.note(other);
        std::optional<bool> wanted = expected(one, other, asked);
        if (std::optional<bool> said = order.decide(asked); said && wanted)
          EXPECT_EQ(*said, *wanted);
        bool mixes = ir::is_unsigned(one) != ir::is_unsigned(other) ||
                     ir::is_unsigned(one) != ir::is_unsigned(asked);
        if (wanted && !mixes)
          EXPECT_TRUE(order.decide(asked));
      }
}

TEST(Order, NotLessAndNotEqualIsMore) {
  Order order;
  order.note(Predicate::kUGe);
  EXPECT_EQ(order.decide(Predicate::kUGt), std::nullopt);
  order.note(Predicate::kNe);
  EXPECT_EQ(order.decide(Predicate::kUGt), true);
  EXPECT_EQ(order.decide(Predicate::kULe), false);
  EXPECT_EQ(order.decide(Predicate::kSGt), std::nullopt);
}

} // namespace
} // namespace wt
