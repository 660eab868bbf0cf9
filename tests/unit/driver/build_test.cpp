// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The database of a captured build: what is kept of earlier builds, and that
// nothing temporary stays behind.

#include "driver/build.h"
#include "support/read_file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace wt::driver {
namespace {

namespace fs = std::filesystem;

class Database : public testing::Test {
protected:
  Database() : folder_(*BuildFolder::make("")) {}

  std::string path(const std::string &name) const {
    return folder_.path() + "/" + name;
  }
  void write(const std::string &name, const std::string &text) const {
    std::ofstream(path(name)) << text;
  }
  // What clean_database says; what it leaves is in `left_`.
  std::string clean() {
    std::string said;
    Status status = clean_database(
        path("db"), [&](const std::string &message) { said += message; });
    EXPECT_TRUE(status) << status.error().text();
    left_ = read_file(path("db"), "it").value_or("(nothing)");
    return said;
  }

  BuildFolder folder_;
  std::string left_;
};

TEST_F(Database, MissingIsFine) {
  EXPECT_EQ(clean(), "");
  EXPECT_EQ(left_, "(nothing)");
}

TEST_F(Database, DamagedIsDeletedWithAMessage) {
  for (const char *text : {"", "garbage\n", "{}", "[", "[1e99999999]x"}) {
    write("db", text);
    EXPECT_NE(clean().find("damaged"), std::string::npos) << text;
    EXPECT_EQ(left_, "(nothing)") << text;
  }
}

TEST_F(Database, GoodStaysAsItIs) {
  write("a.c", "");
  std::string text =
      "[ {\"directory\": \"" + folder_.path() + "\", \"file\": \"a.c\"} ]";
  write("db", text);
  EXPECT_EQ(clean(), "");
  EXPECT_EQ(left_, text);
}

TEST_F(Database, EntriesOfMissingFilesGo) {
  write("a.c", "");
  write("db", "[{\"directory\": \"" + folder_.path() +
                  "\", \"file\": \"a.c\"}, {\"directory\": \"" +
                  folder_.path() + "\", \"file\": \"gone.c\"}, 3]");
  EXPECT_EQ(clean(), "");
  EXPECT_NE(left_.find("a.c"), std::string::npos);
  EXPECT_EQ(left_.find("gone.c"), std::string::npos);
  EXPECT_NE(left_.find("3"), std::string::npos);
}

TEST_F(Database, AFolderInItsPlaceIsAnError) {
  fs::create_directory(path("db"));
  EXPECT_FALSE(clean_database(path("db"), [](const std::string &) {}));
}

TEST(BuildFolder, OnlyATemporaryOneGoes) {
  std::string temporary, wanted;
  {
    Result<BuildFolder> outer = BuildFolder::make("");
    ASSERT_TRUE(outer);
    temporary = outer->path();
    wanted = temporary + "/deep/inside";
    Result<BuildFolder> inner = BuildFolder::make(wanted);
    ASSERT_TRUE(inner);
    BuildFolder moved = std::move(*inner);
    EXPECT_EQ(moved.path(), wanted);
    {
      BuildFolder gone = std::move(moved);
    }
    EXPECT_TRUE(fs::is_directory(wanted));
  }
  EXPECT_FALSE(fs::exists(temporary));
}

} // namespace
} // namespace wt::driver
