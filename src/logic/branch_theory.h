// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Can these branch atoms have these truth values together?
//
// Comparisons with constants are exact: the numbers that a value may still be
// (logic/value_set.h) are none or some.  Between values, `==` and `<=` are
// closed under transitivity in each of the two orders, and bounds travel along
// them; then a few numbers are tried.  So *no* is always right, *yes* has found
// numbers for all values, and in between it says that it cannot tell.
//
// Tested by tests/unit/logic/branch_atoms_test.cpp and decide_test.cpp.

#pragma once

#include "logic/branch_atoms.h"

namespace wt::logic {

enum class Answer : std::uint8_t { kYes, kNo, kUnknown };

struct Literal {
  const BranchAtom *atom;
  bool is_true;
};

Answer are_consistent(std::span<const Literal> literals);

} // namespace wt::logic
