// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Does control come from here to there only where an allocation fails?
//
//   p = strdup(a);
//   q = strdup(b);
//   if (!q)
//     return -1;     <- p is lost here: only if the second strdup() fails
//
// Looks at edges of the control-flow graph alone, so it answers for paths that
// the walker cannot follow, too.  An edge is a failing one if its branch asks
// whether a call gave an object, and it did not, where the call fails only for
// want of memory: by its model, or because its body says so only behind edges
// of this kind, three functions deep.
//
// Tested by tests/unit/finding/severity_test.cpp and tests/leak/c/note_path.c.

#pragma once

#include "model/model.h"
#include "program/program.h"

namespace wt {

// The calls that fail on the way; empty: there is another way, or none at all.
// Sorted.
std::vector<ir::ValueId> failing_between(const Program &program,
                                         const model::ModelSet &models,
                                         ProcedureId procedure,
                                         ir::ValueId from, ir::ValueId to);

} // namespace wt
