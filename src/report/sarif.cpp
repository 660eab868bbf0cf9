// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How do code hosting services and editors read findings?
//
// SARIF 2.1.0: one run, one rule per kind (sarif_rules.h), each finding a
// result with its path as a codeFlow, its losing places as relatedLocations and
// our fingerprint as partialFingerprints, so that a service follows a finding
// across commits.  Files below the current folder are given relative to
// %SRCROOT%.  Services show 5,000 results and drop the others, so the most
// important ones come first and the rest is counted in a notification.
//
// Tested by tests/unit/report/sarif_test.cpp and tests/reports/.

#include "fix/apply.h"
#include "report/report.h"
#include "report/sarif_rules.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace wt::report {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostResults = 5000;
constexpr std::size_t kMostSteps = 1000; // of a path, and of losing places

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

// A note matters less than a warning, whatever its confidence.
int importance(const Finding &f) {
  return (f.severity == Severity::kWarning ? 10 : 0) +
         static_cast<int>(f.confidence);
}

std::vector<const Finding *> most_important(std::span<const Finding> findings) {
  std::vector<const Finding *> list;
  for (const Finding &finding : findings)
    list.push_back(&finding);
  std::ranges::stable_sort(list, std::ranges::greater(),
                           [](const Finding *f) { return importance(*f); });
  if (list.size() > kMostResults)
    list.resize(kMostResults);
  return list;
}

class SarifWriter {
public:
  SarifWriter(const std::string &folder, SourceText &source)
      : folder_(folder), source_(source) {}

  Json location(const Location &at) {
    std::string shown = relative_to(at.file, folder_);
    Json artifact;
    if (shown == at.file && shown.starts_with('/')) {
      artifact["uri"] = file_uri(at.file);
    } else {
      artifact["uri"] = uri(shown);
      artifact["uriBaseId"] = "%SRCROOT%";
    }
    Json physical;
    physical["artifactLocation"] = artifact;
    if (at.line) {
      physical["region"]["startLine"] = at.line;
      if (at.column)
        physical["region"]["startColumn"] =
            utf16_column(source_.line(at.file, at.line), at.column);
    }
    return Json{{"physicalLocation", physical}};
  }

  Json location(const Location &at, const std::string &message) {
    Json result = location(at);
    result["message"]["text"] = message;
    return result;
  }

  Json result(const Finding &f);
  Json invocation(const Report &report, std::size_t left_out);

private:
  Json lost(const Finding &f);
  Json code_flow(const Finding &f);
  Json fix(const Fix &fix);

  const std::string &folder_;
  SourceText &source_;
};

Json SarifWriter::lost(const Finding &f) {
  Json list = Json::array();
  for (std::size_t i = 0; i < std::min(f.lost.size(), kMostSteps); ++i) {
    Json place = location(f.lost[i], "lost here");
    place["id"] = i + 1;
    list.push_back(place);
  }
  return list;
}

Json SarifWriter::code_flow(const Finding &f) {
  Json steps = Json::array();
  for (std::size_t i = 0; i < std::min(f.trace.size(), kMostSteps); ++i)
    steps.push_back(
        {{"location", location(f.trace[i].at, f.trace[i].message)}});
  return {{"threadFlows", Json::array({{{"locations", steps}}})}};
}

Json SarifWriter::fix(const Fix &fix) {
  Json changes = Json::array();
  for (const auto &[file, edits] : fix::by_file(fix.edits)) {
    Json replacements = Json::array();
    for (const Edit &edit : edits) {
      Location from = source_.place_of(file, edit.begin);
      Location to = source_.place_of(file, edit.end);
      Json region = location(from)["physicalLocation"].at("region");
      region["endLine"] = to.line;
      region["endColumn"] =
          location(to)["physicalLocation"]["region"].at("startColumn");
      replacements.push_back({{"deletedRegion", region},
                              {"insertedContent", {{"text", edit.text}}}});
    }
    changes.push_back(
        {{"artifactLocation",
          location(Location{file})["physicalLocation"].at("artifactLocation")},
         {"replacements", replacements}});
  }
  return {{"description", {{"text", fix.what}}}, {"artifactChanges", changes}};
}

