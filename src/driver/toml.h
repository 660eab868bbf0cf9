// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What does a file of settings say?
//
// The part of TOML that settings need: `key = value` lines with strings,
// integers, booleans and lists of strings, and comments.  Everything else
// (tables, dates, floats) is an error with its line: settings that are not
// understood must not be passed over.
//
// Tested by tests/unit/driver/toml_test.cpp.

#pragma once

#include "support/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace wt::driver {

struct Setting {
  std::string key;
  std::variant<bool, std::int64_t, std::string, std::vector<std::string>> value;
  std::uint32_t line = 0;
};

// In the order of the file; a key that is there twice is an error.
Result<std::vector<Setting>> read_toml(std::string_view text,
                                       const std::string &file);

// "text" with what TOML wants escaped.
std::string toml_string(std::string_view text);

} // namespace wt::driver
