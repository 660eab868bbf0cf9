// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What will a check do, and can it be done?
//
// Everything that can be wrong with the command line is found out before the
// work starts: engines, patterns, baseline, suppressions, specifications, and
// whether each report can be written where it shall go.
//
// Tested by tests/cli/.

#pragma once

#include "driver/checking.h"

namespace wt::driver {

// `options` must outlive the plan.
Result<CheckPlan> plan_check(const Options &options, EngineTable table);

} // namespace wt::driver
