// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which detours of the code generator can be taken out?
//
// C has no boolean branch: `if (__builtin_expect(!!(p), 0))` or a `bool` kept
// in memory arrive as chains of zero extensions, comparisons with 0 and
// exclusive ors.  simplify() leaves one comparison.  Atomic accesses turn
// pointers into integers and back:
//
//   compare ne (cast zext c), 0   =>  c            c an i1
//   compare eq (cast zext c), 0   =>  not c
//   cast trunc (cast zext x)      =>  x            same width
//   cast inttoptr (ptrtoint p)    =>  p            same width
//   binop xor c, 1                =>  not c        c an i1
//   not (compare p a, b)          =>  compare (inverse p) a, b
//   select c, a, a                =>  a
//   cast of an integer constant   =>  the constant
//   binop urem x, 8               =>  binop and x, 7
//   compare eq (binop srem x, 8), 0  =>  compare eq (binop and x, 7), 0
//   branch 1 -> a, b              =>  branch -> a  unless the programmer wrote
//                                                  the condition
//
// The last one is for flags of the compiler that promotion made constant, such
// as the one that says whether a destructor is still to run.  Blocks that are
// never reached then go away.
//
// It never changes what a program does and keeps every position.  Runs after
// promotion; leaves dead values to compact().
//
// Tested by tests/unit/ir/simplify_test.cpp.

#pragma once

#include "ir/unit.h"

namespace wt::ir {

void simplify(Unit &unit, Function &function);

} // namespace wt::ir
