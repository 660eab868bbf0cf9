// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What does a kind of finding mean, and what is to be done about it?
//
// For the rules of SARIF and for `explain KIND`.
//
// Tested by tests/unit/report/kind_text_test.cpp.

#pragma once

#include "finding/finding.h"

#include <array>
#include <optional>
#include <span>
#include <string>

namespace wt::report {

struct KindText {
  FindingKind kind;
  const char *name;    // for tables of results
  const char *summary; // one sentence
  const char *meaning;
  const char *what_to_do;
  const char *severity;          // "security-severity", from 0 to 10
  std::array<int, 2> weaknesses; // numbers of the CWE, or 0
};

std::span<const KindText> kind_texts();

// "leak", "double-free" ...
std::optional<FindingKind> kind_named(std::string_view name);

// A page for people.
std::string explain_kind(FindingKind kind);

} // namespace wt::report
