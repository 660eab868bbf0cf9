// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Was this finding there before?
//
// A baseline is what `watertight baseline write` wrote, or the JSON lines
// output of an earlier run.  A finding whose fingerprint is in it is old.
// Lines that are no findings are skipped; a line that is no JSON object is an
// error, because a wrong file would otherwise silently be an empty baseline.
//
// A written baseline names files relative to the folder it lies in: it is
// committed, and read in other checkouts.
//
// Tested by tests/unit/finding/select_test.cpp and tests/cli/test_baseline.py.

#pragma once

#include "finding/finding.h"
#include "support/result.h"

#include <set>
#include <vector>

namespace wt {

using Baseline = std::set<std::string>; // fingerprints

// A finding of an earlier run.
struct KnownFinding {
  std::string file; // as the baseline has it
  std::uint32_t line = 0;
  std::string function;
  std::string kind; // "leak"
  std::string message;
  std::string fingerprint;
  Confidence confidence = Confidence::kMedium;

  auto operator<=>(const KnownFinding &) const = default;
};

// In the order of the file.  `name` is for messages.
Result<std::vector<KnownFinding>> read_baseline(std::string_view text,
                                                const std::string &name);
Result<Baseline> parse_baseline(std::string_view text, const std::string &name);

// `folder`: the one of the baseline.
KnownFinding known_finding(const Finding &finding, const std::string &folder);

// Sorted, each fingerprint once; read_baseline() reads it.
std::string write_baseline(std::vector<KnownFinding> findings);

} // namespace wt
