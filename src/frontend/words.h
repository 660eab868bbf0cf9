// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How does a command line split into words?  The way a POSIX shell quotes, as
// `command` entries and response files use it; nothing is expanded or run.
//
// Tested by tests/unit/frontend/words_test.cpp.

#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace wt::frontend {

std::vector<std::string> split_words(std::string_view text);

// Replaces each `@file` by the words of that file, relative to `directory`.
// One that cannot be read, is no plain file, is huge or nested too deeply stays
// as it is.
std::vector<std::string>
expand_response_files(const std::vector<std::string> &words,
                      const std::string &directory);

} // namespace wt::frontend
