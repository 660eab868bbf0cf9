// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which objects of a body are never freed, or on some paths only?
//
// The paper's last step: the conditions of all sinks of an object against those
// of its acquisition and of the ways out of the function.
//
// Tested by tests/unit/engine/valueflow_*_test.cpp.

#pragma once

#include "engine/valueflow/tracked.h"

namespace wt::valueflow {

// One verdict per site of the body.
std::vector<Verdict> check(Body &body, Counters &counters);

} // namespace wt::valueflow
