// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is known of a number or pointer, as callers test it?
//
// Its sign, and perhaps a few numbers of which it is one, or which it is not:
//
//   p != NULL     differs 0            fd = open(...) failed     equals -1
//   ret < 0       negative             base neither 8 nor 16     differs both
//   -22 or -34    an error code
//
// Coarser than the sets of number/, in which a body is interpreted: so few
// classes can be told apart by callers, and growing ones end soon.
//
// A pointer is zero or positive.  Join and meet are those of sets; a join may
// grow (four numbers and another one are "positive").
//
// Tested by tests/unit/summary/number_class_test.cpp.

#pragma once

#include "ir/inst.h"
#include "model/model.h"
#include "number/numbers.h"

#include <array>
#include <optional>
#include <span>
#include <string>

namespace wt {
class ByteReader;
class ByteWriter;
} // namespace wt

namespace wt::infer {

class NumberClass {
public:
  enum Sign : std::uint8_t { kNegative = 1, kZero = 2, kPositive = 4 };
  static constexpr std::uint8_t kAllSigns = kNegative | kZero | kPositive;

  static NumberClass any() { return NumberClass(kAllSigns); }
  static NumberClass none() { return NumberClass(0); }
  static NumberClass signs(std::uint8_t signs) { return NumberClass(signs); }
  static NumberClass equals(std::int64_t number);
  static NumberClass differs(std::int64_t number);
  static NumberClass of(const model::ResultTest &test);
  // The smallest class that holds all of them.
  static NumberClass of(const Numbers &numbers);
  Numbers set() const; // exactly these
  // All x with `x predicate number`; may be larger.
  static NumberClass where(ir::Predicate predicate, std::int64_t number);

  bool is_any() const { return signs_ == kAllSigns && what_ == What::kNothing; }
  bool is_none() const { return signs_ == 0; }
  std::uint8_t signs() const { return signs_; }
  bool may_be(std::int64_t number) const;
  bool may_be_zero() const { return signs_ & kZero; }
  bool is_zero() const { return signs_ == kZero; }
  std::optional<std::int64_t> number() const { // the only one
    return what_ == What::kOneOf && count_ == 1 ? std::optional(numbers_[0])
                                                : std::nullopt;
  }
  // All that it can be, ascending; empty: too many.
  std::span<const std::int64_t> numbers() const {
    return {numbers_.data(), what_ == What::kOneOf ? count_ : std::size_t(0)};
  }
  // What it is not, ascending, besides what its signs say.
  std::span<const std::int64_t> excluded() const {
    return {numbers_.data(), what_ == What::kNot ? count_ : std::size_t(0)};
  }

  NumberClass meet(const NumberClass &other) const;
  NumberClass join(const NumberClass &other) const;
  bool includes(const NumberClass &other) const { return join(other) == *this; }
  // Does the join hold nothing that neither of them does?
  bool joins_exactly(const NumberClass &other) const;

  // "== 0", "!= 0", "< 0", "== 1 or 3", ">= 0 and != 3", "" when it is any.
  std::string describe() const;

  // Equal classes have equal bytes.
  void write(ByteWriter &out) const;
  static NumberClass read(ByteReader &in); // any, and in.failed(), else

  bool operator==(const NumberClass &) const = default;
  auto operator<=>(const NumberClass &) const = default;

private:
  enum class What : std::uint8_t { kNothing, kOneOf, kNot };
  static constexpr std::size_t kMaxNumbers = 4;

  explicit NumberClass(std::uint8_t signs)
      : signs_(signs), what_(signs == kZero ? What::kOneOf : What::kNothing),
        count_(signs == kZero ? 1 : 0) {}
  // nullopt: too many.
  static std::optional<NumberClass>
  one_of(std::span<const std::int64_t> sorted);
  void exclude(std::int64_t number);
  std::size_t most_excluded() const;

  std::uint8_t signs_; // of all that it can be
  What what_;          // are `numbers_`?
  std::uint8_t count_; // of them
  // Never excluded when zero: signs_ says that.  Unused ones are zero.
  std::array<std::int64_t, kMaxNumbers> numbers_ = {};
};

} // namespace wt::infer
