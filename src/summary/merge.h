// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which outcomes need a caller tell apart?
//
// Those that do different things.  Outcomes with the same effects become one;
// where there was nothing to free, freeing it counts as done:
//
//   arg0 == 0: nothing       and   arg0 != 0: frees arg0      are   frees arg0
//
// When there are still too many, those that are most alike are merged, and what
// only one of them does is no longer certain.
//
// Tested by tests/unit/summary/merge_test.cpp.

#pragma once

#include "summary/behaviour.h"

namespace wt::infer {

// The order of the result does not depend on that of the outcomes.
std::vector<Outcome> merge_outcomes(std::vector<Outcome> outcomes,
                                    std::size_t limit);

} // namespace wt::infer
