// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How do verified fixes get into the source?
//
//   --fix-dir DIR    one diff per finding, for `git apply` or `patch -p1`
//   fix              asks for each, and writes the files
//
// The programmer decides: nothing but `fix` writes a source file, and only
// while that is still what was analysed.
//
// Tested by tests/cli/test_fixes.py.

#pragma once

#include "driver/console.h"
#include "driver/options.h"
#include "driver/report_folder.h"
#include "finding/finding.h"
#include "finding/source_text.h"

#include <span>

namespace wt::driver {

Result<ReportFolder> create_fix_folder(const std::string &path);

Status write_fixes(ReportFolder &to, std::span<const Finding> findings,
                   const std::string &folder, SourceText &source);

// Gives the exit status.
int apply_fixes(const Options &options, std::span<const Finding> findings,
                const std::string &folder, SourceText &source,
                Console &console);

} // namespace wt::driver
