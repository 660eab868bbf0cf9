// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How is a build captured?
//
// `watertight run -- make -j8` executes the user's own build command under
// `bear`, which writes down every program that it starts.  `bear` makes the
// database of the compiler calls among them; of the others we keep what is
// linked into what (link_record.h).  The build's output goes to stderr.  This
// is the only place where Watertight executes anything that the user did not
// get with it.
//
// Tested by tests/unit/driver/build_test.cpp and tests/cli/.

#pragma once

#include "support/result.h"

#include <atomic>
#include <functional>
#include <string>
#include <vector>

namespace wt::driver {

// Before a build: drops the entries of files that no longer exist from what
// earlier builds wrote down, and a damaged database as a whole; `say` tells
// the user of the latter.  A missing database is fine.
Status clean_database(const std::string &database,
                      const std::function<void(const std::string &)> &say);

// Runs the build; the database is written to `database` (entries of earlier
// builds stay, so that a build with nothing left to do loses nothing), the
// record of links beside it.  That the latter fails is only said.
Result<int> capture_build(const std::vector<std::string> &command,
                          const std::string &database,
                          const std::atomic<bool> &cancelled,
                          const std::function<void(const std::string &)> &say);

// A folder of our own for the database.
class BuildFolder {
public:
  // `wanted`, if it can be made and is no symbolic link, else a fresh one
  // that is removed when this object goes.
  static Result<BuildFolder> make(const std::string &wanted);
  ~BuildFolder();
  BuildFolder(BuildFolder &&other) noexcept;
  BuildFolder(const BuildFolder &) = delete;
  BuildFolder &operator=(BuildFolder &&) = delete;

  const std::string &path() const { return path_; }

private:
  BuildFolder(std::string path, bool is_temporary)
      : path_(std::move(path)), is_temporary_(is_temporary) {}

  std::string path_;
  bool is_temporary_;
};

} // namespace wt::driver
