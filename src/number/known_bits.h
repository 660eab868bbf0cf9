// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which bits of a number are known?
//
//   x | 4        bit 2 is one            n * 8       bits 0 to 2 are zero
//   x & ~7       bits 0 to 2 are zero    5           all of them
//
// Numbers are patterns of 64 bits, narrower ones with their sign in front
// (docs/dev/ir.md).
//
// Tested by tests/unit/number/numbers_test.cpp and
// tests/unit/program/passed_bits_test.cpp.

#pragma once

#include "ir/inst.h"

#include <cstdint>

namespace wt {

struct KnownBits {
  std::uint64_t zeros = 0, ones = 0;

  static KnownBits constant(std::int64_t n) {
    return {~static_cast<std::uint64_t>(n), static_cast<std::uint64_t>(n)};
  }
  // Of no number at all: everything is known of it.
  static KnownBits nothing() { return {UINT64_MAX, UINT64_MAX}; }

  bool is_nothing() const { return zeros & ones; }
  bool has_any() const { return zeros | ones; }
  bool allows(std::int64_t n) const {
    auto bits = static_cast<std::uint64_t>(n);
    return !(bits & zeros) && !(~bits & ones);
  }
  KnownBits join(const KnownBits &other) const {
    return {zeros & other.zeros, ones & other.ones};
  }
  KnownBits meet(const KnownBits &other) const {
    return {zeros | other.zeros, ones | other.ones};
  }

  auto operator<=>(const KnownBits &) const = default;
};

// The result of an operation on `bits` bits, from those of its operands.
KnownBits computed(ir::BinaryOp op, const KnownBits &a, const KnownBits &b,
                   unsigned bits);
// `from` and `to`: bits before and after; 0: no integer.
KnownBits converted(ir::CastKind kind, const KnownBits &a, unsigned from,
                    unsigned to);

} // namespace wt
