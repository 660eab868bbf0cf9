// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Patterns of the command line: see patterns.h.

#include "driver/patterns.h"

#include <algorithm>
#include <filesystem>

namespace wt::driver {

namespace fs = std::filesystem;

namespace {

std::string resolve(const std::string &pattern, const std::string &folder) {
  fs::path path(pattern);
  bool has_dots = std::any_of(path.begin(), path.end(), [](const fs::path &p) {
    return p == "." || p == "..";
  });
  if (!has_dots)
    return pattern;
  std::string whole = (fs::path(folder) / path).lexically_normal().string();
  return whole == "/" ? "/**" : whole;
}

} // namespace

Result<std::vector<std::string>>
resolve_patterns(std::span<const std::string> patterns,
                 const std::string &option, const std::string &folder) {
  std::vector<std::string> resolved;
  for (const std::string &pattern : patterns) {
    if (pattern.empty())
      return fail(option + " needs a pattern, not an empty text");
    resolved.push_back(resolve(pattern, folder));
  }
  return resolved;
}

} // namespace wt::driver
