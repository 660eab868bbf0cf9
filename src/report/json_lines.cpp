// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How does a program read findings?
//
// One JSON object per line.  Every key is always there; what is not known is
// null.  Paths are absolute.  docs/user/output.md is the contract.
//
// Tested by tests/unit/report/report_test.cpp.

#include "report/json_record.h"
#include "report/report.h"

namespace wt::report {

namespace {

Json fix_record(const std::optional<Fix> &fix, SourceText &source) {
  if (!fix)
    return nullptr;
  Json record;
  record["what"] = fix->what;
  record["edits"] = Json::array();
  for (const Edit &edit : fix->edits) {
    Location from = source.place_of(edit.file, edit.begin);
    Location to = source.place_of(edit.file, edit.end);
    record["edits"].push_back({{"file", edit.file},
                               {"line", from.line},
                               {"column", from.column},
                               {"end_line", to.line},
                               {"end_column", to.column},
                               {"text", edit.text}});
  }
  return record;
}

Json finding_record(const Finding &f, SourceText &source) {
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
  record["severity"] = name_of(f.severity);
  record["engines"] = f.engines;
  record["refuted_by"] = f.refuted_by;
  record["evidence"] = text_or_null(f.evidence);
  record["alloc"] = nullptr;
  if (f.alloc)
    record["alloc"] = {{"file", text_or_null(f.alloc->file)},
                       {"line", number_or_null(f.alloc->line)},
                       {"function", text_or_null(f.alloc_function)}};
  record["lost"] = Json::array();
  for (const Location &at : f.lost)
    record["lost"].push_back(
        {{"file", text_or_null(at.file)}, {"line", number_or_null(at.line)}});
  record["trace"] = trace_record(f.trace);
  record["broken_rules"] = Json::array();
  for (const RuleNote &rule : f.broken)
    record["broken_rules"].push_back({{"file", text_or_null(rule.at.file)},
                                      {"line", number_or_null(rule.at.line)},
                                      {"priority", rule.priority},
                                      {"reason", rule.reason}});
  record["advice"] = text_or_null(f.advice);
  record["fix"] = fix_record(f.fix, source);
  record["fingerprint"] = f.fingerprint;
  record["root"] = text_or_null(f.root);
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
  record["notes"] = t.notes;
  record["roots"] = t.roots;
  record["undecided"] = t.undecided;
  record["hidden"] = {{"suppressed", t.suppressed},
                      {"baseline", t.in_baseline},
                      {"deselected", t.deselected},
                      {"below_confidence", t.below_confidence}};
  return record;
}

} // namespace

std::string render_json(const Report &report, SourceText &source) {
  std::string out;
  for (const Finding &finding : report.findings)
    out += line_of(finding_record(finding, source));
  for (const FailedUnit &unit : report.failed)
    out += line_of(Json{{"record", "unit-failed"},
                        {"file", text_or_null(unit.file)},
                        {"message", unit.message}});
  for (const NotAnalysed &n : report.not_analysed)
    out += line_of(Json{{"record", "not-analysed"},
                        {"file", text_or_null(n.at.file)},
                        {"line", number_or_null(n.at.line)},
                        {"function", n.function},
                        {"reason", n.reason}});
  out += line_of(summary_record(report));
  return out;
}

} // namespace wt::report
