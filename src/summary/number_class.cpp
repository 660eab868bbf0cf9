// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sets of numbers by sign: see number_class.h.

#include "summary/number_class.h"

#include "support/bytes.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>

namespace wt::infer {

namespace {

std::uint8_t sign_of(std::int64_t number) {
  return number < 0    ? NumberClass::kNegative
         : number == 0 ? NumberClass::kZero
                       : NumberClass::kPositive;
}

} // namespace

NumberClass NumberClass::equals(std::int64_t number) {
  return *one_of({&number, 1});
}

std::optional<NumberClass>
NumberClass::one_of(std::span<const std::int64_t> sorted) {
  if (sorted.size() > kMaxNumbers)
    return std::nullopt;
  NumberClass out(0);
  for (std::int64_t number : sorted) {
    out.signs_ |= sign_of(number);
    out.numbers_[out.count_++] = number;
  }
  out.what_ = sorted.empty() ? What::kNothing : What::kOneOf;
  return out;
}

NumberClass NumberClass::differs(std::int64_t number) {
  if (number == 0)
    return NumberClass(kNegative | kPositive);
  NumberClass out(kAllSigns);
  out.exclude(number);
  return out;
}

NumberClass NumberClass::of(const model::ResultTest &test) {
  using Kind = model::ResultTest::Kind;
  switch (test.kind) {
  case Kind::kAlways:
    return any();
  case Kind::kEquals:
    return equals(test.value);
  case Kind::kDiffers:
    return differs(test.value);
  case Kind::kNegative:
    return NumberClass(kNegative);
  case Kind::kNotNegative:
    return NumberClass(kZero | kPositive);
  }
  return any();
}

NumberClass NumberClass::of(const Numbers &numbers) {
  if (FewNumbers few = numbers.few(); !few.empty())
    return *one_of({few.begin(), few.end()});
  if (numbers.is_none())
    return none();
  NumberClass out((numbers.low() < 0 ? kNegative : 0) |
                  (numbers.may_be_zero() ? kZero : 0) |
                  (numbers.high() > 0 ? kPositive : 0));
  // Numbers that are left out one by one, not ranges.
  constexpr std::int64_t kWidestGap = 4;
  std::span<const Interval> parts = numbers.intervals();
  for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
    std::int64_t gap = parts[i].high + 1, end = parts[i + 1].low;
    if (gap == 0)
      ++gap;
    for (; gap < end && end <= gap + kWidestGap; ++gap)
      if (gap != 0)
        out.exclude(gap);
  }
  return out;
}

Numbers NumberClass::set() const {
  Numbers out = Numbers::none();
  for (std::int64_t number : numbers())
    out = out.join(Numbers::only(number));
  if (what_ == What::kOneOf)
    return out;
  if (signs_ & kNegative)
    out = out.join(Numbers::negative());
  if (signs_ & kZero)
    out = out.join(Numbers::only(0));
  if (signs_ & kPositive)
    out = out.join(Numbers::at_least(1));
  for (std::int64_t number : excluded())
    out = out.meet(Numbers::except(number));
  return out;
}

NumberClass NumberClass::where(ir::Predicate predicate, std::int64_t number) {
  using enum ir::Predicate;
  switch (predicate) {
  case kEq:
    return equals(number);
  case kNe:
    return differs(number);
  case kSLt:
    return number <= 0   ? NumberClass(kNegative)
           : number == 1 ? NumberClass(kNegative | kZero)
                         : any();
  case kSLe:
    return number < 0    ? NumberClass(kNegative)
           : number == 0 ? NumberClass(kNegative | kZero)
                         : any();
  case kSGt:
    return number >= 0    ? NumberClass(kPositive)
           : number == -1 ? NumberClass(kZero | kPositive)
                          : any();
  case kSGe:
    return number > 0    ? NumberClass(kPositive)
           : number == 0 ? NumberClass(kZero | kPositive)
                         : any();
  case kULt: // x <u 1 is x == 0
    return number == 0 ? none() : number == 1 ? NumberClass(kZero) : any();
  case kULe:
    return number == 0 ? NumberClass(kZero) : any();
  case kUGt:
    return differs(0);
  case kUGe:
    return number == 0 ? any() : differs(0);
  }
  return any();
}

bool NumberClass::may_be(std::int64_t number) const {
  if (what_ == What::kOneOf)
    return std::ranges::binary_search(numbers(), number);
  return (signs_ & sign_of(number)) &&
         !std::ranges::binary_search(excluded(), number);
}

