// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How does a person read many findings in a browser?
//
// A folder that opens from disk and needs no network:
//
//   index.html, page/*          the page: plain HTML, CSS and scripts
//   data/findings.js            one row per finding, for the table
//   data/path-N.js              paths and advice of kPathsPerFile findings
//   data/source-N.js            the lines of one source file
//
// A browser forbids a page from disk to read other files but scripts, so data
// is a script that calls `watertight.data(name, value)` and is loaded when it
// is needed.  All text of the analysed project passes escape_for_terminal()
// and is pure ASCII in the files; the page only ever sets it as text.
//
// Tested by tests/unit/report/html_test.cpp.

#pragma once

#include "report/report.h"
#include "support/result.h"

#include <functional>

namespace wt::report {

inline constexpr std::size_t kPathsPerFile = 100;

// Takes one file of the folder: its name relative to it, and its text.
using FileSink =
    std::function<Status(const std::string &name, const std::string &text)>;

// `folder`: paths below it are shown relative.
Status render_html(const Report &report, const std::string &folder,
                   SourceText &source, const FileSink &sink);

// Can a report have a file of that name?  What it cannot have was put there by
// somebody else.
bool is_html_report_file(const std::string &name);

} // namespace wt::report
