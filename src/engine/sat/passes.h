// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How is one procedure brought to the point where questions can be asked?
//
// Unroll, evaluate, widen the loops that could not be left and evaluate again
// (Saturn, Section 3.5).  The engine's own check and the judge of others'
// candidates both start here.
//
// Tested by tests/unit/engine/.

#pragma once

#include "engine/sat/evaluate.h"

#include <functional>

namespace wt::sat {

// `ask` is called once, on the last evaluation.  False: over budget, and it was
// not called.
bool evaluate_procedure(const Setting &setting, Budget &budget,
                        const std::function<void(Evaluation &)> &ask);

} // namespace wt::sat
