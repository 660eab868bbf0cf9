// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// On which branch is it freed, and on which is it lost?
//
// A function that frees an object on one path and loses it on another parts
// them at a decision: behind it the free cannot be reached any more.  There
// the trace says so:
//
//   assuming 'n > 3' is true; only otherwise line 12 is reached, which frees
//   'host'
//
// Tested by tests/cli/test_advice.py.

#pragma once

#include "finding/finding.h"

namespace wt::fix {

// Adds that to the step of the decision.  `releases` are calls of the site's
// function that free the object.
void tell_partial(const Program &program, const model::ModelSet &models,
                  const Verdict &verdict, std::span<const ir::ValueId> releases,
                  Finding &finding);

} // namespace wt::fix
