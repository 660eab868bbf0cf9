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
#include "report/report.h"

#include <set>

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
                                            const std::string &folder,
                                            bool is_verbose);

// What the linker noted about files and names, in one line when they are many
// and the user does not want to know all.
std::vector<std::string> notes_on_program(std::vector<std::string> notes,
                                          bool is_verbose);

// Which compiler flags Clang was not given; "" when there is none.
std::string note_on_flags(const std::set<std::string> &dropped,
                          bool is_verbose);

} // namespace wt::driver
