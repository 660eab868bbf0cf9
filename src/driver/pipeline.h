// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What happens between the command line and the exit status?
//
// pipeline.cpp is a flat list of steps: read it first.
//
// Tested by tests/cli/.

#pragma once

namespace wt::driver {

int run(int argc, char **argv); // the exit status

} // namespace wt::driver
