// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fingerprints of an earlier run: see baseline.h.

#include "verdict/baseline.h"

#include <nlohmann/json.hpp>

namespace wt {

Result<Baseline> parse_baseline(std::string_view text,
                                const std::string &name) {
  using nlohmann::json;
  Baseline baseline;
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
    auto kind = record.find("record");
    auto fingerprint = record.find("fingerprint");
    bool is_finding = kind != record.end() && *kind == "finding";
    if (!is_finding)
      continue;
    if (fingerprint == record.end() || !fingerprint->is_string())
      return fail("not a baseline: a finding has no fingerprint", name, number);
    baseline.insert(fingerprint->get<std::string>());
  }
  return baseline;
}

} // namespace wt
