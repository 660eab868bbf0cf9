// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Findings of an earlier run: see baseline.h.

#include "verdict/baseline.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace wt {

namespace {

using nlohmann::json;

std::string text_of(const json &record, const char *key) {
  auto found = record.find(key);
  return found != record.end() && found->is_string() ? found->get<std::string>()
                                                     : std::string();
}

std::uint32_t number_of(const json &record, const char *key) {
  auto found = record.find(key);
  return found != record.end() && found->is_number_unsigned()
             ? found->get<std::uint32_t>()
             : 0;
}

Confidence confidence_named(const std::string &name) {
  for (Confidence c : {Confidence::kLow, Confidence::kHigh})
    if (name == name_of(c))
      return c;
  return Confidence::kMedium;
}

KnownFinding read_record(const json &record) {
  return {text_of(record, "file"),
          number_of(record, "line"),
          text_of(record, "function"),
          text_of(record, "kind"),
          text_of(record, "message"),
          text_of(record, "fingerprint"),
          confidence_named(text_of(record, "confidence"))};
}

} // namespace

Result<std::vector<KnownFinding>> read_baseline(std::string_view text,
                                                const std::string &name) {
  std::vector<KnownFinding> findings;
  std::uint32_t number = 0;
  while (!text.empty()) {
    ++number;
    std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.find_first_not_of(" \t\r") == std::string_view::npos)
      continue;
    json record = json::parse(line, nullptr, /*allow_exceptions=*/false);
    if (!record.is_object())
      return fail("not a baseline: a line is no JSON object", name, number);
    if (text_of(record, "record") != "finding")
      continue;
    auto fingerprint = record.find("fingerprint");
    if (fingerprint == record.end() || !fingerprint->is_string())
      return fail("not a baseline: a finding has no fingerprint", name, number);
    findings.push_back(read_record(record));
  }
  return findings;
}

Result<Baseline> parse_baseline(std::string_view text,
                                const std::string &name) {
  Result<std::vector<KnownFinding>> findings = read_baseline(text, name);
  if (!findings)
    return std::unexpected(findings.error());
  Baseline baseline;
  for (KnownFinding &finding : *findings)
    baseline.insert(std::move(finding.fingerprint));
  return baseline;
}

KnownFinding known_finding(const Finding &finding, const std::string &folder) {
  std::string file = finding.at.file;
  std::string below = folder.ends_with('/') ? folder : folder + "/";
  if (file.starts_with(below))
    file.erase(0, below.size());
  return {file,
          finding.at.line,
          finding.function,
          name_of(finding.kind),
          finding.message,
          finding.fingerprint,
          finding.confidence};
}

std::string write_baseline(std::vector<KnownFinding> findings) {
  std::ranges::sort(findings);
  std::set<std::string_view> written;
  std::string out = "{\"record\":\"baseline\",\"version\":1}\n";
  for (const KnownFinding &finding : findings) {
    if (!written.insert(finding.fingerprint).second)
      continue;
    nlohmann::ordered_json record{{"record", "finding"},
                                  {"kind", finding.kind},
                                  {"file", finding.file},
                                  {"line", finding.line},
                                  {"function", finding.function},
                                  {"message", finding.message},
                                  {"confidence", name_of(finding.confidence)},
                                  {"fingerprint", finding.fingerprint}};
    // Broken UTF-8 in names becomes the replacement character.
    out += record.dump(-1, ' ', false, json::error_handler_t::replace) + "\n";
  }
  return out;
}

} // namespace wt
