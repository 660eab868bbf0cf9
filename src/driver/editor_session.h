// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One program that is open in an editor, as it was analysed last.
//
// Tested by tests/cli/test_lsp.py.

#pragma once

#include "driver/project.h"

namespace wt::driver {

// `options` and `console` must outlive it.
class EditorSession {
public:
  EditorSession(const Options &options, EngineTable table, Console &console)
      : options_(options), table_(table), console_(console) {}

  // The findings to show of the program that the file belongs to.
  std::vector<Finding> analyse(const std::string &file);

  // The change that mends one of them, if one was found to be right.
  std::optional<Fix> mend(const std::string &fingerprint);

private:
  const Options &options_;
  EngineTable table_;
  Console &console_;
  std::optional<CheckPlan> plan_;
  std::optional<Project> project_;
  std::optional<CheckResult> result_;
};

} // namespace wt::driver
