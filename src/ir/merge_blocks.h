// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which jumps are no choice?
//
// Clang makes a block for every label, and threading (ir/thread_cleanups.h)
// leaves chains of blocks that end one scope each.  A block that is reached
// from one block only, by an unconditional branch, is appended to that block:
// engines then visit one block in place of several.
//
// Blocks that begin with phis stay; promotion takes such phis away.
//
// Tested by tests/unit/ir/thread_cleanups_test.cpp.

#pragma once

#include "ir/function.h"

namespace wt::ir {

// Blocks that were appended to others stay behind, empty and unreachable.
void merge_blocks(Function &function);

} // namespace wt::ir
