// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What was done, what remains open, and what can be done about it?
//
// The table at the end of a `check`, on stderr: units, functions, findings,
// what was hidden, what could not be decided, and the next command that is of
// use.
//
// Tested by tests/unit/driver/closing_table_test.cpp and tests/cli/.

#pragma once

#include "driver/options.h"
#include "report/report.h"

namespace wt::driver {

struct RunFigures {
  std::size_t from_store = 0; // units
  double seconds = 0;
};

std::string closing_table(const report::Report &report,
                          const RunFigures &figures, const Options &options);

// "watertight explain 1a2b3c4d a.c"; "" when there is nothing left to ask.
std::string next_command(const report::Report &report, const Options &options);

} // namespace wt::driver