Json SarifWriter::result(const Finding &f) {
  bool is_note =
      f.severity == Severity::kNote || f.confidence == Confidence::kLow;
  Json result;
  result["ruleId"] = name_of(f.kind);
  result["ruleIndex"] = rule_index(f.kind);
  result["level"] = is_note ? "note" : "warning";
  result["message"]["text"] =
      f.message + (f.advice.empty() ? "" : "; " + f.advice);
  Json at = location(f.at);
  if (!f.function.empty())
    at["logicalLocations"] = Json::array(
        {{{"fullyQualifiedName", f.function}, {"kind", "function"}}});
  result["locations"] = Json::array({at});
  if (!f.lost.empty())
    result["relatedLocations"] = lost(f);
  if (!f.trace.empty())
    result["codeFlows"] = Json::array({code_flow(f)});
  if (f.fix)
    result["fixes"] = Json::array({fix(*f.fix)});
  result["partialFingerprints"]["watertight/v1"] = f.fingerprint;
  result["properties"] = {{"confidence", name_of(f.confidence)},
                          {"severity", name_of(f.severity)},
                          {"root", f.root},
                          {"engines", f.engines},
                          {"refutedBy", f.refuted_by}};
  return result;
}

// Successful: there was something to analyse, and all of it compiled.
Json SarifWriter::invocation(const Report &report, std::size_t left_out) {
  Json notes = Json::array();
  for (const FailedUnit &unit : report.failed)
    notes.push_back(
        {{"level", "error"},
         {"message", {{"text", unit.message}}},
         {"locations", Json::array({location(Location{unit.file})})}});
  for (const NotAnalysed &n : report.not_analysed)
    notes.push_back({{"level", "warning"},
                     {"message",
                      {{"text", "function '" + n.function +
                                    "' was not analysed: " + n.reason}}},
                     {"locations", Json::array({location(n.at)})}});
  if (left_out)
    notes.push_back(
        {{"level", "warning"},
         {"message",
          {{"text", std::to_string(left_out) +
                        " less important results were left out"}}}});
  Json invocation;
  invocation["executionSuccessful"] =
      report.failed.empty() && report.totals.units > 0;
  invocation["toolExecutionNotifications"] = notes;
  return invocation;
}

} // namespace

std::string file_uri(std::string_view path) { return "file://" + uri(path); }

std::uint32_t utf16_column(std::string_view line, std::uint32_t column) {
  std::uint32_t units = 1;
  for (unsigned char c : line.substr(0, column - 1))
    units += (c & 0xC0) != 0x80 ? 1 + (c >= 0xF0) : 0;
  std::size_t beyond = column - 1 > line.size() ? column - 1 - line.size() : 0;
  return units + static_cast<std::uint32_t>(beyond);
}

std::string render_sarif(const Report &report, const std::string &folder,
                         SourceText &source) {
  SarifWriter writer(folder, source);
  std::vector<const Finding *> shown = most_important(report.findings);
  Json run;
  run["tool"]["driver"] = sarif_driver(report.version);
  run["taxonomies"] = Json::array({sarif_weaknesses()});
  run["originalUriBaseIds"]["%SRCROOT%"]["uri"] =
      file_uri(folder) + (folder.ends_with('/') ? "" : "/");
  run["columnKind"] = "utf16CodeUnits";
  run["invocations"] = Json::array(
      {writer.invocation(report, report.findings.size() - shown.size())});
  run["results"] = Json::array();
  for (const Finding *finding : shown)
    run["results"].push_back(writer.result(*finding));
  Json log;
  log["$schema"] = "https://json.schemastore.org/sarif-2.1.0.json";
  log["version"] = "2.1.0";
  log["runs"] = Json::array({run});
  return log.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace wt::report
