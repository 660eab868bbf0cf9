// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What did the program know when it took this branch?
//
// The conditions of Section 4.3, and beyond the paper what they say of numbers
// (known.cpp): a way on which `n > 64` both holds and does not is no way.
//
// Tested by tests/prove/ and tests/leak/.

#pragma once

#include "engine/contradiction/error_cell.h"
#include "engine/contradiction/function_view.h"

namespace wt::contradiction {

// Control left `block` by its successor of that number.  False: it cannot.
bool take_branch(FunctionView &view, const Cells &cells, ErrorCell &cell,
                 ir::BlockId block, std::size_t successor);

// The value is zero or not.  False: it cannot be.
bool assume(FunctionView &view, const Cells &cells, ErrorCell &cell,
            ir::ValueId condition, bool holds);

} // namespace wt::contradiction
