// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which numbers can a value be?
//
// A set of bit patterns of one width, as disjoint ranges of unsigned numbers.
// Signed comparisons with a constant are one or two such ranges, so signed and
// unsigned tests of one value meet exactly.
//
// Tested by tests/unit/logic/branch_atoms_test.cpp.

#pragma once

#include "ir/inst.h"

#include <cstdint>
#include <span>
#include <vector>

namespace wt::logic {

class ValueSet {
public:
  struct Range {
    std::uint64_t low, high; // both included
    bool operator==(const Range &) const = default;
  };

  // All numbers of `width` bits, 1 to 64.
  explicit ValueSet(std::uint32_t width);
  static ValueSet none(std::uint32_t width);
  // Those x with `x predicate constant`.
  static ValueSet of(ir::Predicate predicate, std::int64_t constant,
                     std::uint32_t width);

  std::uint32_t width() const { return width_; }
  bool is_empty() const { return ranges_.empty(); }
  bool is_single() const {
    return ranges_.size() == 1 && ranges_[0].low == ranges_[0].high;
  }
  bool contains(std::uint64_t pattern) const;
  std::span<const Range> ranges() const { return ranges_; }

  // Not empty: the least and the greatest, as signed or unsigned numbers.
  std::uint64_t least(bool is_signed) const;
  std::uint64_t greatest(bool is_signed) const;

  ValueSet complement() const;
  // True when something was taken away.
  bool intersect_with(const ValueSet &other);
  bool is_subset_of(const ValueSet &other) const;
  bool is_disjoint_from(const ValueSet &other) const;

  bool operator==(const ValueSet &) const = default;

private:
  std::uint32_t width_;
  std::vector<Range> ranges_; // ascending, with gaps between them
};

// The largest pattern of `width` bits.
constexpr std::uint64_t all_ones(std::uint32_t width) {
  return width >= 64 ? ~std::uint64_t(0) : (std::uint64_t(1) << width) - 1;
}

} // namespace wt::logic
