// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which `return`, `break` or `goto` does this path belong to?
//
// Clang leads every jump out of a scope through one shared cleanup block.  It
// notes in a temporary where the jump wants to go, and asks there:
//
//   b1: store %t, 1; branch c        b1:  store %t, 1; branch c1
//   b2: store %t, 0; branch c        b2:  store %t, 0; branch c
//   c:  scope_end x                  c1:  scope_end x; branch return
//       %d = load %t                 c:   scope_end x; branch next
//       switch %d, 0: next
//                  1: return
//
// That merges all paths and hides which one came from where.  This pass gives
// each jump its own copy of the cleanups it runs through, as on the right,
// then each `return` statement its own kReturn, and joins blocks that always
// follow each other.
//
// It runs on memory form, before promotion (ir/promote.h), so that a copy
// needs no new phis.  The temporary is recognised by its behaviour: a slot
// without a name that only constants are stored to and that is only loaded
// for switches and comparisons with constants.
//
// A marker scope_end that a jump runs through, and a return, take the position
// of the jump (`return -1;`) in place of that of the closing brace.
//
// Blocks are copied only when their values are used nowhere else.  A function
// grows to at most four times its instructions plus 1000: when one copy per
// jump is too many, there is one per destination; when that is too many, the
// rest stays shared.
//
// Tested by tests/unit/ir/thread_cleanups_test.cpp and by random programs in
// tests/unit/ir/random_passes_test.cpp.

#pragma once

#include "ir/unit.h"

namespace wt::ir {

// Also deletes unreachable blocks, and compacts (ir/compact.h).
void thread_cleanups(const Unit &unit, Function &function);

} // namespace wt::ir
