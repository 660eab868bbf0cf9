// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which values of a body does anybody look at?

#pragma once

#include "ir/function.h"

#include <vector>

namespace wt::ir {

// By number of the value.  To assign it to a variable that nobody reads is not
// to look at it.
std::vector<bool> looked_at(const Function &function);

} // namespace wt::ir
