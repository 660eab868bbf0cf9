// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Is what is known of links read back as it was written, and is anything else
// refused?

#include "driver/build.h"
#include "driver/link_record.h"
#include "support/read_file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sys/stat.h>

namespace wt::driver {
namespace {

namespace fs = std::filesystem;

class Record : public testing::Test {
protected:
  Record() : folder_(*BuildFolder::make("")) {}

  std::string path() const { return folder_.path() + "/link_targets.json"; }
  bool is_readable(const std::string &text) const {
    std::ofstream(path(), std::ios::trunc) << text;
    return read_link_record(path()).has_value();
  }

  BuildFolder folder_;
};

TEST_F(Record, IsBesideItsDatabase) {
  EXPECT_EQ(link_record_of("/p/.watertight/compile_commands.json"),
            "/p/.watertight/link_targets.json");
}

TEST_F(Record, ReadsWhatItWrote) {
  LinkRecord record = {
      {"/p/libx.a", {LinkKind::kArchive, {"/p/x.o", "/p/y \"z\n.o"}}},
      {"/p/libx.so", {LinkKind::kShared, {"/p/x.o"}}},
      {"/p/all.o", {LinkKind::kObject, {}}},
      {"/p/prog", {LinkKind::kProgram, {"/p/all.o", "/p/libx.a"}}}};
  ASSERT_TRUE(write_link_record(path(), record));
  Result<LinkRecord> again = read_link_record(path());
  ASSERT_TRUE(again) << again.error().text();
  EXPECT_EQ(*again, record);
}

TEST_F(Record, NamesThatAreNoTextAreNoCrash) {
  LinkRecord record = {{"/p/\xff", {LinkKind::kProgram, {"\xc3"}}}};
  ASSERT_TRUE(write_link_record(path(), record));
  EXPECT_TRUE(read_link_record(path()));
}

TEST_F(Record, MissingIsEmpty) {
  Result<LinkRecord> record = read_link_record(path());
  ASSERT_TRUE(record);
  EXPECT_TRUE(record->empty());
}

TEST_F(Record, DamagedIsRefused) {
  EXPECT_TRUE(is_readable(R"({"version":1,"links":[]})"));
  EXPECT_TRUE(is_readable(
      R"({"version":1,"links":[{"output":"p","kind":"program","inputs":[]}]})"));
  for (const char *text :
       {"", "garbage", "[]", "{}", "null", R"({"version":2,"links":[]})",
        R"({"version":"1","links":[]})", R"({"version":1})",
        R"({"version":1,"links":{}})", R"({"version":1,"links":[7]})",
        R"({"version":1,"links":[{"output":"p","inputs":[]}]})",
        R"({"version":1,"links":[{"kind":"program","inputs":[]}]})",
        R"({"version":1,"links":[{"output":"p","kind":"x","inputs":[]}]})",
        R"({"version":1,"links":[{"output":"p","kind":"program"}]})",
        R"({"version":1,"links":[{"output":7,"kind":"program","inputs":[]}]})",
        R"({"version":1,"links":[{"output":"p","kind":"program",
           "inputs":{}}]})",
        R"({"version":1,"links":[{"output":"p","kind":"program",
           "inputs":[7]}]})",
        R"({"version":1,"links":[])", "[1e99999999]"})
    EXPECT_FALSE(is_readable(text)) << text;
  EXPECT_FALSE(is_readable(std::string(100000, '[')));
}

TEST_F(Record, OnlyAPlainFileIsOpened) {
  ASSERT_EQ(mkfifo(path().c_str(), 0600), 0); // whose reader would wait
  EXPECT_FALSE(read_link_record(path()));
  fs::remove(path());
  std::ofstream(folder_.path() + "/other") << R"({"version":1,"links":[]})";
  fs::create_symlink("other", path());
  EXPECT_FALSE(read_link_record(path()));
  fs::remove(path());
  fs::create_directory(path());
  EXPECT_FALSE(read_link_record(path()));
}

TEST_F(Record, RealNamesOfFilesThatNeedNotExist) {
  std::string root = fs::canonical(folder_.path()).string();
  fs::create_directory(root + "/real");
  fs::create_directory_symlink("real", root + "/link");
  RealNames real;
  EXPECT_EQ(real(root + "/link/a.o"), root + "/real/a.o");
  EXPECT_EQ(real(root + "/link/deep/a.o"), root + "/real/deep/a.o");
  EXPECT_EQ(real("/no/such/a.o"), "/no/such/a.o");
  EXPECT_EQ(real("/a.o"), "/a.o");
  EXPECT_EQ(real(""), "");
}

} // namespace
} // namespace wt::driver
