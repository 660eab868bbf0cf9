// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What does an analysis of a whole program give, before the user's choices?
//
// Everything that `check` reports comes from here: findings of every confidence
// and in every file, what was not analysed, which lines are suppressed.  What
// the user wants to see of it (--min-confidence, --include, --baseline) is
// decided afterwards, so that the same result serves every choice.  It refers
// to nothing else and has a binary form: the store keeps it (known_result.h).
//
// Tested by tests/unit/driver/check_result_test.cpp.

#pragma once

#include "report/report.h"
#include "verdict/suppress.h"

#include <optional>
#include <string>
#include <vector>

namespace wt::driver {

struct CheckResult {
  std::vector<Finding> findings; // all, sorted
  std::vector<report::NotAnalysed> not_analysed;
  Suppressions suppressions;
  std::vector<std::string> notes; // about the program as a whole
  std::vector<std::string> files; // with code that was analysed, sorted
  std::size_t functions = 0;      // analysed
  std::size_t undecided = 0;      // objects that no engine could decide
};

std::string write_result(const CheckResult &result);
// Nullopt: damaged, or written by another version.
std::optional<CheckResult> read_result(std::string_view bytes);

} // namespace wt::driver
