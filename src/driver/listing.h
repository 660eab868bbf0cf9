// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What do we know about a function, a file, a program?
//
// The commands that only show: `explain`, `ir`, `callgraph`.  Like `check`
// they run in the child; each prints to stdout and gives the exit status.
// There is at least one unit, and the user knows of those that failed.
//
// Tested by tests/cli/.

#pragma once

#include "driver/checking.h"

namespace wt::driver {

// Models and summaries of the function named by the first word.
int explain(const Options &options, std::span<const EngineRow *const> engines,
            std::vector<frontend::CapturedUnit> &units,
            const std::vector<LinkPlaces> &places, const Attempt &attempt,
            Console &console);

// The intermediate form of each unit, in order.
int print_ir(const std::vector<frontend::CapturedUnit> &units,
             Console &console);

// One line per edge, "caller -> callee", sorted.
int print_callgraph(const Options &options,
                    std::vector<frontend::CapturedUnit> &units,
                    const std::vector<LinkPlaces> &places, Console &console);

} // namespace wt::driver
