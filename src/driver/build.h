// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How is a build captured?
//
// `watertight run -- make -j8` executes the user's own build command under
// `bear`, which writes down every compiler call.  The build's output goes to
// stderr.  This is the only place where Watertight executes anything that the
// user did not get with it.
//
// Tested by tests/cli/.

#pragma once

#include "support/result.h"

#include <atomic>
#include <string>
#include <vector>

namespace wt::driver {

// Runs the build; the database is written to `database` (entries of earlier
// builds stay, so that a build with nothing left to do loses nothing).
Status capture_build(const std::vector<std::string> &command,
                     const std::string &database,
                     const std::atomic<bool> &cancelled);

// A folder of our own for the database: `wanted`, if it can be made and is no
// symbolic link, else a fresh temporary one.
Result<std::string> database_folder(const std::string &wanted);

} // namespace wt::driver
