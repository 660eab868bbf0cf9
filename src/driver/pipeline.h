// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What happens between the command line and the exit status?
//
// pipeline.cpp is a flat list of steps: read it first.
//
// Tested by tests/cli/.

#pragma once

#include "driver/engines.h"

namespace wt::driver {

// Gives the exit status.
int run(int argc, char **argv, EngineTable engines);

} // namespace wt::driver
