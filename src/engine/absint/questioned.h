// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which values does a body compare with null?
//
// A value counts as compared with those that it comes from or goes into by
// phis, selects and casts: `list` in
//
//   if (!list) list = make();   push(list, p);   if (list == NULL) return;
//
// whichever of the three it is.  Where null itself is one of those that meet, a
// comparison asks which way was taken, not whether another of them is null.
// Found in the text of the body, before anything is interpreted, so that the
// order of tests and calls does not matter.
//
// Tested by tests/leak/c/believed.c.

#pragma once

#include "ir/function.h"

#include <vector>

namespace wt::absint {

// By number of the value.
std::vector<bool> questioned(const ir::Function &function);

} // namespace wt::absint
