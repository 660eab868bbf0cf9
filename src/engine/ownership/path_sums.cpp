// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Can tests of one number, each with something added to it, come out like this?
//
//   if (len - 16 < 4) fail();         len is 16 to 19, and was not
//   if (len - 20 > 0) ...             nor is it 20
//
// Each test is true in some intervals of the number that end at known places:
// if any number passes them all, one beside such an end does.  See
// path_value.h.
//
// Tested by tests/leak/c/sums.c.

#include "engine/ownership/path_value.h"

#include "ir/predicate.h"

#include <algorithm>

namespace wt::ownership {

using Kind = PathValue::Kind;

namespace {

std::int64_t plus(std::int64_t a, std::int64_t b) { // wraps around
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) +
                                   static_cast<std::uint64_t>(b));
}
std::int64_t minus(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) -
                                   static_cast<std::uint64_t>(b));
}

} // namespace

void PathState::note_sum(std::int64_t symbol, ir::Predicate predicate,
                         const PathValue &a, const PathValue &b) {
  bool is_first = a.is(Kind::kSymbol) && b.is(Kind::kNumber);
  if (!is_first && !(a.is(Kind::kNumber) && b.is(Kind::kSymbol)))
    return;
  const PathValue &sum = is_first ? a : b;
  auto known = origins_->find(symbol);
  if (origins_->contains(sum.id) || known == origins_->end() ||
      known->second.sum >= 0)
    return;
  Origin origin = known->second;
  origin.sum = sum.id;
  origin.offset = sum.offset;
  origin.bound = (is_first ? b : a).id;
  origin.predicate = is_first ? predicate : ir::mirrored(predicate);
  origins_.edit().insert_or_assign(symbol, std::move(origin));
  has_sums_ = true;
}

bool PathState::is_sum_of(std::int64_t symbol, std::int64_t leaf) const {
  if (symbol == leaf)
    return true;
  auto origin = origins_->find(symbol);
  return origin != origins_->end() && origin->second.sum == leaf;
}

bool PathState::are_sums_possible(std::int64_t symbol) const {
  if (!has_sums_)
    return true;
  auto origin = origins_->find(symbol);
  std::int64_t leaf = origin != origins_->end() && origin->second.sum >= 0
                          ? origin->second.sum
                          : symbol;
  struct Test {
    const Origin *of;
    bool holds;
  };
  std::vector<Test> tests;
  const Known &number = known(leaf);
  std::vector<std::int64_t> ends{number.range.low, number.range.high, 0};
  std::ranges::copy(number.is.numbers(), std::back_inserter(ends));
  for (const auto &[other, from] : *origins_) {
    const infer::NumberClass &is = known(other).is;
    if (from.sum != leaf || (is.may_be_zero() && !is.is_zero()))
      continue;
    tests.push_back({&from, !is.is_zero()});
    ends.push_back(minus(from.bound, from.offset));
    ends.push_back(minus(0, from.offset));
    ends.push_back(minus(INT64_MIN, from.offset));
  }
  auto is_possible = [&](std::int64_t n) {
    return number.range.low <= n && n <= number.range.high &&
           !number.is.meet(infer::NumberClass::equals(n)).is_none() &&
           std::ranges::all_of(tests, [&](const Test &test) {
             return ir::holds(test.of->predicate, plus(n, test.of->offset),
                              test.of->bound) == test.holds;
           });
  };
  return tests.empty() || std::ranges::any_of(ends, [&](std::int64_t end) {
           return is_possible(minus(end, 1)) || is_possible(end) ||
                  is_possible(plus(end, 1));
         });
}

} // namespace wt::ownership
