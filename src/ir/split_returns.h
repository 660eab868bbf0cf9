// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which return statement leaves the function here?
//
// Clang lets all return statements jump to one block that ends the scopes,
// loads the result and returns.  split_returns() copies such a block to the
// end of each block that jumps to it unconditionally, and again to the blocks
// that jump there when nothing but the ends of scopes precedes it.
//
//   b1: store %r, 0; branch e            b1: store %r, 0
//   b2: store %r, 1; branch e                %v1 = load %r; return %v1
//   e:  %v = load %r; return %v          b2: ...
//
// A record is copied to where the result goes, or read in pieces: likewise.
//
// Destructors written at a closing brace are copied as well, code that the
// programmer wrote is not.  See ir/thread_cleanups.h for positions.
//
// Tested by tests/unit/ir/thread_cleanups_test.cpp.

#pragma once

#include "ir/function.h"

namespace wt::ir {

// Stops when the blocks hold `max_insts` instructions.  Blocks that nobody
// jumps to any more are left behind, empty of predecessors.
void split_returns(Function &function, std::size_t max_insts);

} // namespace wt::ir
