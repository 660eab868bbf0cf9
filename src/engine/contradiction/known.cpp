// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What does a test say of the things that were tested?
//
// `n + 1 == 3` says that n is 2, `!(p == q)` that one of them misses if the
// other hits.  What cannot be said of the parts is remembered of the whole, so
// that the same test has the same outcome when it is met again.

#include "engine/contradiction/error_cell.h"
#include "number/fold.h"
#include "number/order.h"

#include <algorithm>

namespace wt::contradiction {

using ir::Predicate;

namespace {

constexpr std::size_t kMostKnown = 24; // facts; more are not needed
constexpr std::int64_t kLargestMark = 2;

} // namespace

// A comparison, as the predicate of its operands.
std::optional<Predicate> Cells::comparison(ExprId e) const {
  if (exprs[e].kind != Expr::Kind::kOperation)
    return std::nullopt;
  switch (exprs.operation_of(e)) {
  case Operation::kEqual:
    return Predicate::kEq;
  case Operation::kLess:
    return Predicate::kSLt;
  case Operation::kLessUnsigned:
    return Predicate::kULt;
  default:
    return std::nullopt;
  }
}

// Does what is known of other comparisons of the same two allow that one?
bool Cells::is_possible_order(const ErrorCell &cell, ExprId e,
                              const NumberClass &is) const {
  std::optional<Predicate> wanted = comparison(e);
  bool is_decided = is.is_zero() || !is.may_be_zero();
  if (!wanted || !is_decided)
    return true;
  Order order;
  for (const Known &known : cell.known) {
    std::optional<Predicate> was = comparison(known.value);
    bool was_decided = known.is.is_zero() || !known.is.may_be_zero();
    if (!was || !was_decided)
      continue;
    const Expr &one = exprs[known.value], &asked = exprs[e];
    if (one.base == asked.index && one.index == asked.base)
      was = ir::mirrored(*was);
    else if (one.base != asked.base || one.index != asked.index)
      continue;
    order.note(known.is.is_zero() ? ir::inverse(*was) : *was);
  }
  return order.decide(is.is_zero() ? ir::inverse(*wanted) : *wanted) != false;
}

bool Cells::note(ErrorCell &cell, ExprId e, const NumberClass &is) const {
  NumberClass both = known_of(cell, e).meet(is);
  if (both.is_none() || !is_possible_order(cell, e, both))
    return false;
  if (paths_are_cells && exprs[e].loads > kMostLoads)
    return true;
  // Neither null nor a mark like (T *)1 nor a standard stream is an object.  A
  // proof about a descriptor is not so sure.
  if (std::optional<std::int64_t> number = both.number();
      number && *number <= (is_handle ? -1 : kLargestMark) &&
      std::ranges::binary_search(cell.hits, e))
    return false;
  auto at = std::ranges::lower_bound(cell.known, e, {}, &Known::value);
  if (at != cell.known.end() && at->value == e)
    at->is = both;
  else if (!both.is_any() && cell.known.size() < kMostKnown)
    cell.known.insert(at, {e, both});
  return true;
}

bool Cells::add_known(ErrorCell &cell, ExprId e, const NumberClass &is) const {
  Expr::Kind kind = exprs[e].kind;
  bool is_fixed = kind == Expr::Kind::kNumber || exprs.is_symbolic_address(e);
  if (!is_fixed && kind != Expr::Kind::kOperation)
    return note(cell, e, is);
  if (known_of(cell, e).meet(is).is_none())
    return false;
  return is_fixed || add_operation(cell, e, is);
}

bool Cells::add_equal(ErrorCell &cell, ExprId a, ExprId b,
                      bool are_equal) const {
  if (is_handle && are_equal)
    return true;
  for (const auto &[one, other] : {std::pair(a, b), std::pair(b, a)}) {
    if (are_equal && is_hit(cell, one) && !add_hit(cell, other))
      return false;
    // Another address may still be in the same object.
    if (!are_equal && is_hit(cell, one) && exprs.strip(one) == one &&
        exprs.strip(other) == other && !add_miss(cell, other))
      return false;
    if (are_equal && is_miss(cell, one) && !add_miss(cell, other))
      return false;
  }
  return true;
}

bool Cells::add_same_cell(ErrorCell &cell, ExprId address, ExprId other) const {
  auto offset_of = [&](ExprId e) {
    return exprs[e].kind == Expr::Kind::kOffset ? exprs[e].number : 0;
  };
  if (offset_of(address) != offset_of(other))
    return true;
  std::optional<ExprId> test = exprs.operation(
      Operation::kEqual, 1, exprs.strip(address), exprs.strip(other));
  return !test || add_known(cell, *test, NumberClass::differs(0));
}

// Does a condition hold?  As far as what it tests is known.
std::optional<bool> Cells::truth_of(const ErrorCell &cell, ExprId e) const {
  if (exprs[e].kind != Expr::Kind::kOperation)
    return std::nullopt;
  const Expr &expr = exprs[e];
  if (exprs.operation_of(e) == Operation::kWiden)
    return truth_of(cell, expr.base);
  if (exprs.operation_of(e) == Operation::kNot) {
    std::optional<bool> holds = truth_of(cell, expr.base);
    return holds ? std::optional(!*holds) : std::nullopt;
  }
  if (exprs.operation_of(e) != Operation::kEqual ||
      exprs[expr.index].kind != Expr::Kind::kNumber)
    return std::nullopt;
  NumberClass wanted = NumberClass::equals(exprs[expr.index].number);
  NumberClass is = known_of(cell, expr.base);
  if (wanted.includes(is))
    return true;
  return is.meet(wanted).is_none() ? std::optional(false) : std::nullopt;
}

// `(p == 0) == (n == 0)`: if one of them is known, so is the other.
bool Cells::agree(ErrorCell &cell, ExprId a, ExprId b,
                  const NumberClass &are_equal) const {
  if (!are_equal.is_zero() && are_equal.may_be_zero())
    return true;
  for (const auto &[one, other] : {std::pair(a, b), std::pair(b, a)})
    if (std::optional<bool> holds = truth_of(cell, one);
        holds && exprs[other].kind == Expr::Kind::kOperation &&
        !add_condition(cell, other, *holds != are_equal.is_zero()))
      return false;
  return true;
}

bool Cells::use_equalities(ErrorCell &cell) const {
  for (const Known &equal : std::vector(cell.known)) {
    if (exprs[equal.value].kind != Expr::Kind::kOperation ||
        exprs.operation_of(equal.value) != Operation::kEqual)
      continue;
    ExprId from = exprs[equal.value].base, to = exprs[equal.value].index;
    if ((equal.is.is_zero() || !equal.is.may_be_zero()) &&
        !add_equal(cell, from, to, !equal.is.is_zero()))
      return false;
    if (!agree(cell, from, to, equal.is))
      return false;
    if (equal.is.may_be_zero())
      continue;
    if (exprs[from].loads < exprs[to].loads)
      std::swap(from, to);
    auto other = [&](ExprId e) -> std::optional<ExprId> {
      if (e == equal.value || e == from || !exprs.contains(e, from))
        return std::nullopt;
      return exprs.substitute(e, from, to);
    };
    for (const Known &known : std::vector(cell.known))
      if (auto same = other(known.value);
          same && !add_known(cell, *same, known.is))
        return false;
    for (ExprId e : std::vector(cell.hits))
      if (auto same = other(e); same && !add_hit(cell, *same))
        return false;
    for (ExprId e : std::vector(cell.misses))
      if (auto same = other(e); same && !add_miss(cell, *same))
        return false;
  }
  return true;
}

bool Cells::add_less(ErrorCell &cell, ExprId a, ExprId b, bool holds) const {
  using P = ir::Predicate;
  if (a == b)
    return !holds;
  if (exprs[b].kind == Expr::Kind::kNumber)
    return add_known(
        cell, a,
        NumberClass::where(holds ? P::kSLt : P::kSGe, exprs[b].number));
  if (exprs[a].kind == Expr::Kind::kNumber)
    return add_known(
        cell, b,
        NumberClass::where(holds ? P::kSGt : P::kSLe, exprs[a].number));
  return true;
}

// As far as it is about zero.
bool Cells::add_less_unsigned(ErrorCell &cell, ExprId a, ExprId b,
                              bool holds) const {
  if (a == b || exprs.is_number(b, 0))
    return !holds;
  NumberClass zero = NumberClass::equals(0), other = NumberClass::differs(0);
  if (exprs.is_number(b, 1))
    return add_known(cell, a, holds ? zero : other);
  if (exprs.is_number(a, 0))
    return add_known(cell, b, holds ? other : zero);
  return !holds || add_known(cell, b, other);
}

// `flags & (A | B)` is not zero, so not both of `flags & A` and `flags & B`
// are.
bool Cells::bits_agree(const ErrorCell &cell, ExprId masked) const {
  ExprId flags = exprs[masked].base;
  std::uint64_t clear = 0; // bits that are not set
  auto mask_of = [&](const Known &known) -> std::uint64_t {
    const Expr &expr = exprs[known.value];
    bool is_mask = expr.kind == Expr::Kind::kOperation && expr.base == flags &&
                   exprs.operation_of(known.value) == Operation::kAnd &&
                   exprs[expr.index].kind == Expr::Kind::kNumber;
    return is_mask ? static_cast<std::uint64_t>(exprs[expr.index].number) : 0;
  };
  for (const Known &known : cell.known)
    if (known.is.is_zero())
      clear |= mask_of(known);
  return std::ranges::none_of(cell.known, [&](const Known &known) {
    std::uint64_t mask = mask_of(known);
    return mask != 0 && !known.is.may_be_zero() && (mask & ~clear) == 0;
  });
}

// A condition holds, or does not.
bool Cells::add_condition(ErrorCell &cell, ExprId e, bool holds) const {
  const Expr expr = exprs[e];
  NumberClass is = holds ? NumberClass::differs(0) : NumberClass::equals(0);
  NumberClass is_not = holds ? NumberClass::equals(0) : NumberClass::differs(0);
  switch (exprs.operation_of(e)) {
  case Operation::kEqual:
    if (!add_equal(cell, expr.base, expr.index, holds))
      return false;
    if (exprs[expr.index].kind == Expr::Kind::kNumber) {
      std::int64_t number = exprs[expr.index].number;
      return add_known(cell, expr.base,
                       holds ? NumberClass::equals(number)
                             : NumberClass::differs(number));
    }
    return note(cell, e, is) &&
           (!holds || (add_known(cell, expr.base, known_of(cell, expr.index)) &&
                       add_known(cell, expr.index, known_of(cell, expr.base))));
  case Operation::kLess:
    return note(cell, e, is) && add_less(cell, expr.base, expr.index, holds);
  case Operation::kLessUnsigned:
    return note(cell, e, is) &&
           add_less_unsigned(cell, expr.base, expr.index, holds);
  case Operation::kNot:
    return add_known(cell, expr.base, is_not);
  case Operation::kAnd:
    return note(cell, e, is) && bits_agree(cell, e) &&
           (!holds || (add_known(cell, expr.base, is) &&
                       add_known(cell, expr.index, is)));
  case Operation::kOr:
    return note(cell, e, is) && (holds || (add_known(cell, expr.base, is) &&
                                           add_known(cell, expr.index, is)));
  case Operation::kXor: {
    bool negates = exprs.width_of(e) == 1 &&
                   exprs[expr.index].kind == Expr::Kind::kNumber &&
                   exprs[expr.index].number != 0;
    return negates ? add_known(cell, expr.base, is_not) : note(cell, e, is);
  }
  case Operation::kWiden:
    return add_known(cell, expr.base, is);
  case Operation::kCut: // a boolean in memory is a byte: 0 or 1
    if (exprs.width_of(e) == 1)
      return add_known(cell, expr.base, is);
    return note(cell, e, is) && (!holds || add_known(cell, expr.base, is));
  default:
    return note(cell, e, is);
  }
}

// Numbers have their sign in front: the byte that becomes 200 is -56.
bool Cells::add_widened(ErrorCell &cell, ExprId e, std::int64_t number) const {
  auto bits = static_cast<unsigned>(exprs[exprs[e].index].number);
  if (bits == 0 || bits >= 64)
    return note(cell, e, NumberClass::equals(number));
  bool is_possible = static_cast<std::uint64_t>(number) <= all_ones(bits);
  return is_possible &&
         add_known(cell, exprs[e].base, NumberClass::equals(cut(number, bits)));
}

bool Cells::add_operation(ErrorCell &cell, ExprId e,
                          const NumberClass &is) const {
  const Expr expr = exprs[e];
  Operation op = exprs.operation_of(e);
  std::optional<std::int64_t> number = is.number(), other;
  if (!is.excluded().empty())
    other = is.excluded().front();
  if (!other && !is.may_be_zero() && is.includes(NumberClass::differs(0)))
    other = 0;
  bool by_number = exprs[expr.index].kind == Expr::Kind::kNumber;
  // n + 1 is 3 if n is 2.
  if (by_number && (number || other) &&
      (op == Operation::kAdd || op == Operation::kSub)) {
    std::int64_t change = exprs[expr.index].number;
    if (op == Operation::kSub)
      change = -change;
    return add_known(cell, expr.base,
                     number ? NumberClass::equals(*number - change)
                            : NumberClass::differs(*other - change));
  }
  if (op == Operation::kWiden && number)
    return add_widened(cell, e, *number);
  if (is.is_zero() || !is.may_be_zero())
    if (!add_condition(cell, e, !is.is_zero()))
      return false;
  bool is_condition = op <= Operation::kNot;
  return is_condition || note(cell, e, is);
}

} // namespace wt::contradiction
