// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bits of results: see known_bits.h.

#include "number/known_bits.h"

#include "number/fold.h"

#include <algorithm>
#include <bit>

namespace wt {

using ir::BinaryOp;

namespace {

constexpr KnownBits kUnknown{};

// So many of the lowest bits are known.
unsigned known_below(const KnownBits &a) {
  return static_cast<unsigned>(std::countr_one(a.zeros | a.ones));
}
unsigned zeros_below(const KnownBits &a) {
  return static_cast<unsigned>(std::countr_one(a.zeros));
}

KnownBits lowest(std::uint64_t n, unsigned count) {
  std::uint64_t inside = all_ones(count);
  return {~n & inside, n & inside};
}

// The bit at the top of `bits` is that of all above it.
KnownBits signed_from(const KnownBits &a, unsigned bits) {
  std::uint64_t inside = all_ones(bits), top = (inside >> 1) + 1;
  KnownBits out{a.zeros & inside, a.ones & inside};
  if (bits == 1) // a truth: zero or one
    return {out.zeros | ~inside, out.ones};
  if (a.zeros & top)
    out.zeros |= ~inside;
  if (a.ones & top)
    out.ones |= ~inside;
  return out;
}

// Where both are known below, so is the result.
KnownBits arithmetic(BinaryOp op, const KnownBits &a, const KnownBits &b) {
  unsigned count = std::min(known_below(a), known_below(b));
  auto n = fold(op, static_cast<std::int64_t>(a.ones),
                static_cast<std::int64_t>(b.ones), 64);
  KnownBits out = lowest(static_cast<std::uint64_t>(*n), count);
  if (op == BinaryOp::kMul)
    out = out.meet(lowest(0, std::min(64u, zeros_below(a) + zeros_below(b))));
  return out;
}

KnownBits shifted(BinaryOp op, const KnownBits &a, unsigned by, unsigned bits) {
  if (op == BinaryOp::kShl)
    return {(a.zeros << by) | all_ones(by), a.ones << by};
  if (op == BinaryOp::kAShr)
    return {
        static_cast<std::uint64_t>(static_cast<std::int64_t>(a.zeros) >> by),
        static_cast<std::uint64_t>(static_cast<std::int64_t>(a.ones) >> by)};
  std::uint64_t inside = all_ones(bits);
  return {((a.zeros & inside) >> by) | ~(inside >> by),
          (a.ones & inside) >> by};
}

} // namespace

KnownBits computed(BinaryOp op, const KnownBits &a, const KnownBits &b,
                   unsigned bits) {
  if (bits == 0 || bits > 64)
    return kUnknown;
  switch (op) {
  case BinaryOp::kAnd:
    return {a.zeros | b.zeros, a.ones & b.ones};
  case BinaryOp::kOr:
    return {a.zeros & b.zeros, a.ones | b.ones};
  case BinaryOp::kXor:
    return {(a.zeros & b.zeros) | (a.ones & b.ones),
            (a.zeros & b.ones) | (a.ones & b.zeros)};
  case BinaryOp::kAdd:
  case BinaryOp::kSub:
  case BinaryOp::kMul:
    return signed_from(arithmetic(op, a, b), bits);
  case BinaryOp::kShl:
  case BinaryOp::kLShr:
  case BinaryOp::kAShr:
    if (known_below(b) == 64 && b.ones < bits)
      return signed_from(shifted(op, a, static_cast<unsigned>(b.ones), bits),
                         bits);
    return kUnknown;
  case BinaryOp::kURem: // by 8: the three lowest bits
    if (known_below(b) == 64 && std::has_single_bit(b.ones))
      return {a.zeros | ~(b.ones - 1), a.ones & (b.ones - 1)};
    return kUnknown;
  default:
    return kUnknown;
  }
}

KnownBits converted(ir::CastKind kind, const KnownBits &a, unsigned from,
                    unsigned to) {
  switch (kind) {
  case ir::CastKind::kTrunc:
    return to ? signed_from(a, to) : kUnknown;
  case ir::CastKind::kZext: {
    if (from == 0)
      return kUnknown;
    std::uint64_t inside = all_ones(from);
    return {a.zeros | ~inside, a.ones & inside};
  }
  case ir::CastKind::kSext:
    if (from == 1)
      return {a.zeros & 1 ? UINT64_MAX : 0, a.ones & 1 ? UINT64_MAX : 0};
    return from ? signed_from(a, from) : kUnknown;
  case ir::CastKind::kNumeric:
    return kUnknown;
  default:
    return a;
  }
}

} // namespace wt
