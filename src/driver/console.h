// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What does the user see on stderr while we work?
//
// On a terminal a line that is rewritten (units, functions, findings so far);
// elsewhere one plain line per stage.  Messages, failures and the closing
// table go through here too, so that they never tear the progress line apart.
// stdout carries only the report.
//
// Tested by tests/cli/.

#pragma once

#include "support/result.h"

#include <atomic>
#include <chrono>
#include <mutex>
#include <string>
#include <string_view>

namespace wt::driver {

class Console {
public:
  Console();

  // Neither progress nor notes nor table; all notes in full.
  void set_quiet(bool is_quiet) { is_quiet_ = is_quiet; }
  void set_verbose(bool is_verbose) { is_verbose_ = is_verbose; }
  bool is_verbose() const { return is_verbose_; }

  void error(const std::string &message);
  void error(const Error &error) { this->error(error.text()); }
  void warning(const std::string &message);
  void note(const std::string &message); // as it is

  // A stage of `total` steps begins: "capturing", "units".
  void begin(const std::string &verb, const std::string &noun,
             std::size_t total);
  // So many steps are done; may be called from any thread.
  void done(std::size_t count, std::size_t findings = 0);
  void end();

  void table(const std::string &text); // several lines, not escaped

private:
  void clear_line();

  bool is_terminal_;
  bool is_quiet_ = false, is_verbose_ = false;
  std::mutex mutex_;
  std::string verb_, noun_;
  std::size_t total_ = 0;
  bool line_shown_ = false;
  std::chrono::steady_clock::time_point last_;
};

// May colours be used on this descriptor?  `choice` is that of --color; "auto":
// on a terminal, unless NO_COLOR is set.
bool wants_colour(int descriptor, std::string_view choice);

} // namespace wt::driver
