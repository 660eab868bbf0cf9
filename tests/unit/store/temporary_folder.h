// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A folder that is gone after the test, and short words for files in it.

#pragma once

#include "store/store.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <unistd.h>

namespace wt::test {

class TemporaryFolder : public testing::Test {
protected:
  TemporaryFolder() {
    // In memory if possible: these tests sync a lot.
    std::string name = std::filesystem::temp_directory_path() / "wtXXXXXX";
    if (access("/dev/shm", W_OK) == 0)
      name = "/dev/shm/wtXXXXXX";
    folder_ = std::filesystem::canonical(mkdtemp(name.data()));
  }
  ~TemporaryFolder() override {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }

  std::string path(const std::string &name) const {
    return folder_ + "/" + name;
  }
  std::string store() const { return path(".watertight"); }
  std::string database() const { return store() + "/store.sqlite"; }

  static void write(const std::string &file, const std::string &text) {
    std::ofstream(file, std::ios::binary) << text;
  }
  static std::string read(const std::string &file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  std::string folder_;
};

// The unit of the key that was used last.
inline std::optional<StoredUnit> find_unit(Store &store, const Digest &key) {
  std::vector<StoredUnit> units = store.find_units(key);
  return units.empty() ? std::nullopt : std::optional(units[0]);
}

} // namespace wt::test
