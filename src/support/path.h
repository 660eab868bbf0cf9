// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is the one name of a file?
//
// Absolute, without "." and "..".  Links keep the name the user knows them by,
// with one exception: `link/..` is the parent of what the link leads to, as for
// the system, not the folder that holds the link.
//
// Tested by tests/unit/support/path_test.cpp.

#pragma once

#include <string>

namespace wt {

// `path` relative to `directory`, which is relative to the current folder.
std::string absolute_path(const std::string &path,
                          const std::string &directory = {});

} // namespace wt
