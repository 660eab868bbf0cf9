// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Circuits for the operations of the IR: see integers.h.

#include "logic/integers.h"

#include <algorithm>
#include <bit>

namespace wt::logic {
namespace {

using ir::BinaryOp;
using ir::Predicate;

constexpr std::size_t kMaxFactor = 8;       // bits that are not known to be 0
constexpr std::uint64_t kMaxDivisor = 4096; // larger circuits pay for little

std::size_t open_bits(const Bits &bits) {
  return bits.size() - std::ranges::count(bits, kNo);
}

Bits divided(Conditions &table, const Bits &a, std::uint64_t divisor,
             bool wants_quotient) {
  Division out = divide(table, a, divisor);
  return wants_quotient ? out.quotient : out.remainder;
}

} // namespace

std::optional<Bits> computed(Conditions &t, BinaryOp op, const Bits &a,
                             const Bits &b) {
  std::uint32_t width = a.size();
  auto x = constant_value(a), y = constant_value(b);
  switch (op) {
  case BinaryOp::kAdd:
    return add(t, a, b);
  case BinaryOp::kSub:
    return subtract(t, a, b);
  case BinaryOp::kAnd:
    return bit_and(t, a, b);
  case BinaryOp::kOr:
    return bit_or(t, a, b);
  case BinaryOp::kXor:
    return bit_xor(t, a, b);
  case BinaryOp::kMul:
    if (y && (std::popcount(*y) <= 4 || x))
      return times(t, a, *y);
    if (x && std::popcount(*x) <= 4)
      return times(t, b, *x);
    if (open_bits(a) <= kMaxFactor && open_bits(b) <= kMaxFactor)
      return open_bits(a) < open_bits(b) ? product(t, b, a) : product(t, a, b);
    break;
  case BinaryOp::kShl:
    return y ? shift_left(a, *y) : shift_left(t, a, b);
  case BinaryOp::kLShr:
  case BinaryOp::kAShr: {
    bool is_arithmetic = op == BinaryOp::kAShr;
    return y ? shift_right(a, *y, is_arithmetic)
             : shift_right(t, a, b, is_arithmetic);
  }
  case BinaryOp::kUDiv:
  case BinaryOp::kURem:
    if (y && *y && *y <= kMaxDivisor)
      return divided(t, a, *y, op == BinaryOp::kUDiv);
    break;
  case BinaryOp::kSDiv:
  case BinaryOp::kSRem:
    if (y && *y && *y <= kMaxDivisor && *y >> (width - 1) == 0) {
      Cond is_negative = a.back();
      Bits size = choose(t, is_negative, negated(t, a), a);
      Bits out = divided(t, size, *y, op == BinaryOp::kSDiv);
      return choose(t, is_negative, negated(t, out), out);
    }
    break;
  }
  return std::nullopt;
}

Cond compared(Conditions &t, Predicate predicate, const Bits &x,
              const Bits &y) {
  switch (predicate) {
  case Predicate::kEq:
    return equal(t, x, y);
  case Predicate::kNe:
    return !equal(t, x, y);
  case Predicate::kSLt:
    return less(t, x, y, true);
  case Predicate::kSGt:
    return less(t, y, x, true);
  case Predicate::kSLe:
    return !less(t, y, x, true);
  case Predicate::kSGe:
    return !less(t, x, y, true);
  case Predicate::kULt:
    return less(t, x, y, false);
  case Predicate::kUGt:
    return less(t, y, x, false);
  case Predicate::kULe:
    return !less(t, y, x, false);
  case Predicate::kUGe:
    return !less(t, x, y, false);
  }
  return kNo;
}

Cond is_out_of_range(Conditions &table, BinaryOp op, const Bits &a,
                     const Bits &b, const Bits &out, bool is_signed) {
  bool is_sum = op == BinaryOp::kAdd;
  if (!is_sum && op != BinaryOp::kSub)
    return kNo;
  Cond sign = a.back(), result = out.back();
  Cond other = is_sum ? b.back() : !b.back();
  Cond is_below = table.both(table.both(result, !sign), !other);
  if (is_signed)
    return table.either(is_below, table.both(table.both(!result, sign), other));
  return is_sum && out.size() == 64 ? is_below : kNo;
}

} // namespace wt::logic
