// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What does a SARIF file say about the kinds of findings?
//
// One rule per kind: what it means, what to do, and which weaknesses of the
// Common Weakness Enumeration it is.  Code hosting shows the help beside each
// result and filters by the tags.
//
// Tested by tests/unit/report/sarif_test.cpp and tests/reports/.

#pragma once

#include "finding/finding.h"

#include <nlohmann/json.hpp>

namespace wt::report {

// `tool.driver`: name, version and rules.
nlohmann::ordered_json sarif_driver(const std::string &version);

// An entry of `taxonomies`: the weaknesses that the rules refer to.
nlohmann::ordered_json sarif_weaknesses();

// Of the kind, in the rules of sarif_driver().
std::size_t rule_index(FindingKind kind);

} // namespace wt::report
