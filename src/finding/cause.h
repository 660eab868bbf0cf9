// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which findings have one root cause?
//
//   if (!parse(text))
//     return -1;        <- a, b and c are lost: one clean-up is missing
//
// Two objects that a function loses at one place are lost for one reason if the
// last decision before it is the same: the call that failed, or the case that
// was forgotten.  Merely the same `return` is not enough: where several cases
// jump to one exit, or where no decision follows the acquisition, each object
// is a cause of its own.
//
// Tested by tests/unit/finding/cause_test.cpp.

#pragma once

#include "finding/finding.h"
#include "program/program.h"

namespace wt {

// Equal for equal causes; "": this loss is a cause of its own.
std::string cause_of(const Program &program, const Verdict &verdict,
                     ir::ValueId losing, const Witness *witness);

// Names each group of findings with one cause by its first member; a finding
// without companions is its own root.  Needs fingerprints.
void name_roots(std::vector<Finding> &findings);

} // namespace wt
