// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A stored unit comes back for the very same job while its inputs are
// unchanged, and only then.

#include "driver/unit_cache.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>

namespace wt::driver {
namespace {

namespace fs = std::filesystem;
using frontend::CompileJob;

class UnitCacheTest : public testing::Test {
protected:
  UnitCacheTest() {
    std::string pattern =
        (fs::temp_directory_path() / "wt_unit_cache.XXXXXX").string();
    folder_ = mkdtemp(pattern.data());
    job_.directory = folder_;
    job_.file = write("a.c", "int a;");
    job_.arguments = {"-DX", "-x", "c"};
    inputs_ = {job_.file, write("a.h", "int h;")};
    // File times are coarse: an input as old as the capture is not trusted.
    std::int64_t written = InputCheck::now();
    while (InputCheck::now() <= written + 10'000'000) {
    }
  }
  ~UnitCacheTest() override {
    unsetenv("CPATH");
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }

  std::string write(const std::string &name, const std::string &text) {
    std::string path = folder_ + "/" + name;
    std::ofstream(path) << text;
    return path;
  }
  // In a run of its own.
  std::optional<std::string> find(const CompileJob &job) {
    Store store = Store::open_or_memory(folder_ + "/store");
    return StoredUnits(store).find(job);
  }
  void put(const CompileJob &job, std::string_view bytes,
           std::optional<std::int64_t> started = std::nullopt) {
    Store store = Store::open_or_memory(folder_ + "/store");
    StoredUnits cache(store);
    cache.put(job, bytes, {inputs_, absent_, started.value_or(cache.now())});
    store.finish_run();
  }

  std::string folder_;
  CompileJob job_;
  std::vector<std::string> inputs_, absent_;
};

TEST_F(UnitCacheTest, WhatIsPutIsFound) {
  EXPECT_EQ(find(job_), std::nullopt);
  put(job_, std::string("unit\0bytes", 10));
  EXPECT_EQ(find(job_), std::string("unit\0bytes", 10));
}

TEST_F(UnitCacheTest, AnotherJobIsAnotherUnit) {
  put(job_, "unit");
  CompileJob other = job_;
  other.arguments.push_back("-DY");
  EXPECT_EQ(find(other), std::nullopt);
  other = job_;
  other.arguments = {"-x", "c", "-DX"};
  EXPECT_EQ(find(other), std::nullopt);
  other = job_;
  other.is_cxx_driver = true;
  EXPECT_EQ(find(other), std::nullopt);
  other = job_;
  other.directory += "/sub";
  EXPECT_EQ(find(other), std::nullopt);
  other = job_;
  other.file += "c";
  EXPECT_EQ(find(other), std::nullopt);
  EXPECT_EQ(find(job_), "unit");
}

TEST_F(UnitCacheTest, AChangedInputIsSeen) {
  put(job_, "unit");
  write("a.h", "int H;"); // as long as before
  EXPECT_EQ(find(job_), std::nullopt);
  write("a.h", "int h;");
  EXPECT_EQ(find(job_), "unit");
  fs::remove(inputs_[1]);
  EXPECT_EQ(find(job_), std::nullopt);
}

TEST_F(UnitCacheTest, ATouchedInputIsUnchanged) {
  put(job_, "unit");
  fs::last_write_time(inputs_[1],
                      fs::file_time_type::clock::now() + std::chrono::hours(1));
  EXPECT_EQ(find(job_), "unit");
}

TEST_F(UnitCacheTest, AnInputThatChangedDuringTheCaptureIsNotTrusted) {
  put(job_, "unit", InputCheck::now() - std::int64_t(10'000'000'000));
  EXPECT_EQ(find(job_), std::nullopt);
}

TEST_F(UnitCacheTest, AHeaderThatAppearsIsSeen) {
  absent_ = {folder_ + "/first", folder_ + "/b.h"};
  put(job_, "unit");
  EXPECT_EQ(find(job_), "unit");
  write("b.h", "");
  EXPECT_EQ(find(job_), std::nullopt);
  fs::remove(folder_ + "/b.h");
  EXPECT_EQ(find(job_), "unit");
  fs::create_directory(folder_ + "/first");
  EXPECT_EQ(find(job_), std::nullopt);
}

TEST_F(UnitCacheTest, ARelativeInputIsNotTrusted) {
  inputs_.push_back("a.h");
  put(job_, "unit");
  EXPECT_EQ(find(job_), std::nullopt);
}

// It decides which headers Clang finds.
TEST_F(UnitCacheTest, TheEnvironmentCounts) {
  put(job_, "unit");
  setenv("CPATH", "/somewhere/else", 1);
  EXPECT_EQ(find(job_), std::nullopt);
  unsetenv("CPATH");
  EXPECT_EQ(find(job_), "unit");
}

} // namespace
} // namespace wt::driver
