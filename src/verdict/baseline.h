// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Was this finding there before?
//
// A baseline is the JSON lines output of an earlier run.  A finding whose
// fingerprint is in it is old.  Lines that are no findings are skipped; a line
// that is no JSON object is an error, because a wrong file would otherwise
// silently be an empty baseline.
//
// Tested by tests/unit/finding/select_test.cpp.

#pragma once

#include "finding/finding.h"
#include "support/result.h"

#include <set>

namespace wt {

using Baseline = std::set<std::string>; // fingerprints

// `name` is for messages.
Result<Baseline> parse_baseline(std::string_view text, const std::string &name);

} // namespace wt
