// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which temporaries only say where a jump goes on after its cleanups?
//
// A slot without a name that only constants are stored to, and whose loads
// are only the selectors of switches, the conditions of branches, or compared
// with constants for branches, in the block of the load.  It lives as long as
// the function.  At least one switch must ask for it, or a branch without a
// comparison: flags that say whether an object is to be destroyed (a condition
// built it, or it became the result) count as well.
//
// Tested by tests/unit/ir/thread_cleanups_test.cpp.

#pragma once

#include "ir/function.h"

namespace wt::ir {

// In increasing order.  Mostly none or one.
std::vector<VariableId> dispatch_variables(const Function &function);

// The slot a load or store of a local goes to, or an invalid variable.
VariableId accessed_slot(const Function &function, ValueId load_or_store);

// How the end of a block depends on a dispatch variable.
struct Dispatch {
  ValueId load; // decides the terminator; invalid: it does not depend
  bool is_compare = false;   // a branch, not a switch: (load == constant)
  std::int64_t compared = 0; // the constant
  bool is_equal = false;     // kEq, else kNe
};
Dispatch dispatch_of(const Function &function, BlockId block,
                     VariableId variable);

// The successor taken when the load has `value`.
BlockId dispatched_successor(const Function &function, BlockId block,
                             const Dispatch &dispatch, std::int64_t value);

} // namespace wt::ir
