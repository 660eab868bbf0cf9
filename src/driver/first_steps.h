// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What should somebody do who called us without a command?
//
// That depends on what lies in the folder: a build database, a build that can
// be captured, or source files.
//
// Tested by tests/cli/test_first_steps.py.

#pragma once

#include <string>

namespace wt::driver {

// Some lines, each with a command and what it does.
std::string first_steps(const std::string &folder);

} // namespace wt::driver
