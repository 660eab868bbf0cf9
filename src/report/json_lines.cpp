// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How does a program read findings?
//
// One JSON object per line.  Every key is always there; what is not known is
// null.  Paths are absolute.  docs/output.md is the contract.
//
// Tested by tests/unit/report/report_test.cpp.

#include "report/report.h"

#include <nlohmann/json.hpp>

namespace wt::report {

namespace {

using Json = nlohmann::ordered_json;

Json text_or_null(const std::string &text) {
  return text.empty() ? Json(nullptr) : Json(text);
}
Json number_or_null(std::uint32_t number) {
  return number ? Json(number) : Json(nullptr);
}

Json finding_record(const Finding &f) {
  Json record;
  record["record"] = "finding";
  record["kind"] = name_of(f.kind);
  record["file"] = text_or_null(f.at.file);
  record["line"] = number_or_null(f.at.line);
  record["column"] = number_or_null(f.at.column);
  record["function"] = text_or_null(f.function);
  record["variable"] = text_or_null(f.variable);
  record["message"] = f.message;
  record["confidence"] = name_of(f.confidence);
  record["engines"] = f.engines;
  record["refuted_by"] = f.refuted_by;
  record["alloc"] = nullptr;
  if (f.alloc)
    record["alloc"] = {{"file", text_or_null(f.alloc->file)},
                       {"line", number_or_null(f.alloc->line)},
                       {"function", text_or_null(f.alloc_function)}};
  record["lost"] = Json::array();
  for (const Location &at : f.lost)
    record["lost"].push_back(
        {{"file", text_or_null(at.file)}, {"line", number_or_null(at.line)}});
  record["trace"] = Json::array();
  for (const TraceStep &step : f.trace)
    record["trace"].push_back({{"file", text_or_null(step.at.file)},
                               {"line", number_or_null(step.at.line)},
                               {"column", number_or_null(step.at.column)},
                               {"message", step.message}});
  record["fingerprint"] = f.fingerprint;
  return record;
}

Json summary_record(const Report &report) {
  const Totals &t = report.totals;
  Json record;
  record["record"] = "summary";
  record["version"] = report.version;
  record["units"] = t.units;
  record["units_failed"] = t.units_failed;
  record["functions"] = t.functions;
  record["not_analysed"] = report.not_analysed.size();
  record["findings"] = {
      {"high", t.shown[2]}, {"medium", t.shown[1]}, {"low", t.shown[0]}};
  record["hidden"] = {{"suppressed", t.suppressed},
                      {"baseline", t.in_baseline},
                      {"deselected", t.deselected},
                      {"below_confidence", t.below_confidence}};
  return record;
}

// Broken UTF-8 in names becomes the replacement character.
void add_line(std::string &out, const Json &record) {
  out += record.dump(-1, ' ', false, Json::error_handler_t::replace);
  out += '\n';
}

} // namespace

std::string render_json(const Report &report) {
  std::string out;
  for (const Finding &finding : report.findings)
    add_line(out, finding_record(finding));
  for (const FailedUnit &unit : report.failed)
    add_line(out, Json{{"record", "unit-failed"},
                       {"file", text_or_null(unit.file)},
                       {"message", unit.message}});
  for (const NotAnalysed &n : report.not_analysed)
    add_line(out, Json{{"record", "not-analysed"},
                       {"file", text_or_null(n.at.file)},
                       {"line", number_or_null(n.at.line)},
                       {"function", n.function},
                       {"reason", n.reason}});
  add_line(out, summary_record(report));
  return out;
}

} // namespace wt::report
