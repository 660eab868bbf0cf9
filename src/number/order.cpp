// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What several comparisons show together: see order.h.

#include "number/order.h"

#include <algorithm>

namespace wt {

using ir::Predicate;

std::uint8_t Order::meant_by(Predicate predicate) {
  switch (ir::signed_form(predicate)) {
  case Predicate::kEq:
    return kEqual;
  case Predicate::kNe:
    return kLess | kMore;
  case Predicate::kSLt:
    return kLess;
  case Predicate::kSLe:
    return kLess | kEqual;
  case Predicate::kSGt:
    return kMore;
  default:
    return kMore | kEqual;
  }
}

void Order::note(Predicate predicate) {
  bool is_equality = predicate == Predicate::kEq || predicate == Predicate::kNe;
  if (is_equality || ir::is_unsigned(predicate))
    without_ &= meant_by(predicate);
  if (is_equality || !ir::is_unsigned(predicate))
    with_sign_ &= meant_by(predicate);
  // Equal numbers are equal in both.
  if (!(with_sign_ & kEqual) || !(without_ & kEqual)) {
    with_sign_ &= ~kEqual;
    without_ &= ~kEqual;
  }
  if (with_sign_ == kEqual || without_ == kEqual)
    with_sign_ = without_ = kEqual;
}

std::optional<bool> Order::decide(Predicate predicate) const {
  std::uint8_t left = ir::is_unsigned(predicate) ? without_ : with_sign_;
  std::uint8_t meant = meant_by(predicate);
  if (!(left & meant))
    return false;
  if (!(left & ~meant))
    return true;
  return std::nullopt;
}

std::optional<bool> compare_sums(Predicate predicate, std::int64_t a,
                                 std::int64_t b, std::int64_t least) {
  std::int64_t lower = std::min(a, b);
  bool may_wrap = lower < 0 && (least < 0 || least + lower < 0);
  if (a != b && may_wrap && ir::is_unsigned(predicate))
    return std::nullopt;
  return ir::holds(ir::signed_form(predicate), a, b);
}

} // namespace wt
