// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which values does a local variable hold, and where do they meet?
//
// The front end gives every local a slot in memory, with loads and stores.
// Promotion takes a slot away when nothing but plain loads and stores uses its
// address: a load becomes the value stored last, and a phi stands where two
// values meet.  Unlike in a compiler, assignments stay visible as markers:
//
//   %p = slot p              %m = call malloc(...)
//   %m = call malloc(...)    assign p, %m
//   store %p, %m             call free(%m)
//   %v = load %p             scope_end p
//   call free(%v)
//   scope_end p
//
// A variable is promoted when all accesses have its size and are of its kind
// (integer, pointer, floating point), none is volatile, and it is neither a
// record nor an array nor of variable length.  A temporary of the compiler
// (Variable::name is empty) leaves no assign marker.  After scope_end, and
// before the first store, a variable holds `undef`.
//
// Phis are minimal and pruned: placed in iterated dominance frontiers, only
// where the variable is live (Sreedhar and Gao, "A Linear Time Algorithm for
// Placing phi-Nodes", 1995).  A phi has the declared type of its variable, and
// one operand per predecessor block.
//
// Tested by tests/unit/ir/promote_test.cpp and by random programs in
// tests/unit/ir/random_passes_test.cpp.

#pragma once

#include "ir/unit.h"

namespace wt::ir {

// Also deletes unreachable blocks and dead values, and compacts (ir/compact.h).
void promote(const Unit &unit, Function &function);

} // namespace wt::ir
