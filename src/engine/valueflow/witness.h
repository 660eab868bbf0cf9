// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Along which path does it happen?
//
// The atoms that answered the question decide most branches on the way to the
// exit; where one is open, the question is asked again with each way.  A path
// through a round that stands for any later one (flow/unrolled_body.h) cannot
// be executed block by block, and has no witness.
//
// Tested by tests/unit/engine/valueflow_*_test.cpp.

#pragma once

#include "engine/valueflow/body.h"

namespace wt::valueflow {

// Pre-condition: the last answer of `decider` was *yes*, to `question`.  The
// path ends in `exit`.  `last` is invalid when there is none.
Witness witness_of(Body &body, logic::Decider &decider, Cond question,
                   ir::BlockId exit);

} // namespace wt::valueflow
