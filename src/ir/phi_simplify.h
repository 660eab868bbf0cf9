// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which phis choose between equal values?
//
// A phi whose operands are all one value v, or the phi itself, is v.  Taking
// one away may make others trivial: `a = phi(v, b); b = phi(a, a)`.
//
// Tested by tests/unit/ir/promote_test.cpp.

#pragma once

#include "ir/function.h"

#include <functional>

namespace wt::ir {

// What stands for v, following and shortening the chains in `replaced`
// (invalid: v stands for itself).
ValueId resolve(IdMap<ValueId, ValueId> &replaced, ValueId v);

// Enters the trivial phis among all phis of the function into `replaced`.
// Operands are read through `replaced` and not changed.  `undef` makes the
// value of a phi that has no operand but itself.
void simplify_phis(const Function &function, IdMap<ValueId, ValueId> &replaced,
                   const std::function<ValueId(TypeId)> &undef);

} // namespace wt::ir
