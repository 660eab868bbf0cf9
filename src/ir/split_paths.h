// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How does each jump get its own copy of the cleanups it runs through?
//
// A block where a dispatch variable (ir/dispatch.h) is live is copied once per
// store that reaches it.  Blocks and stores form a product graph: its nodes
// are pairs (block, store that reached it), its edges follow the function,
// except that a block that asks for the variable has one edge, the one the
// stored constant selects.  The graph is explored first, and made afterwards,
// so that it can be given up when it grows too large:
//
//   - one copy per store; if these are too many
//   - one copy per stored constant; if these are too many
//   - the remaining paths share the original block, which asks at run time.
//
// All of them are right, because stores and loads stay where they are.
//
// Tested by tests/unit/ir/thread_cleanups_test.cpp.

#pragma once

#include "ir/function.h"

namespace wt::ir {

// `max_insts` bounds the instructions of the function afterwards.  Blocks that
// are not reached any more are left behind.
void split_paths(Function &function, VariableId dispatch,
                 std::size_t max_insts);

} // namespace wt::ir
