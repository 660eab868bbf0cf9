// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which findings does a file of the project hide?
//
// For code whose source nobody wants to mark.  One line for each:
//
//   # what third_party loses is not ours
//   *     third_party
//   leak  src/cache.c   cache_init
//
// A kind or `*`, a pattern of files (as for --exclude, from the folder of the
// file on), and perhaps a function.
//
// Tested by tests/cli/test_suppressions.py.

#pragma once

#include "finding/finding.h"
#include "support/result.h"

#include <vector>

namespace wt::driver {

class SuppressionFile {
public:
  static Result<SuppressionFile> read(const std::string &path);

  bool hides(const Finding &finding) const;
  // "name:3" of the lines that hide none of these.
  std::vector<std::string> unused(std::span<const Finding> all) const;

private:
  struct Line {
    std::uint32_t number = 0;
    std::optional<FindingKind> kind; // none: all
    std::string files;
    std::string function; // "": all
  };
  bool fits(const Line &line, const Finding &finding) const;

  std::string path_, folder_;
  std::vector<Line> lines_;
};

} // namespace wt::driver
