// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How do code hosting services and editors read findings?
//
// SARIF 2.1.0: one run, one rule per kind, each finding a result with its path
// as a codeFlow, its losing places as relatedLocations and our fingerprint as
// partialFingerprints, so that a service follows a finding across commits.
// Files below the current folder are given relative to %SRCROOT%.
//
// Tested by tests/unit/report/report_test.cpp.

#include "report/report.h"

#include <nlohmann/json.hpp>

#include <array>

namespace wt::report {

namespace {

using Json = nlohmann::ordered_json;

struct Rule {
  FindingKind kind;
  const char *summary;
};
constexpr std::array kRules = {
    Rule{FindingKind::kLeak, "Memory is lost without being freed"},
    Rule{FindingKind::kResourceLeak, "A resource is lost without being closed"},
    Rule{FindingKind::kDoubleFree, "Memory is freed twice"},
    Rule{FindingKind::kUseAfterFree, "Memory is used after it was freed"},
    Rule{FindingKind::kMismatchedFree,
         "Memory is freed by a function that does not fit its allocation"}};

// Percent-encodes what may not stand in a URI path.
std::string uri(std::string_view path) {
  constexpr std::string_view kPlain =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/+@";
  constexpr char kDigits[] = "0123456789ABCDEF";
  std::string out;
  for (unsigned char c : path) {
    if (kPlain.find(static_cast<char>(c)) != std::string_view::npos) {
      out += static_cast<char>(c);
    } else {
      out += '%';
      out += kDigits[c >> 4];
      out += kDigits[c & 15];
    }
  }
  return out;
}

class SarifWriter {
public:
  explicit SarifWriter(const std::string &folder) : folder_(folder) {}

  Json location(const Location &at) const {
    std::string shown = relative_to(at.file, folder_);
    Json artifact;
    if (shown == at.file) {
      artifact["uri"] = "file://" + uri(at.file);
    } else {
      artifact["uri"] = uri(shown);
      artifact["uriBaseId"] = "%SRCROOT%";
    }
    Json physical;
    physical["artifactLocation"] = artifact;
    if (at.line) {
      physical["region"]["startLine"] = at.line;
      if (at.column)
        physical["region"]["startColumn"] = at.column;
    }
    return Json{{"physicalLocation", physical}};
  }

  Json location(const Location &at, const std::string &message) const {
    Json result = location(at);
    result["message"]["text"] = message;
    return result;
  }

  Json result(const Finding &f) const {
    Json result;
    result["ruleId"] = name_of(f.kind);
    result["ruleIndex"] = rule_index(f.kind);
    result["level"] = f.confidence == Confidence::kLow ? "note" : "warning";
    result["message"]["text"] = f.message;
    Json at = location(f.at);
    if (!f.function.empty())
      at["logicalLocations"] = Json::array(
          {{{"fullyQualifiedName", f.function}, {"kind", "function"}}});
    result["locations"] = Json::array({at});
    if (!f.lost.empty()) {
      Json lost = Json::array();
      for (std::size_t i = 0; i < f.lost.size(); ++i) {
        Json place = location(f.lost[i], "lost here");
        place["id"] = i + 1;
        lost.push_back(place);
      }
      result["relatedLocations"] = lost;
    }
    if (!f.trace.empty()) {
      Json steps = Json::array();
      for (const TraceStep &step : f.trace)
        steps.push_back({{"location", location(step.at, step.message)}});
      result["codeFlows"] = Json::array(
          {{{"threadFlows", Json::array({{{"locations", steps}}})}}});
    }
    result["partialFingerprints"]["watertight/v1"] = f.fingerprint;
    result["properties"] = {{"confidence", name_of(f.confidence)},
                            {"engines", f.engines},
                            {"refutedBy", f.refuted_by}};
    return result;
  }

private:
  static std::size_t rule_index(FindingKind kind) {
    for (std::size_t i = 0; i < kRules.size(); ++i)
      if (kRules[i].kind == kind)
        return i;
    return 0;
  }

  const std::string &folder_;
};

} // namespace

std::string render_sarif(const Report &report, const std::string &folder) {
  SarifWriter writer(folder);
  Json driver;
  driver["name"] = "Watertight";
  driver["version"] = report.version;
  driver["rules"] = Json::array();
  for (const Rule &rule : kRules)
    driver["rules"].push_back({{"id", name_of(rule.kind)},
                               {"shortDescription", {{"text", rule.summary}}}});
  Json run;
  run["tool"]["driver"] = driver;
  run["originalUriBaseIds"]["%SRCROOT%"]["uri"] = "file://" + uri(folder) + "/";
  run["columnKind"] = "utf16CodeUnits";
  Json notes = Json::array();
  for (const FailedUnit &unit : report.failed)
    notes.push_back(
        {{"level", "error"},
         {"message", {{"text", unit.message}}},
         {"locations", Json::array({writer.location(Location{unit.file})})}});
  for (const NotAnalysed &n : report.not_analysed)
    notes.push_back({{"level", "warning"},
                     {"message",
                      {{"text", "function '" + n.function +
                                    "' was not analysed: " + n.reason}}},
                     {"locations", Json::array({writer.location(n.at)})}});
  Json invocation;
  invocation["executionSuccessful"] = true;
  invocation["toolExecutionNotifications"] = notes;
  run["invocations"] = Json::array({invocation});
  run["results"] = Json::array();
  for (const Finding &finding : report.findings)
    run["results"].push_back(writer.result(finding));
  Json log;
  log["$schema"] = "https://json.schemastore.org/sarif-2.1.0.json";
  log["version"] = "2.1.0";
  log["runs"] = Json::array({run});
  return log.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace wt::report
