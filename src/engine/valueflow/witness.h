// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Along which path does it happen?
//
// The assignment that answered the question decides every branch on the way to
// the exit.  A path through a round that stands for any later one
// (flow/unrolled_body.h) cannot be executed block by block, and has no witness.
//
// Tested by tests/unit/engine/valueflow_*_test.cpp.

#pragma once

#include "engine/valueflow/question.h"

namespace wt::valueflow {

// Can it hold with every branch of the body, and all that is known of what they
// test?  A question alone brings along only what it hangs together with.
logic::Answer with_all_branches(Body &body, Questions &questions, Cond lost);

// Pre-condition: with_all_branches() said that `lost` can hold.  The path ends
// in `exit`.  `last` is invalid when there is none.
Witness witness_of(Body &body, Questions &questions, Cond lost,
                   ir::BlockId exit);

} // namespace wt::valueflow
