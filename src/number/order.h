// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which of x < y, x == y and x > y can be, after several comparisons?
//
// One comparison rules out one or two of the three, with or without a sign;
// together they may leave one:
//
//   !(y < x) and x != y   x < y           x <= y and y <= x   x == y
//
// And which of x + 1 and x + 2 is more?
//
// Tested by tests/unit/number/order_test.cpp.

#pragma once

#include "ir/predicate.h"

#include <cstdint>
#include <optional>

namespace wt {

class Order {
public:
  // `x predicate y` holds.
  void note(ir::Predicate predicate);
  // Does it?
  std::optional<bool> decide(ir::Predicate predicate) const;

private:
  enum : std::uint8_t { kLess = 1, kEqual = 2, kMore = 4, kAny = 7 };
  static std::uint8_t meant_by(ir::Predicate predicate);

  std::uint8_t with_sign_ = kAny, without_ = kAny;
};

// Does `x + a predicate x + b` hold?  Counts do not wrap around; but x - 1
// does, without a sign, where x may be 0.  `least`: of x.
std::optional<bool> compare_sums(ir::Predicate predicate, std::int64_t a,
                                 std::int64_t b, std::int64_t least);

} // namespace wt
