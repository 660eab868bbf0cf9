// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What does one run tell?
//
// A Report is everything a run found out, in source terms.  Each format is one
// function from a Report to text, so formats cannot disagree about what was
// found and none of them needs the program:
//
//   render_text   diagnostics with source lines, for people    (text.cpp)
//   render_json   one JSON object per line, for programs       (json_lines.cpp)
//   render_sarif  SARIF 2.1.0, for code hosting and editors    (sarif.cpp)
//
// docs/user/output.md describes them.
//
// Tested by tests/unit/report/.

#pragma once

#include "finding/finding.h"
#include "finding/source_text.h"

namespace wt::report {

struct FailedUnit {
  std::string file; // absolute
  std::string message;
  auto operator<=>(const FailedUnit &) const = default;
};

struct NotAnalysed {
  Location at; // of the function
  std::string function;
  std::string reason;
  auto operator<=>(const NotAnalysed &) const = default;
};

struct Totals {
  std::size_t units = 0; // captured, or taken from the store
  std::size_t units_failed = 0;
  std::size_t functions = 0;        // analysed
  std::size_t suppressed = 0;       // findings hidden by comments
  std::size_t in_baseline = 0;      // findings known from before
  std::size_t deselected = 0;       // by --include and --exclude
  std::size_t below_confidence = 0; // by --min-confidence
  std::size_t shown[3] = {};        // by Confidence
  std::size_t notes = 0;            // shown, of severity note
  std::size_t roots = 0;            // root causes of what is shown
  std::size_t undecided = 0;        // objects that no engine could decide
};

struct Report {
  std::vector<Finding> findings; // those to show, sorted
  std::vector<FailedUnit> failed;
  std::vector<NotAnalysed> not_analysed;
  Totals totals;
  std::string version; // of the tool
};

struct TextOptions {
  bool colour = false;
  std::string folder;   // paths below it are shown relative
  bool verbose = false; // notes with their paths, too
};

std::string render_text(const Report &report, const TextOptions &options,
                        SourceText &source);
std::string render_json(const Report &report, SourceText &source);
std::string render_sarif(const Report &report, const std::string &folder,
                         SourceText &source);

// A verified fix as a diff: files by their names below the folder.
std::string diff_of(const Fix &fix, const std::string &folder,
                    SourceText &source);

// "file:///home/me/a%20b.c"
std::string file_uri(std::string_view path);
// SARIF and editors count UTF-16 code units, the compiler bytes; from 1.
std::uint32_t utf16_column(std::string_view line, std::uint32_t column);

// "src/a.c" for "/home/me/src/a.c" in the folder "/home/me".
std::string relative_to(const std::string &file, const std::string &folder);

} // namespace wt::report
