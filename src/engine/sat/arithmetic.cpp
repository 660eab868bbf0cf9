// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations on integers and pointers (Saturn, Section 2).
//
// Sums, differences, bitwise operations, comparisons, shifts, small products
// and divisions by small constants are exact.  Every other operation yields
// unknown bits, but the same unknown bits whenever it is applied to the same
// operands, so that `n * size` tested twice is one number.
//
// Addresses are ordered by their offsets in one object (heap_values.cpp).
//
// Arithmetic on an integer that was made from a pointer still carries the
// pointer, to an unknown place in the object (tagging, alignment, xor lists:
// Section 4.6): such an object counts as held.

#include "engine/sat/arithmetic.h"

#include <algorithm>
#include <bit>

namespace wt::sat {
namespace {

using ir::BinaryOp;
using ir::Predicate;

constexpr std::uint32_t kCompareBase = 1000; // ids of uninterpreted operations
constexpr std::uint32_t kCastBase = 2000;
constexpr std::size_t kMaxFactor = 8;       // bits that are not known to be 0
constexpr std::uint64_t kMaxDivisor = 4096; // larger circuits pay for little

Bits bits_of(Heap &heap, const Value &value, std::uint32_t width,
             bool is_signed = false) {
  if (value.is_pointer)
    return heap.converted(value, {false, width}).bits;
  return logic::resized(value.bits, width, is_signed);
}

std::size_t open_bits(const Bits &bits) {
  return bits.size() - std::ranges::count(bits, kNo);
}

Bits divided(Conditions &table, const Bits &a, std::uint64_t divisor,
             bool wants_quotient) {
  logic::Division out = logic::divide(table, a, divisor);
  return wants_quotient ? out.quotient : out.remainder;
}

// Targets that survive arithmetic, now at an unknown place of their object.
std::vector<Target> blurred(Heap &heap, const Value &value) {
  std::vector<Target> out;
  for (Target target : value.targets) {
    if (target.object == kAddresses)
      continue;
    target.offset = kSomewhere;
    add_target(heap.table, out, target);
  }
  return out;
}

// A constant that selects only bits that alignment leaves free.
bool is_low_mask(const Value &value) {
  std::optional<std::int64_t> number = constant_of(value);
  return number && *number >= 0 && *number < 4096;
}

std::vector<Target> carried(Heap &heap, BinaryOp op, const Value &a,
                            const Value &b) {
  if (a.targets.empty() && b.targets.empty())
    return {};
  switch (op) {
  case BinaryOp::kSub:
    if (!b.targets.empty())
      return {}; // a distance
    [[fallthrough]];
  case BinaryOp::kShl:
  case BinaryOp::kLShr:
  case BinaryOp::kAShr:
    return blurred(heap, a);
  case BinaryOp::kAnd:
    if (is_low_mask(a) || is_low_mask(b))
      return {}; // the tag, not the pointer
    [[fallthrough]];
  case BinaryOp::kAdd:
  case BinaryOp::kOr:
  case BinaryOp::kXor: {
    std::vector<Target> out = blurred(heap, a);
    for (const Target &target : blurred(heap, b))
      add_target(heap.table, out, target);
    return out;
  }
  default:
    return {};
  }
}

Bits computed(Heap &heap, BinaryOp op, const Bits &a, const Bits &b) {
  Conditions &t = heap.table;
  std::uint32_t width = a.size();
  auto x = logic::constant_value(a), y = logic::constant_value(b);
  switch (op) {
  case BinaryOp::kAdd:
    return logic::add(t, a, b);
  case BinaryOp::kSub:
    return logic::subtract(t, a, b);
  case BinaryOp::kAnd:
    return logic::bit_and(t, a, b);
  case BinaryOp::kOr:
    return logic::bit_or(t, a, b);
  case BinaryOp::kXor:
    return logic::bit_xor(t, a, b);
  case BinaryOp::kMul:
    if (y && (std::popcount(*y) <= 4 || x))
      return logic::times(t, a, *y);
    if (x && std::popcount(*x) <= 4)
      return logic::times(t, b, *x);
    if (open_bits(a) <= kMaxFactor && open_bits(b) <= kMaxFactor)
      return open_bits(a) < open_bits(b) ? logic::product(t, b, a)
                                         : logic::product(t, a, b);
    break;
  case BinaryOp::kShl:
    return y ? logic::shift_left(a, *y) : logic::shift_left(t, a, b);
  case BinaryOp::kLShr:
  case BinaryOp::kAShr: {
    bool is_arithmetic = op == BinaryOp::kAShr;
    return y ? logic::shift_right(a, *y, is_arithmetic)
             : logic::shift_right(t, a, b, is_arithmetic);
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
      Bits size = logic::choose(t, is_negative, logic::negated(t, a), a);
      Bits out = divided(t, size, *y, op == BinaryOp::kSDiv);
      return logic::choose(t, is_negative, logic::negated(t, out), out);
    }
    break;
  }
  return heap.uninterpreted(static_cast<std::uint32_t>(op), a, b, width);
}

} // namespace

Value binary(Heap &heap, BinaryOp op, const Value &a, const Value &b,
             std::uint32_t width) {
  Value out = integer(
      computed(heap, op, bits_of(heap, a, width), bits_of(heap, b, width)));
  out.targets = carried(heap, op, a, b);
  return out;
}

// `a < b`, as numbers or addresses.
static Cond less(Heap &heap, const Value &a, const Value &b, bool is_signed) {
  if (a.is_pointer || b.is_pointer)
    return heap.below(a, b);
  std::uint32_t width = std::max(a.bits.size(), b.bits.size());
  return logic::less(heap.table, bits_of(heap, a, width),
                     bits_of(heap, b, width), is_signed);
}

Cond compare(Heap &heap, Predicate predicate, const Value &a, const Value &b,
             bool is_float) {
  if (is_float) { // not-equal is the opposite of equal, the rest independent
    std::uint32_t width = std::max(a.bits.size(), b.bits.size());
    bool negate = predicate == Predicate::kNe;
    Predicate asked = negate ? Predicate::kEq : predicate;
    Bits one =
        heap.uninterpreted(kCompareBase + static_cast<int>(asked),
                           bits_of(heap, a, width), bits_of(heap, b, width), 1);
    return negate ? !one[0] : one[0];
  }
  switch (predicate) {
  case Predicate::kEq:
    return heap.equal(a, b);
  case Predicate::kNe:
    return !heap.equal(a, b);
  case Predicate::kSLt:
    return less(heap, a, b, true);
  case Predicate::kSGt:
    return less(heap, b, a, true);
  case Predicate::kSLe:
    return !less(heap, b, a, true);
  case Predicate::kSGe:
    return !less(heap, a, b, true);
  case Predicate::kULt:
    return less(heap, a, b, false);
  case Predicate::kUGt:
    return less(heap, b, a, false);
  case Predicate::kULe:
    return !less(heap, b, a, false);
  default:
    return !less(heap, a, b, false);
  }
}

Value cast(Heap &heap, ir::CastKind kind, const Value &value, Shape to) {
  using ir::CastKind;
  switch (kind) {
  case CastKind::kZext:
  case CastKind::kSext:
  case CastKind::kTrunc: {
    if (value.is_pointer || to.is_pointer)
      return heap.converted(value, to);
    Value out = value; // a handle stays one in another width
    out.bits = logic::resized(value.bits, to.width, kind == CastKind::kSext);
    return out;
  }
  case CastKind::kNumeric: {
    Value out = heap.converted(value, {false, 64});
    return integer(
        heap.uninterpreted(kCastBase + to.width, out.bits, {}, to.width));
  }
  default:
    return heap.converted(value, to);
  }
}

} // namespace wt::sat
