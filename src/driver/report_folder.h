// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How does a folder appear complete or not at all?
//
// It is filled under another name beside its place, then takes the place in one
// step.  An empty folder and an earlier report are replaced; a folder that
// holds anything else is refused before the analysis starts, and left alone.
//
// Tested by tests/unit/driver/report_folder_test.cpp.

#pragma once

#include "support/result.h"

#include <functional>
#include <string>

namespace wt::driver {

class ReportFolder {
public:
  // Can a report hold a file of that name, relative to the folder?
  using IsOurs = std::function<bool(const std::string &name)>;

  static Result<ReportFolder> create(const std::string &path, IsOurs is_ours);
  ~ReportFolder(); // takes an unfinished folder away
  ReportFolder(ReportFolder &&other) noexcept;
  ReportFolder(const ReportFolder &) = delete;
  ReportFolder &operator=(ReportFolder &&) = delete;

  // A file of the folder, e.g. "data/rows.js".
  Status add(const std::string &name, const std::string &text);
  Status publish();

private:
  ReportFolder(std::string path, std::string temporary, IsOurs is_ours)
      : path_(std::move(path)), temporary_(std::move(temporary)),
        is_ours_(std::move(is_ours)) {}

  std::string path_, temporary_;
  IsOurs is_ours_;
};

} // namespace wt::driver
