// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constants: see fold.h.

#include "number/fold.h"

namespace wt {

using ir::BinaryOp;

namespace {

// Before it is cut; x and y are the patterns without their signs.
std::optional<std::uint64_t> uncut(BinaryOp op, std::int64_t a, std::int64_t b,
                                   unsigned bits) {
  std::uint64_t x = static_cast<std::uint64_t>(a) & all_ones(bits);
  std::uint64_t y = static_cast<std::uint64_t>(b) & all_ones(bits);
  switch (op) {
  case BinaryOp::kAdd:
    return x + y;
  case BinaryOp::kSub:
    return x - y;
  case BinaryOp::kMul:
    return x * y;
  case BinaryOp::kAnd:
    return x & y;
  case BinaryOp::kOr:
    return x | y;
  case BinaryOp::kXor:
    return x ^ y;
  case BinaryOp::kSDiv:
  case BinaryOp::kSRem:
    if (b == 0 || b == -1) // the smallest one has no opposite
      return std::nullopt;
    return static_cast<std::uint64_t>(op == BinaryOp::kSDiv ? a / b : a % b);
  case BinaryOp::kUDiv:
  case BinaryOp::kURem:
    if (y == 0)
      return std::nullopt;
    return op == BinaryOp::kUDiv ? x / y : x % y;
  case BinaryOp::kShl:
  case BinaryOp::kLShr:
  case BinaryOp::kAShr:
    if (y >= bits)
      return std::nullopt;
    return op == BinaryOp::kShl    ? x << y
           : op == BinaryOp::kLShr ? x >> y
                                   : static_cast<std::uint64_t>(a >> y);
  }
  return std::nullopt;
}

} // namespace

std::optional<std::int64_t> fold(BinaryOp op, std::int64_t a, std::int64_t b,
                                 unsigned bits) {
  if (bits == 0 || bits > 64)
    return std::nullopt;
  auto out = uncut(op, cut(a, bits), cut(b, bits), bits);
  if (!out)
    return std::nullopt;
  return cut(static_cast<std::int64_t>(*out), bits);
}

std::optional<std::int64_t> fold(ir::CastKind kind, std::int64_t a,
                                 unsigned from, unsigned to) {
  switch (kind) {
  case ir::CastKind::kZext:
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) &
                                     all_ones(from));
  case ir::CastKind::kSext:
    return from == 1 ? -(a & 1) : a;
  case ir::CastKind::kTrunc:
    return cut(a, to);
  case ir::CastKind::kNumeric:
    return std::nullopt;
  default:
    return a;
  }
}

} // namespace wt
