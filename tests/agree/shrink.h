// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is the smallest program that still shows the problem?
//
// Statements are dropped, branches and loops replaced by their bodies,
// conditions made simpler and unused helpers removed, as long as the predicate
// stays true; until nothing more can go.  The result, written by render_c, is
// ready to become a file in tests/leak/.
//
// Tested by generate_test.cpp.

#pragma once

#include "sketch.h"

#include <functional>

namespace wt::agree {

using StillFails = std::function<bool(Sketch &)>;

Sketch shrink(Sketch sketch, const StillFails &still_fails);

} // namespace wt::agree
