// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is left of a function after a pass has thrown things away?
//
// Passes take instructions out of blocks and leave them, their operands and
// their side-table rows behind.  compact() closes the gaps, so that engines
// can keep dense arrays over values and a stored unit holds nothing dead.
//
// Tested by tests/unit/ir/compact_test.cpp.

#pragma once

#include "ir/function.h"

namespace wt::ir {

// Takes instructions out of their blocks that compute a value nobody uses and
// do nothing else.  Loads stay: reading freed memory is worth a report.
void remove_dead_values(Function &function);

// Renumbers values: parameters, then the other leaves in the order of their
// first use (equal leaves become one), then instructions in block order.
// Operands and side tables follow the same order, one row per instruction.
// Values in no block are dropped; variables are kept.
void compact(Function &function);

} // namespace wt::ir
