// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which findings were there before the change?
//
// `--diff-base REV`: the build with the files of REV (driver/diff_base.h) is
// analysed as well, or its result is known from an earlier run.  What it has is
// not reported again.
//
// Tested by tests/cli/test_diff_base.py.

#pragma once

#include "driver/project.h"

namespace wt::driver {

// Adds the findings of the base to those that the plan hides; or the status to
// end with.
std::expected<void, int> add_base(CheckPlan &plan, const Project &project,
                                  Console &console);

} // namespace wt::driver
