// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What does an operation on known numbers give?
//
// As the machine computes: cut to its bits.  Numbers are kept with their sign
// in front, those of one bit as zero or one (docs/dev/ir.md).  Comparisons of
// known numbers are in ir/predicate.h.
//
// Tested by tests/unit/number/numbers_test.cpp.

#pragma once

#include "ir/inst.h"

#include <cstdint>
#include <optional>

namespace wt {

// The largest pattern of so many bits.
constexpr std::uint64_t all_ones(unsigned bits) {
  return bits >= 64 ? UINT64_MAX : (std::uint64_t(1) << bits) - 1;
}

// As a number of so many bits; 0 or more than 64: as it is.
constexpr std::int64_t cut(std::int64_t n, unsigned bits) {
  if (bits == 0 || bits >= 64)
    return n;
  if (bits == 1)
    return n & 1;
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(n)
                                   << (64 - bits)) >>
         (64 - bits);
}

// Nothing: there is no result, or the machine decides.
std::optional<std::int64_t> fold(ir::BinaryOp op, std::int64_t a,
                                 std::int64_t b, unsigned bits);
// `from` and `to`: bits before and after.  Nothing: a floating-point number.
std::optional<std::int64_t> fold(ir::CastKind kind, std::int64_t a,
                                 unsigned from, unsigned to);

} // namespace wt
