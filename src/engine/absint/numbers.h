// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which integers can this be?
//
// A pair of intervals: one more than an interval, so that "not zero", "negative
// or positive" and "-1 or at least 3" can be said (Jung and Yi, Section 4.1).
//
//   p != NULL          [..-1][1..]         fd = open()   [-1..-1][3..]
//   for (i = 0; ...)   [0..]               never         empty
//
// Join keeps the widest gap when three intervals would be needed.  Widening
// moves a bound that still grows to the next of -1, 0, 1 and the ends, so a
// counter keeps its sign; the descent after the fixpoint (interpreter.cpp) joins
// without it.
//
// Tested by tests/unit/engine/absint_numbers_test.cpp.

#pragma once

#include "ir/inst.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace wt::absint {

struct Interval {
  std::int64_t low = INT64_MIN, high = INT64_MAX;

  bool operator==(const Interval &) const = default;
  auto operator<=>(const Interval &) const = default;
};

class Numbers {
public:
  Numbers() = default; // any
  static Numbers any() { return {}; }
  static Numbers none();
  static Numbers only(std::int64_t n) { return between(n, n); }
  static Numbers between(std::int64_t low, std::int64_t high);
  static Numbers at_least(std::int64_t n) { return between(n, INT64_MAX); }
  static Numbers at_most(std::int64_t n) { return between(INT64_MIN, n); }
  static Numbers except(std::int64_t n);
  // All numbers of so many bits that have these zeros and these ones.
  static Numbers of_bits(std::uint64_t zeros, std::uint64_t ones,
                         unsigned bits);
  // All x with `x predicate n`.
  static Numbers where(ir::Predicate predicate, std::int64_t n);
  // All x with `x predicate y` for some y of these.
  Numbers related(ir::Predicate predicate) const;

  bool is_none() const { return count_ == 0; }
  bool is_any() const {
    return count_ == 1 && parts_[0].low == INT64_MIN &&
           parts_[0].high == INT64_MAX;
  }
  bool has(std::int64_t n) const;
  bool may_be_zero() const { return has(0); }
  bool is_zero() const { return *this == only(0); }
  std::int64_t low() const { return parts_[0].low; } // not of none
  std::int64_t high() const { return parts_[count_ - 1].high; }
  std::optional<std::int64_t> number() const; // the only one
  std::span<const Interval> intervals() const {
    return {parts_.data(), count_};
  }

  Numbers meet(const Numbers &other) const;
  Numbers join(const Numbers &other) const;
  Numbers widen(const Numbers &next) const;
  Numbers plus(std::int64_t n) const; // counts do not wrap around
  bool includes(const Numbers &other) const { return meet(other) == other; }
  bool is_apart_from(const Numbers &other) const {
    return meet(other).is_none();
  }
  // Does `x predicate y` hold for all x here and y there, or for none?
  std::optional<bool> decide(ir::Predicate predicate,
                             const Numbers &other) const;

  // "0", "not 0", "< 0", "-1 or >= 3", "any".
  std::string describe() const;

  bool operator==(const Numbers &) const = default;
  auto operator<=>(const Numbers &) const = default;

private:
  struct Parts { // of two pairs
    std::array<Interval, 4> all;
    std::size_t count = 0;
    void add(const Interval &part) { all[count++] = part; }
  };
  // Sorted, apart; of three or more, those with the smallest gap are joined.
  static Numbers of(Parts parts);

  std::array<Interval, 2> parts_ = {Interval{}, Interval{0, 0}};
  std::uint8_t count_ = 1; // unused parts are [0..0]
};

// The result of an operation on `bits` bits, from those of its operands.
Numbers computed(ir::BinaryOp op, const Numbers &a, const Numbers &b,
                 unsigned bits);
// `from` and `to`: bits before and after.
Numbers converted(ir::CastKind kind, const Numbers &a, unsigned from,
                  unsigned to);

} // namespace wt::absint
