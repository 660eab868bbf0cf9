// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What do the records of findings and of proofs have in common?
//
// Every key is always there, and null where nothing is known; a trace has the
// same form everywhere; a record is one line (docs/user/output.md).
//
// Tested by tests/unit/report/report_test.cpp and tests/cli/run.py.

#pragma once

#include "finding/finding.h"

#include <nlohmann/json.hpp>

#include <span>

namespace wt::report {

using Json = nlohmann::ordered_json;

inline Json text_or_null(const std::string &text) {
  return text.empty() ? Json(nullptr) : Json(text);
}
inline Json number_or_null(std::uint32_t number) {
  return number ? Json(number) : Json(nullptr);
}

inline Json trace_record(std::span<const TraceStep> trace) {
  Json record = Json::array();
  for (const TraceStep &step : trace)
    record.push_back({{"file", text_or_null(step.at.file)},
                      {"line", number_or_null(step.at.line)},
                      {"column", number_or_null(step.at.column)},
                      {"message", step.message}});
  return record;
}

// Broken UTF-8 in names becomes the replacement character.
inline std::string line_of(const Json &record) {
  return record.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace wt::report
