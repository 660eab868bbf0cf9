// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How do suspects become verdicts?
//
// Each suspect that the question is about is confirmed by one path
// (PathRunner::find_path), which is its witness.
//
// Tested by tests/unit/engine/.

#pragma once

#include "engine/absint/path_runner.h"
#include "engine/engine.h"

namespace wt::absint {

// One per site, in the order of the source; then misuses.
std::vector<Verdict> verdicts_of(const Setting &setting, ProcedureId procedure,
                                 Counters &counters);

} // namespace wt::absint