// Sets of number/ have four intervals, so three holes; zero may be one.
std::size_t NumberClass::most_excluded() const {
  return signs_ == (kNegative | kPositive) ? 2 : 3;
}

// Of too many the smallest stay, so that the order does not count.
void NumberClass::exclude(std::int64_t number) {
  auto *end = numbers_.data() + (what_ == What::kNot ? count_ : 0);
  auto *at = std::lower_bound(numbers_.data(), end, number);
  if (at != end && *at == number)
    return;
  auto index = static_cast<std::size_t>(at - numbers_.data());
  std::size_t most = most_excluded(), old = what_ == What::kNot ? count_ : 0;
  if (index >= most)
    return;
  std::size_t now = std::min(old + 1, most);
  for (std::size_t i = now - 1; i > index; --i)
    numbers_[i] = numbers_[i - 1];
  numbers_[index] = number;
  what_ = What::kNot;
  count_ = static_cast<std::uint8_t>(now);
}

NumberClass NumberClass::meet(const NumberClass &other) const {
  if (other.what_ == What::kOneOf && what_ != What::kOneOf)
    return other.meet(*this);
  if (what_ == What::kOneOf) {
    NumberClass out(0);
    for (std::int64_t number : numbers())
      if (other.may_be(number)) {
        out.signs_ |= sign_of(number);
        out.numbers_[out.count_++] = number;
        out.what_ = What::kOneOf;
      }
    return out;
  }
  NumberClass out(signs_ & other.signs_);
  if (out.is_zero())
    return out;
  for (const NumberClass *part : {this, &other})
    for (std::int64_t number : part->excluded())
      if (out.signs_ & sign_of(number))
        out.exclude(number);
  return out;
}

NumberClass NumberClass::join(const NumberClass &other) const {
  if (is_none())
    return other;
  if (other.is_none() || *this == other)
    return *this;
  if (what_ == What::kOneOf && other.what_ == What::kOneOf) {
    std::vector<std::int64_t> all;
    std::ranges::set_union(numbers(), other.numbers(), std::back_inserter(all));
    if (auto out = one_of(all))
      return *out;
  }
  NumberClass out(signs_ | other.signs_);
  for (const NumberClass *part : {this, &other})
    for (std::int64_t number : part->excluded())
      if (!may_be(number) && !other.may_be(number) &&
          (out.signs_ & sign_of(number)))
        out.exclude(number);
  return out;
}

// The members of a class are told by their sign and by the numbers that are
// named: a few samples decide.
bool NumberClass::joins_exactly(const NumberClass &other) const {
  NumberClass both = join(other);
  auto agrees = [&](std::int64_t n) {
    return both.may_be(n) == (may_be(n) || other.may_be(n));
  };
  constexpr std::int64_t kFar = INT64_MAX / 2; // no number that programs name
  if (!agrees(-kFar) || !agrees(0) || !agrees(kFar))
    return false;
  for (const NumberClass *part :
       std::initializer_list<const NumberClass *>{this, &other, &both})
    for (std::size_t i = 0; i < part->count_; ++i)
      if (!agrees(part->numbers_[i]))
        return false;
  return true;
}

std::string NumberClass::describe() const {
  if (is_none())
    return "never";
  if (what_ == What::kOneOf)
    return fmt::format("== {}", fmt::join(numbers(), " or "));
  static constexpr const char *kBySigns[] = {"",    "< 0",  "",     "<= 0",
                                             "> 0", "!= 0", ">= 0", ""};
  std::string out = kBySigns[signs_];
  for (std::int64_t number : excluded())
    out += fmt::format("{}!= {}", out.empty() ? "" : " and ", number);
  return out;
}

void NumberClass::write(ByteWriter &out) const {
  out.byte(signs_);
  out.byte(static_cast<std::uint8_t>(what_));
  out.byte(count_);
  for (std::size_t i = 0; i < count_; ++i)
    out.signed_number(numbers_[i]);
}

NumberClass NumberClass::read(ByteReader &in) {
  NumberClass out = none();
  out.signs_ = in.byte();
  std::uint8_t what = in.byte();
  out.count_ = in.byte();
  if (out.signs_ > kAllSigns || what > static_cast<std::uint8_t>(What::kNot) ||
      out.count_ > kMaxNumbers)
    in.fail();
  if (in.failed())
    return any();
  out.what_ = static_cast<What>(what);
  for (std::size_t i = 0; i < out.count_; ++i)
    out.numbers_[i] = in.signed_number();
  return in.failed() ? any() : out;
}

} // namespace wt::infer
