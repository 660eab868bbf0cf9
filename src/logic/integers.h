// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What do the operations of the IR do to integers, bit by bit?
//
// Sums, differences, bitwise operations, comparisons, shifts, small products
// and divisions by small constants are exact; others would cost more than
// they are worth.
//
// Tested by tests/unit/logic/bits_test.cpp and by the engines that use them.

#pragma once

#include "ir/inst.h"
#include "logic/bits.h"

namespace wt::logic {

// Operands have one width.  Nothing: not modelled.
std::optional<Bits> computed(Conditions &table, ir::BinaryOp op, const Bits &a,
                             const Bits &b);
Cond compared(Conditions &table, ir::Predicate predicate, const Bits &a,
              const Bits &b);
// Is `out`, the sum or difference, one that no program means?  A signed one
// whose sign is wrong; and the sum of two numbers of 64 bits that are not
// negative, counts or lengths, is not negative either (as in number/).
Cond is_out_of_range(Conditions &table, ir::BinaryOp op, const Bits &a,
                     const Bits &b, const Bits &out, bool is_signed);

} // namespace wt::logic
