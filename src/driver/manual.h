// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The manual page and what shells complete, from the tables of commands and
// options: nothing is written twice.
//
//   watertight man                   watertight.1
//   watertight completion bash|fish  a script for the shell
//
// Tested by tests/cli/test_manual.py.

#pragma once

#include <optional>
#include <string>

namespace wt::driver {

std::string manual_page(const std::string &version);
// Nullopt: not a shell that is known.
std::optional<std::string> completion_for(const std::string &shell);

} // namespace wt::driver
