// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A folder that exists as long as a test.

#pragma once

#include <filesystem>
#include <fstream>
#include <string>

namespace wt::frontend {

class TemporaryFolder {
public:
  TemporaryFolder() {
    std::string pattern =
        (std::filesystem::temp_directory_path() / "wt_frontend.XXXXXX")
            .string();
    path_ = std::filesystem::canonical(mkdtemp(pattern.data())).string();
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder &) = delete;
  TemporaryFolder &operator=(const TemporaryFolder &) = delete;

  const std::string &path() const { return path_; }
  std::string operator/(const std::string &name) const {
    return path_ + "/" + name;
  }
  std::string write(const std::string &name, const std::string &text) const {
    std::filesystem::path path = *this / name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;
    return path.string();
  }

private:
  std::string path_;
};

} // namespace wt::frontend
