// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Does this file belong to what the user wants to see?
//
// --include and --exclude take glob patterns: `*` and `?` stop at a slash,
// `**` does not.  A pattern without a slash fits any folder or file name on
// the path (`third_party`, `*_test.c`); one with a slash fits from the current
// folder on (`src/net/**`), or from the root when it starts with a slash.  A
// pattern that fits a folder fits everything below.
//
// Tested by tests/unit/finding/select_test.cpp.

#pragma once

#include <span>
#include <string>
#include <string_view>

namespace wt {

bool glob_matches(std::string_view pattern, std::string_view text);

// `path` is absolute, `folder` is the current one.
bool path_matches(std::string_view pattern, std::string_view path,
                  std::string_view folder);

// Included (or nothing is), and not excluded.
bool is_selected(std::string_view path, std::span<const std::string> include,
                 std::span<const std::string> exclude, std::string_view folder);

} // namespace wt
