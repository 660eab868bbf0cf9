// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which change of the source mends a finding?
//
// A Fix is a few edits of files as they were analysed.  What `fix/` proposes is
// a guess; driver/fixing.h analyses the changed program and keeps what is
// right.
//
// Tested by tests/unit/fix/.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace wt {

// The bytes from `begin` to `end` are replaced by `text`.
struct Edit {
  std::string file; // absolute, normalised
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::string text;
  auto operator<=>(const Edit &) const = default;
};

struct Fix {
  std::string what;        // "free 'host' before the return at line 15"
  std::vector<Edit> edits; // sorted, apart from each other
  bool operator==(const Fix &) const = default;
};

} // namespace wt
