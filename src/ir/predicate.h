// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Does a comparison of two known numbers hold?

#pragma once

#include "ir/inst.h"

namespace wt::ir {

inline bool holds(Predicate predicate, std::int64_t a, std::int64_t b) {
  auto ua = static_cast<std::uint64_t>(a), ub = static_cast<std::uint64_t>(b);
  switch (predicate) {
  case Predicate::kEq:
    return a == b;
  case Predicate::kNe:
    return a != b;
  case Predicate::kSLt:
    return a < b;
  case Predicate::kSLe:
    return a <= b;
  case Predicate::kSGt:
    return a > b;
  case Predicate::kSGe:
    return a >= b;
  case Predicate::kULt:
    return ua < ub;
  case Predicate::kULe:
    return ua <= ub;
  case Predicate::kUGt:
    return ua > ub;
  case Predicate::kUGe:
    return ua >= ub;
  }
  return false;
}

inline bool is_unsigned(Predicate p) { return p >= Predicate::kULt; }

// The signed predicate that reads the same: for two numbers that are not
// negative the answers agree, and of x + 1 > x it is asked as 1 > 0.
inline Predicate signed_form(Predicate p) {
  switch (p) {
  case Predicate::kULt:
    return Predicate::kSLt;
  case Predicate::kULe:
    return Predicate::kSLe;
  case Predicate::kUGt:
    return Predicate::kSGt;
  case Predicate::kUGe:
    return Predicate::kSGe;
  default:
    return p;
  }
}

} // namespace wt::ir
