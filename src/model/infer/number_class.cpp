// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sets of numbers by sign: see number_class.h.

#include "model/infer/number_class.h"

#include <fmt/format.h>

namespace wt::infer {

namespace {

std::uint8_t sign_of(std::int64_t number) {
  return number < 0    ? NumberClass::kNegative
         : number == 0 ? NumberClass::kZero
                       : NumberClass::kPositive;
}

} // namespace

NumberClass NumberClass::equals(std::int64_t number) {
  NumberClass out(sign_of(number));
  out.what_ = What::kOnly;
  out.number_ = number;
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

NumberClass NumberClass::where(ir::Predicate predicate, std::int64_t number) {
  using enum ir::Predicate;
  switch (predicate) {
  case kEq:
    return equals(number);
  case kNe:
    return differs(number);
  case kSLt:
    return number <= 0 ? NumberClass(kNegative) : any();
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
  if (what_ == What::kOnly)
    return number_ == number;
  return (signs_ & sign_of(number)) &&
         !(what_ == What::kNot && number_ == number);
}

// There is room for one number: the smallest, so that the order does not count.
void NumberClass::exclude(std::int64_t number) {
  if (what_ == What::kNothing || number < number_)
    number_ = number;
  what_ = What::kNot;
}

NumberClass NumberClass::meet(const NumberClass &other) const {
  if (what_ == What::kOnly)
    return other.may_be(number_) ? *this : none();
  if (other.what_ == What::kOnly)
    return may_be(other.number_) ? other : none();
  NumberClass out(signs_ & other.signs_);
  if (out.is_zero())
    return out;
  for (const NumberClass *part : {this, &other})
    if (part->what_ == What::kNot && (out.signs_ & sign_of(part->number_)))
      out.exclude(part->number_);
  return out;
}

NumberClass NumberClass::join(const NumberClass &other) const {
  if (is_none())
    return other;
  if (other.is_none() || *this == other)
    return *this;
  NumberClass out(signs_ | other.signs_);
  for (const NumberClass *part : {this, &other})
    if (part->what_ == What::kNot && !may_be(part->number_) &&
        !other.may_be(part->number_) && (out.signs_ & sign_of(part->number_)))
      out.exclude(part->number_);
  return out;
}

std::string NumberClass::describe() const {
  if (is_none())
    return "never";
  if (what_ == What::kOnly)
    return fmt::format("== {}", number_);
  static constexpr const char *kBySigns[] = {"",    "< 0",  "",     "<= 0",
                                             "> 0", "!= 0", ">= 0", ""};
  std::string out = kBySigns[signs_];
  if (what_ == What::kNot)
    out += fmt::format("{}!= {}", out.empty() ? "" : " and ", number_);
  return out;
}

} // namespace wt::infer
