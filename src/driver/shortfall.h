// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What could not be looked at, and how is the user told?
//
// A clean report is worth what was analysed for it: skipped inputs, units that
// do not compile and functions that were given up are named on stderr.
//
// Tested by tests/unit/driver/shortfall_test.cpp and tests/cli/.

#pragma once

#include "driver/console.h"
#include "frontend/frontend.h"

namespace wt::driver {

// Skipped entries, then failed units by name; one warning each.
void tell_of_missing_units(const std::vector<frontend::CapturedUnit> &units,
                           const std::vector<frontend::SkippedEntry> &skipped,
                           Console &console);

// Why there is not a single unit; "" when there is one.
std::string why_nothing(const std::vector<frontend::CapturedUnit> &units,
                        const std::vector<frontend::SkippedEntry> &skipped);

// "a.c:3: note: 'f' was not fully analysed: ...", for the first ten functions,
// and how many more there are.  Paths below `folder` are relative.
std::vector<std::string> notes_on_functions(const report::Report &report,
                                            const std::string &folder);

} // namespace wt::driver
