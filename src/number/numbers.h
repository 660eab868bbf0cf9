// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which integers can this be?
//
// A few intervals, and bits that all of them have: so that "not zero", "-1 or
// at least 3", "neither 0 nor 3" and "a multiple of 8" can be said (Jung and
// Yi, Section 4.1, have two intervals).
//
//   p != NULL          [..-1][1..]         fd = open()   [-1..-1][3..]
//   for (i = 0; ...)   [0..]               never         empty
//   c = *(bool *)p     [0..1]              n * 8         any, 000 below
//
// Join keeps the widest gaps when too many intervals would be needed.  Widening
// moves a bound that still grows to the next of -1, 0, 1 and the ends, so a
// counter keeps its sign.
//
// Numbers of narrow types are kept with their sign in front, those of one bit
// as zero or one (docs/dev/ir.md); so unsigned comparisons are those of 64
// bits.
//
// Tested by tests/unit/number/numbers_test.cpp.

#pragma once

#include "ir/inst.h"
#include "number/known_bits.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace wt {

class ByteReader;
class ByteWriter;

struct Interval {
  std::int64_t low = INT64_MIN, high = INT64_MAX;

  bool operator==(const Interval &) const = default;
  auto operator<=>(const Interval &) const = default;
};

// A few numbers, ascending.
class FewNumbers {
public:
  static constexpr std::size_t kMost = 4;

  void add(std::int64_t n) { all_[count_++] = n; }
  bool is_full() const { return count_ == kMost; }
  bool empty() const { return count_ == 0; }
  const std::int64_t *begin() const { return all_.data(); }
  const std::int64_t *end() const { return all_.data() + count_; }

private:
  std::array<std::int64_t, kMost> all_ = {};
  std::size_t count_ = 0;
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
  static Numbers not_negative() { return at_least(0); }
  static Numbers negative() { return at_most(-1); }
  // All numbers of so many bits; 0 or more than 64: any.
  static Numbers of_width(unsigned bits);
  // All numbers of so many bits that have these zeros and these ones.
  static Numbers of_bits(const KnownBits &known, unsigned bits);
  // All x with `x predicate n`.
  static Numbers where(ir::Predicate predicate, std::int64_t n);
  // All x with `x predicate y` for some y of these.
  Numbers related(ir::Predicate predicate) const;

  bool is_none() const { return count_ == 0; }
  bool is_any() const {
    return count_ == 1 && parts_[0] == Interval{} && !bits_.has_any();
  }
  bool has(std::int64_t n) const;
  bool may_be_zero() const { return has(0); }
  bool is_zero() const { return *this == only(0); }
  std::int64_t low() const { return parts_[0].low; } // not of none
  std::int64_t high() const { return parts_[count_ - 1].high; }
  std::optional<std::int64_t> number() const; // the only one
  FewNumbers few() const; // all that it can be; empty: none, or too many
  std::span<const Interval> intervals() const {
    return {parts_.data(), count_};
  }
  KnownBits known_bits() const;

  Numbers meet(const Numbers &other) const;
  Numbers meet(const KnownBits &known) const;
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

  // Equal sets have equal bytes.
  void write(ByteWriter &out) const;
  static Numbers read(ByteReader &in); // any, and in.failed(), if they are none

  bool operator==(const Numbers &) const = default;
  auto operator<=>(const Numbers &) const = default;

private:
  static constexpr std::size_t kMaxParts = 4;
  struct Parts { // as many as two sets have
    std::array<Interval, 2 * kMaxParts> all;
    std::size_t count = 0;
    void add(const Interval &part) { all[count++] = part; }
    Interval &last() { return all[count - 1]; }
  };
  // Sorted, apart; of too many, those with the smallest gap are joined.
  static Numbers of(Parts parts, const KnownBits &known = {});
  // The ends have the known bits, and those that the intervals tell are not
  // kept: equal sets look alike.
  void settle(KnownBits known);
  KnownBits bits_of_parts() const;

  std::array<Interval, kMaxParts> parts_ = {Interval{}, Interval{0, 0},
                                            Interval{0, 0}, Interval{0, 0}};
  KnownBits bits_;         // besides those that the intervals tell
  std::uint8_t count_ = 1; // unused parts are [0..0]
};

// The result of an operation on `bits` bits, from those of its operands.
Numbers computed(ir::BinaryOp op, const Numbers &a, const Numbers &b,
                 unsigned bits);
// `from` and `to`: bits before and after.
Numbers converted(ir::CastKind kind, const Numbers &a, unsigned from,
                  unsigned to);

} // namespace wt
