// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which files show the data of an HTML report?
//
// The files of report/page/, embedded at build time (cmake/embed.cmake): the
// program needs no file at run time.
//
// Tested by tests/unit/report/html_test.cpp.

#pragma once

#include <span>
#include <string_view>

namespace wt::report {

struct PageFile {
  std::string_view name; // "style.css"
  std::string_view text;
};

std::span<const PageFile> page_files();

} // namespace wt::report
