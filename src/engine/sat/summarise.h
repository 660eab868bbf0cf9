// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What do callers need to know of the function just evaluated?
// See summarise.cpp.

#pragma once

#include "engine/sat/escape.h"

namespace wt::sat {

// Null when it cannot be said in a summary: callers then assume the worst.
std::unique_ptr<ProcedureSummary> summarise(Evaluation &evaluation,
                                            bool is_recursive);

} // namespace wt::sat
