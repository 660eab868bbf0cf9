// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How are other programs executed?
//
// By `run` only: the user's build command, and `bear` that watches it.
//
// Tested by tests/unit/driver/execute_test.cpp, tests/cli/ and tests/capture/.

#pragma once

#include "support/result.h"

#include <atomic>
#include <string>
#include <vector>

namespace wt::driver {

// The program of that name in PATH, or "".
std::string find_program(const std::string &name);

// Runs it and gives its exit status, as a shell would.  What it writes to
// stdout goes to stderr.  Once `cancelled` is set and a signal wakes us, the
// program and what it started are asked to end.
Result<int> execute(const std::string &program,
                    const std::vector<std::string> &words,
                    const std::atomic<bool> &cancelled);

// What the program writes to stdout, up to some 64 KiB; "" when it fails.
std::string output_of(const std::string &program,
                      const std::vector<std::string> &words);

} // namespace wt::driver
