// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names of files; see support/path.h.

#include "support/path.h"

#include <filesystem>

namespace wt {

namespace fs = std::filesystem;

std::string absolute_path(const std::string &path,
                          const std::string &directory) {
  std::error_code error;
  fs::path whole = fs::path(directory) / path; // `path` alone if absolute
  if (whole.is_relative())
    whole = fs::current_path(error) / whole;
  fs::path at;
  for (const fs::path &part : whole) {
    if (part.empty() || part == ".")
      continue;
    if (part != "..") {
      at /= part;
      continue;
    }
    fs::path real = fs::canonical(at, error);
    at = (error ? at : real).parent_path();
  }
  return at.string();
}

} // namespace wt
