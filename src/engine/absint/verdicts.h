// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How does what the states suggest become verdicts?
//
// Each suspect is confirmed by one path (Interpreter::find_path), which is its
// witness.  The calls on it that the object passes through are told to the
// reader with what their summaries say.
//
// Tested by tests/unit/engine/.

#pragma once

#include "engine/engine.h"
#include "interpret/interpreter.h"

namespace wt::absint {

// One per site, in the order of the source; then misuses.
std::vector<Verdict> verdicts_of(Interpreter &interpreter,
                                 const Setting &setting, ProcedureId procedure,
                                 Counters &counters);

} // namespace wt::absint
