// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See suppression_file.h.

#include "driver/suppression_file.h"

#include "driver/patterns.h"
#include "report/kind_text.h"
#include "support/nearest.h"
#include "support/read_file.h"
#include "verdict/globs.h"

#include <algorithm>
#include <filesystem>
#include <sstream>

namespace wt::driver {

namespace {

std::vector<std::string> names_of_kinds() {
  std::vector<std::string> names;
  for (int i = 0; i <= static_cast<int>(kLastFindingKind); ++i)
    names.emplace_back(name_of(static_cast<FindingKind>(i)));
  return names;
}

} // namespace

Result<SuppressionFile> SuppressionFile::read(const std::string &path) {
  Result<std::string> text = read_file(path, "the suppressions");
  if (!text)
    return std::unexpected(text.error());
  SuppressionFile out;
  std::error_code ignored;
  out.path_ = path;
  out.folder_ = std::filesystem::absolute(path, ignored).parent_path().string();
  std::istringstream lines(*text);
  std::uint32_t number = 0;
  for (std::string written; std::getline(lines, written);) {
    ++number;
    std::istringstream words(written.substr(0, written.find('#')));
    std::string kind, files, rest;
    Line line{number, {}, {}, {}};
    if (!(words >> kind))
      continue;
    if (kind != "*" && !(line.kind = report::kind_named(kind)))
      return fail("no kind of finding is called '" + kind + "'" +
                      did_you_mean(kind, names_of_kinds()),
                  path, number);
    if (!(words >> files))
      return fail("found no files, expected KIND FILES [FUNCTION]", path,
                  number);
    words >> line.function;
    if (words >> rest)
      return fail("found '" + rest + "', expected the end of the line", path,
                  number);
    auto resolved = resolve_patterns(std::vector{files}, path, out.folder_);
    if (!resolved)
      return std::unexpected(resolved.error());
    line.files = resolved->front();
    out.lines_.push_back(std::move(line));
  }
  return out;
}

bool SuppressionFile::fits(const Line &line, const Finding &finding) const {
  return (!line.kind || *line.kind == finding.kind) &&
         (line.function.empty() || line.function == finding.function) &&
         path_matches(line.files, finding.at.file, folder_);
}

bool SuppressionFile::hides(const Finding &finding) const {
  return std::ranges::any_of(
      lines_, [&](const Line &line) { return fits(line, finding); });
}

std::vector<std::string>
SuppressionFile::unused(std::span<const Finding> all) const {
  std::vector<std::string> out;
  for (const Line &line : lines_)
    if (std::ranges::none_of(all,
                             [&](const Finding &f) { return fits(line, f); }))
      out.push_back(path_ + ":" + std::to_string(line.number));
  return out;
}

} // namespace wt::driver
