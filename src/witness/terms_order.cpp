// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which of two terms is more?  By what they were compared before, by what they
// are differences of, and because counts do not wrap around; see terms.h.
//
// Tested by tests/unit/witness/terms_test.cpp.

#include "witness/terms.h"

#include "ir/predicate.h"
#include "number/order.h"

#include <algorithm>

namespace wt {

using ir::BinaryOp;
using ir::is_unsigned;
using ir::Predicate;

// A term plus a constant, if it is such a sum.
Terms::Sum Terms::sum_of(TermId id) const {
  const Term &term = terms_[id];
  if (term.kind != Term::Kind::kBinop)
    return {id, 0};
  std::optional<std::int64_t> added = value(term.b);
  auto op = static_cast<BinaryOp>(term.code);
  if (!added || (op != BinaryOp::kAdd && op != BinaryOp::kSub) ||
      (op == BinaryOp::kSub && *added == INT64_MIN))
    return {id, 0};
  return {term.a, op == BinaryOp::kAdd ? *added : -*added};
}

// Of x + 1 and x + 2 the latter is more.
std::optional<bool> Terms::decide_by_sum(Predicate p, TermId a,
                                         TermId b) const {
  constexpr std::uint32_t kWidthOfCounts = 32;
  Sum one = sum_of(a), other = sum_of(b);
  bool is_count = std::max(terms_[a].width, terms_[b].width) >= kWidthOfCounts;
  if (one.base != other.base || !is_count)
    return std::nullopt;
  return compare_sums(p, one.offset, other.offset, ranges_[one.base].low);
}

namespace {

struct OrderTest {
  bool swaps, strictly; // a < b; a > b is b < a
};
std::optional<OrderTest> order_test(Predicate p) {
  switch (p) {
  case Predicate::kULt:
  case Predicate::kSLt:
    return OrderTest{false, true};
  case Predicate::kULe:
  case Predicate::kSLe:
    return OrderTest{false, false};
  case Predicate::kUGt:
  case Predicate::kSGt:
    return OrderTest{true, true};
  case Predicate::kUGe:
  case Predicate::kSGe:
    return OrderTest{true, false};
  default:
    return std::nullopt;
  }
}

} // namespace

void Terms::note_order(Predicate p, TermId a, TermId b) {
  if (value(a) || value(b))
    return;
  if (p == Predicate::kNe)
    apart_.insert(std::minmax(a, b));
  std::optional<OrderTest> test = order_test(p);
  if (!test)
    return;
  if (test->swaps)
    std::swap(a, b);
  order_.emplace(a, b, test->strictly, is_unsigned(p));
}

std::optional<bool> Terms::decide_by_order(Predicate p, TermId a,
                                           TermId b) const {
  if (order_.empty() && apart_.empty())
    return std::nullopt;
  std::optional<OrderTest> test = order_test(p);
  if (!test) { // == and !=
    bool apart = apart_.contains(std::minmax(a, b)) ||
                 is_below(a, b, true, true) || is_below(b, a, true, true) ||
                 is_below(a, b, true, false) || is_below(b, a, true, false);
    if (apart)
      return p == Predicate::kNe;
    for (bool is_unsigned : {false, true})
      if (is_below(a, b, false, is_unsigned) &&
          is_below(b, a, false, is_unsigned))
        return p == Predicate::kEq;
    return std::nullopt;
  }
  if (test->swaps)
    std::swap(a, b);
  if (is_below(a, b, test->strictly, is_unsigned(p)))
    return true;
  if (is_below(b, a, !test->strictly, is_unsigned(p)))
    return false;
  return std::nullopt;
}

// Without a sign, x - y is at most x if y is, and less if y is not zero.
bool Terms::is_below(TermId a, TermId b, bool strictly,
                     bool is_unsigned) const {
  if (order_.contains({a, b, true, is_unsigned}) || (a == b && !strictly))
    return true;
  bool is_enough = !strictly || apart_.contains(std::minmax(a, b));
  if (is_enough && order_.contains({a, b, false, is_unsigned}))
    return true;
  const Term &term = terms_[a];
  bool is_difference = is_unsigned && term.kind == Term::Kind::kBinop &&
                       static_cast<BinaryOp>(term.code) == BinaryOp::kSub;
  if (!is_difference)
    return false;
  bool takes_one = value(term.b) == 1;
  bool is_smaller =
      takes_one ? is_not_zero(term.a) : is_below(term.b, term.a, false, true);
  return is_smaller &&
         is_below(term.a, b, strictly && !is_not_zero(term.b), is_unsigned);
}

bool Terms::is_not_zero(TermId id) const {
  const Term &term = terms_[id];
  bool is_difference = term.kind == Term::Kind::kBinop &&
                       static_cast<BinaryOp>(term.code) == BinaryOp::kSub;
  return !ranges_[id].contains(0) ||
         (is_difference && is_below(term.b, term.a, true, true));
}

} // namespace wt
