// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Can all tests on a path hold together?
//
// Pairs of intervals do not see that `bits % 8` and `bits & 7` are one number,
// or that a < b < c says a < c.  What a path has shown is a list of facts about
// values and terms (address.h); as formulas over bits they are given to the
// shared solver, once per path that shows a suspect.
//
// Tested by tests/leak/.

#pragma once

#include "engine/absint/state.h"

namespace wt::absint {

// False: they contradict each other.
bool are_consistent(const Bases &bases, const State &state);

} // namespace wt::absint
