// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Who uses the values of a body, and which of them does anybody look at?

#pragma once

#include "ir/function.h"

#include <vector>

namespace wt::ir {

// By number of the value: the instructions in blocks that have it as an
// operand, each once, in the order of the blocks.
using Users = std::vector<std::vector<ValueId>>;
Users users(const Function &function);

// By number of the value.  To assign it to a variable that nobody reads is not
// to look at it.
std::vector<bool> looked_at(const Function &function);

} // namespace wt::ir
