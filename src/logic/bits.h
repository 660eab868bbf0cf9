// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What number is this, on every path at once?
//
// An integer of n bits is a vector of n conditions, lowest bit first (Saturn,
// Section 2).  Comparison, addition, the bitwise operations and shifts by a
// constant are exact; whatever else the caller needs it makes with unknown().
// Comparisons of one value with constants are therefore consistent with each
// other: x == 0 and x < 0 exclude each other because they share bits.
//
// Tested by tests/unit/logic/bits_test.cpp (all values of small widths).

#pragma once

#include "logic/condition.h"

#include <optional>

namespace wt::logic {

using Bits = std::vector<Cond>;

Bits constant(std::uint64_t value, std::uint32_t width);
Bits unknown(Conditions &table, std::uint32_t width);
// The number, when no bit depends on an atom.
std::optional<std::uint64_t> constant_value(const Bits &bits);
std::int64_t sign_extended(std::uint64_t value, std::uint32_t width);
// The numbers it can be, each with its condition, when at most `free_bits` bits
// are not the same always; nothing otherwise.
std::vector<std::pair<Cond, std::uint64_t>>
few_values(Conditions &table, const Bits &bits, std::uint32_t free_bits);

// Operands of one operation have one width.
Cond equal(Conditions &table, const Bits &a, const Bits &b);
Cond less(Conditions &table, const Bits &a, const Bits &b, bool is_signed);
Bits add(Conditions &table, const Bits &a, const Bits &b, Cond carry = kNo);
Bits subtract(Conditions &table, const Bits &a, const Bits &b);
Bits times(Conditions &table, const Bits &a, std::uint64_t factor);
Bits product(Conditions &table, const Bits &a, const Bits &b);
// Without sign, by a constant that is not zero.
struct Division {
  Bits quotient, remainder;
};
Division divide(Conditions &table, const Bits &a, std::uint64_t divisor);
Bits negated(Conditions &table, const Bits &a);
Bits bit_and(Conditions &table, const Bits &a, const Bits &b);
Bits bit_or(Conditions &table, const Bits &a, const Bits &b);
Bits bit_xor(Conditions &table, const Bits &a, const Bits &b);
Bits shift_left(const Bits &a, std::uint64_t by);
Bits shift_right(const Bits &a, std::uint64_t by, bool is_arithmetic);
// By a number of places that is less than the width, as C has it.
Bits shift_left(Conditions &table, const Bits &a, const Bits &by);
Bits shift_right(Conditions &table, const Bits &a, const Bits &by,
                 bool is_arithmetic);
Bits choose(Conditions &table, Cond test, const Bits &then,
            const Bits &otherwise);
// Another width: cut, or filled with zeros or the sign.
Bits resized(const Bits &a, std::uint32_t width, bool is_signed);

} // namespace wt::logic
