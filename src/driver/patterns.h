// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which files does a pattern of --include or --exclude mean?
//
// verdict/globs.h matches patterns against normalised paths.  A pattern that
// goes through `.` or `..` is made absolute first, by its letters alone, as a
// shell would complete it: `../lib/*.c` in /p/src becomes `/p/lib/*.c`.
//
// Tested by tests/unit/driver/options_test.cpp.

#pragma once

#include "support/result.h"

#include <span>
#include <string>
#include <vector>

namespace wt::driver {

// `option` is for messages, `folder` is the current one.
Result<std::vector<std::string>>
resolve_patterns(std::span<const std::string> patterns,
                 const std::string &option, const std::string &folder);

} // namespace wt::driver
