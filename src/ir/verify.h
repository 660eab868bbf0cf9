// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Does this unit obey the rules of the language?
//
// verify() answers with one message per broken rule, naming the function, the
// block and the value; no message means that every pass and engine may rely
// on the rules.  It runs after capture and after each pass in debug builds.
// docs/dev/ir.md lists the rules.
//
// Two layers.  The *shape* of a unit: every id is in range, operand counts
// and side tables fit, blocks and instructions belong together.  Code that
// reads a unit without a shape error stays within bounds, so the reader of
// stored units checks the shape and nothing more.  The *flow* of a function:
// uses come after definitions, phis match predecessors, types fit.
//
// Tested by tests/unit/ir/verify_test.cpp.

#pragma once

#include "ir/unit.h"

#include <optional>
#include <string>
#include <vector>

namespace wt::ir {

std::vector<std::string> verify(const Unit &unit);
std::vector<std::string> verify(const Unit &unit, const Function &function);

// The first broken rule of the shape, if any.  Cheap: one walk over the unit.
std::optional<std::string> first_shape_error(const Unit &unit);

} // namespace wt::ir
