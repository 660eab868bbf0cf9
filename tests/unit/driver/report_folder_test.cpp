// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A report folder appears complete or not at all, and destroys nothing.

#include "driver/report_folder.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace wt::driver {
namespace {

namespace fs = std::filesystem;

class Folder : public ::testing::Test {
protected:
  Folder() {
    std::string name = (fs::temp_directory_path() / "wt-folder.XXXXXX");
    base = mkdtemp(name.data());
  }
  ~Folder() override { fs::remove_all(base); }

  Result<ReportFolder> create(const fs::path &path) {
    return ReportFolder::create(
        path, [](const std::string &name) { return name.ends_with(".js"); });
  }
  std::string read(const fs::path &file) {
    std::ifstream in(file);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  std::ptrdiff_t entries() {
    return std::distance(fs::directory_iterator(base), {});
  }
  fs::path base;
};

TEST_F(Folder, AppearsWhenItIsComplete) {
  {
    auto folder = create(base / "out/");
    ASSERT_TRUE(folder);
    ASSERT_TRUE(folder->add("data/a.js", "1"));
    EXPECT_FALSE(fs::exists(base / "out"));
    ASSERT_TRUE(folder->publish());
  }
  EXPECT_EQ(read(base / "out/data/a.js"), "1");
  EXPECT_EQ(entries(), 1);
}

TEST_F(Folder, UnfinishedIsTakenAway) {
  {
    auto folder = create(base / "out");
    ASSERT_TRUE(folder && folder->add("a.js", "1"));
  }
  EXPECT_EQ(entries(), 0);
}

TEST_F(Folder, EarlierReportIsReplacedAlsoThroughALink) {
  fs::create_directories(base / "out/data");
  std::ofstream(base / "out/data/old.js") << "old";
  fs::create_directory_symlink("out", base / "link");
  auto folder = create(base / "link");
  ASSERT_TRUE(folder && folder->add("a.js", "new") && folder->publish());
  EXPECT_TRUE(fs::is_symlink(base / "link"));
  EXPECT_EQ(read(base / "out/a.js"), "new");
  EXPECT_FALSE(fs::exists(base / "out/data"));
  EXPECT_EQ(entries(), 2);
}

TEST_F(Folder, ForeignFolderIsLeftAlone) {
  fs::create_directories(base / "out/data");
  std::ofstream(base / "out/data/thesis.txt") << "mine";
  auto folder = create(base / "out");
  ASSERT_FALSE(folder);
  EXPECT_NE(folder.error().text().find("thesis.txt"), std::string::npos);
  EXPECT_EQ(read(base / "out/data/thesis.txt"), "mine");
  EXPECT_EQ(entries(), 1);
}

TEST_F(Folder, WhatComesInMeanwhileIsLeftAlone) {
  auto folder = create(base / "out");
  ASSERT_TRUE(folder && folder->add("a.js", "1"));
  fs::create_directories(base / "out");
  std::ofstream(base / "out/thesis.txt") << "mine";
  EXPECT_FALSE(folder->publish());
  EXPECT_EQ(read(base / "out/thesis.txt"), "mine");
}

TEST_F(Folder, AFileIsNoFolder) {
  std::ofstream(base / "out") << "mine";
  EXPECT_FALSE(create(base / "out"));
  EXPECT_FALSE(create(base / "missing/deep/out"));
}

} // namespace
} // namespace wt::driver
