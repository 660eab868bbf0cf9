// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sets of numbers as ranges of patterns.

#include "logic/value_set.h"

#include <algorithm>
#include <cassert>

namespace wt::logic {
namespace {

using ir::Predicate;

std::uint64_t sign_bit(std::uint32_t width) {
  return std::uint64_t(1) << (width - 1);
}

} // namespace

ValueSet::ValueSet(std::uint32_t width)
    : width_(width), ranges_{{0, all_ones(width)}} {
  assert(width >= 1 && width <= 64 && "no such width");
}

ValueSet ValueSet::none(std::uint32_t width) {
  ValueSet out(width);
  out.ranges_.clear();
  return out;
}

ValueSet ValueSet::of(Predicate predicate, std::int64_t constant,
                      std::uint32_t width) {
  std::uint64_t all = all_ones(width), c = std::uint64_t(constant) & all;
  std::uint64_t sign = sign_bit(width);
  ValueSet out = none(width);
  switch (predicate) {
  case Predicate::kEq:
    out.ranges_ = {{c, c}};
    return out;
  case Predicate::kULe:
    out.ranges_ = {{0, c}};
    return out;
  case Predicate::kSLe: // negative patterns are the upper half
    if (c >= sign)
      out.ranges_ = {{sign, c}};
    else if (c == sign - 1)
      out.ranges_ = {{0, all}};
    else
      out.ranges_ = {{0, c}, {sign, all}};
    return out;
  case Predicate::kULt:
    return of(Predicate::kUGe, constant, width).complement();
  case Predicate::kUGe:
    out.ranges_ = {{c, all}};
    return out;
  case Predicate::kSGe:
    if (c < sign)
      out.ranges_ = {{c, sign - 1}};
    else if (c == sign)
      out.ranges_ = {{0, all}};
    else
      out.ranges_ = {{0, sign - 1}, {c, all}};
    return out;
  case Predicate::kNe:
  case Predicate::kUGt:
  case Predicate::kSGt:
  case Predicate::kSLt:
    return of(ir::inverse(predicate), constant, width).complement();
  }
  return ValueSet(width);
}

bool ValueSet::contains(std::uint64_t pattern) const {
  return std::ranges::any_of(ranges_, [&](const Range &range) {
    return range.low <= pattern && pattern <= range.high;
  });
}

std::uint64_t ValueSet::least(bool is_signed) const {
  assert(!is_empty());
  if (is_signed)
    for (const Range &range : ranges_)
      if (range.high >= sign_bit(width_))
        return std::max(range.low, sign_bit(width_));
  return ranges_.front().low;
}

std::uint64_t ValueSet::greatest(bool is_signed) const {
  assert(!is_empty());
  if (is_signed)
    for (std::size_t i = ranges_.size(); i-- > 0;)
      if (ranges_[i].low < sign_bit(width_))
        return std::min(ranges_[i].high, sign_bit(width_) - 1);
  return ranges_.back().high;
}

ValueSet ValueSet::complement() const {
  ValueSet out = none(width_);
  std::uint64_t next = 0;
  for (const Range &range : ranges_) {
    if (range.low > next)
      out.ranges_.push_back({next, range.low - 1});
    if (range.high == all_ones(width_))
      return out;
    next = range.high + 1;
  }
  out.ranges_.push_back({next, all_ones(width_)});
  return out;
}

bool ValueSet::intersect_with(const ValueSet &other) {
  assert(width_ == other.width_ && "sets of different widths");
  std::vector<Range> out;
  for (std::size_t i = 0, j = 0;
       i < ranges_.size() && j < other.ranges_.size();) {
    const Range &a = ranges_[i], &b = other.ranges_[j];
    std::uint64_t low = std::max(a.low, b.low), high = std::min(a.high, b.high);
    if (low <= high)
      out.push_back({low, high});
    a.high < b.high ? ++i : ++j;
  }
  bool has_changed = out != ranges_;
  ranges_ = std::move(out);
  return has_changed;
}

bool ValueSet::is_subset_of(const ValueSet &other) const {
  ValueSet common = *this;
  return !common.intersect_with(other);
}

bool ValueSet::is_disjoint_from(const ValueSet &other) const {
  ValueSet common = *this;
  common.intersect_with(other);
  return common.is_empty();
}

} // namespace wt::logic
