// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What does line 12 of that file say?
//
// Reads source files once and hands out their lines, for messages and for
// fingerprints.  A file that cannot be read has empty lines.
//
// Tested by tests/unit/finding/describe_test.cpp.

#pragma once

#include "finding/finding.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace wt {

class SourceText {
public:
  // Without its newline; "" when there is no such line.  Lines are from 1.
  std::string_view line(const std::string &file, std::uint32_t number);

  // All of it.
  std::string_view text(const std::string &file);

  // Where a byte of it is; columns count bytes.
  Location place_of(const std::string &file, std::uint32_t offset);

  // Lines of the file; 0 when it cannot be read.
  std::uint32_t line_count(const std::string &file);

  // For tests: pretend that `file` has this text.
  void set(const std::string &file, std::string text);

private:
  struct File {
    std::string text;
    std::vector<std::size_t> starts; // of each line
  };
  static File split(std::string text);
  const File &file(const std::string &name);

  std::map<std::string, File> files_;
};

// Runs of blanks become one, none at the ends.
std::string collapse_spaces(std::string_view text);

} // namespace wt
