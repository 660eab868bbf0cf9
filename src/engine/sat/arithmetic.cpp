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

#include "logic/integers.h"

#include <algorithm>

namespace wt::sat {
namespace {

using ir::BinaryOp;
using ir::Predicate;

constexpr std::uint32_t kCompareBase = 1000; // ids of uninterpreted operations
constexpr std::uint32_t kCastBase = 2000;

Bits bits_of(Heap &heap, const Value &value, std::uint32_t width,
             bool is_signed = false) {
  if (value.is_pointer)
    return heap.converted(value, {false, width}).bits;
  return logic::resized(value.bits, width, is_signed);
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
  std::optional<Bits> out = logic::computed(heap.table, op, a, b);
  return out ? *out
             : heap.uninterpreted(static_cast<std::uint32_t>(op), a, b,
                                  a.size());
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
