// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How does the present compare with a baseline?
//
//   baseline write     what is found now becomes the baseline
//   baseline update    the baseline loses what is fixed; nothing is added
//   baseline compare   new, fixed and unchanged findings are reported
//
// A known finding is unchanged while one of its fingerprint is there, of medium
// confidence at least (of any, if it was low when it was written down); what
// the user hides (--include, comments) is still there.  It is fixed when it is
// not there although its code was analysed; else it is unseen: units failed,
// its file or its function was not analysed.  What is unseen is never dropped.
//
// Tested by tests/cli/test_baseline.py.

#pragma once

#include "driver/check_result.h"
#include "driver/destination.h"
#include "driver/options.h"
#include "verdict/baseline.h"

#include <optional>

namespace wt::driver {

enum class BaselineAction : std::uint8_t { kWrite, kUpdate, kCompare };

struct BaselineTask {
  BaselineAction action = BaselineAction::kWrite;
  std::string path, folder;        // of the baseline; the folder is absolute
  std::vector<KnownFinding> known; // what it had, unless it is written anew
  std::optional<AtomicFile> file;  // the new one
};

// What options.action says, with the baseline of --baseline or the usual one.
Result<BaselineTask> plan_baseline(const Options &options);

struct Comparison {
  std::vector<KnownFinding> fixed, unseen;
  std::vector<KnownFinding> unchanged; // as they are now
};

Comparison compare(const BaselineTask &task, const CheckResult &result,
                   bool has_failed_units);

// For people and for programs.  `added`: how many findings are new.
std::string comparison_text(const Comparison &comparison, std::size_t added);
std::string comparison_json(const Comparison &comparison, std::size_t added);

// The first two actions.  `shown`: what the user would see without a baseline.
// Gives the note to print.
Result<std::string> write_new_baseline(BaselineTask &task,
                                       const Comparison &comparison,
                                       const std::vector<Finding> &shown);

} // namespace wt::driver
