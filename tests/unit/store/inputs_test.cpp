// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Is a unit recognised as unchanged exactly when its files are?

#include "store/inputs.h"
#include "temporary_folder.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

namespace wt::test {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kSecond = 1'000'000'000;

class Inputs : public TemporaryFolder {
protected:
  void SetUp() override {
    write(main_, "#include \"h.h\"\n");
    write(header_, "int x;\n");
  }

  // Captures the unit as if it had been read just before `later`.
  bool capture(std::vector<std::string> absent = {}) {
    InputCheck check(store_);
    std::vector<std::string> files = {main_, header_};
    auto states = check.record(files, absent, InputCheck::now() + kSecond);
    if (!states)
      return false;
    store_.put_unit(key_, main_, *states, "unit");
    return true;
  }
  // As a new run sees it.
  bool is_unchanged() {
    InputCheck check(store_);
    auto unit = find_unit(store_, key_);
    bool unchanged = unit && check.is_unchanged(*unit);
    contents_read_ = check.contents_read();
    return unchanged;
  }
  // Times of the stored states become trustworthy without waiting.
  void settle() {
    auto unit = find_unit(store_, key_);
    for (FileStateId id : unit->inputs) {
      FileState state = store_.file_state(id);
      struct stat info;
      ASSERT_EQ(stat(state.path.c_str(), &info), 0);
      state.mtime = info.st_mtim.tv_sec * kSecond + info.st_mtim.tv_nsec;
      store_.refresh(id, state);
    }
  }
  static void set_time(const std::string &file, time_t seconds) {
    timespec times[2] = {{seconds, 5}, {seconds, 5}};
    ASSERT_EQ(utimensat(AT_FDCWD, file.c_str(), times, 0), 0);
  }

  std::string main_ = path("a.c");
  std::string header_ = path("h.h");
  Digest key_ = digest_of("a.c");
  Store store_ = Store::in_memory();
  std::size_t contents_read_ = 0;
};

TEST_F(Inputs, UnchangedByTimesAlone) {
  ASSERT_TRUE(capture());
  settle();
  EXPECT_TRUE(is_unchanged());
  EXPECT_EQ(contents_read_, 0u);
}

TEST_F(Inputs, YoungFilesAreComparedByContent) {
  ASSERT_TRUE(capture());
  EXPECT_TRUE(is_unchanged());
  EXPECT_EQ(contents_read_, 2u);
}

TEST_F(Inputs, YoungFileRewrittenWithinOneTick) {
  ASSERT_TRUE(capture());
  struct stat before;
  ASSERT_EQ(stat(header_.c_str(), &before), 0);
  write(header_, "int y;\n"); // same size
  timespec times[2] = {before.st_atim, before.st_mtim};
  ASSERT_EQ(utimensat(AT_FDCWD, header_.c_str(), times, 0), 0);
  EXPECT_FALSE(is_unchanged());
}

TEST_F(Inputs, TouchedIsUnchanged) {
  ASSERT_TRUE(capture());
  settle();
  set_time(header_, 1'000'000'000);
  EXPECT_TRUE(is_unchanged());
  EXPECT_EQ(contents_read_, 1u);
}

TEST_F(Inputs, ReplacedBySameContentIsUnchanged) {
  ASSERT_TRUE(capture());
  settle();
  write(path("new"), "int x;\n");
  fs::rename(path("new"), header_);
  EXPECT_TRUE(is_unchanged());
}

TEST_F(Inputs, ChangedHeader) {
  ASSERT_TRUE(capture());
  settle();
  write(header_, "int x, y;\n");
  EXPECT_FALSE(is_unchanged());
  EXPECT_EQ(contents_read_, 0u) << "another size needs no reading";
  write(header_, "int z;\n"); // the old size
  set_time(header_, 1'000'000'000);
  EXPECT_FALSE(is_unchanged());
  write(header_, "int x;\n");
  EXPECT_TRUE(is_unchanged()) << "the old content is back";
}

TEST_F(Inputs, RemovedHeader) {
  ASSERT_TRUE(capture());
  settle();
  fs::remove(header_);
  EXPECT_FALSE(is_unchanged());
  fs::create_directory(header_);
  EXPECT_FALSE(is_unchanged());
}

TEST_F(Inputs, HeaderThatAppears) {
  ASSERT_TRUE(capture({path("first/h.h")}));
  EXPECT_TRUE(is_unchanged());
  fs::create_directory(path("first"));
  EXPECT_TRUE(is_unchanged());
  write(path("first/h.h"), "");
  EXPECT_FALSE(is_unchanged());
  fs::remove(path("first/h.h"));
  EXPECT_TRUE(is_unchanged());
  EXPECT_FALSE(capture({"h.h"})) << "not absolute";
}

TEST_F(Inputs, HeaderThatAppearsWhileTheUnitIsCaptured) {
  write(path("late.h"), "");
  ASSERT_TRUE(capture({path("late.h")}));
  EXPECT_FALSE(is_unchanged());
}

TEST_F(Inputs, ChangedSinceTheCaptureBegan) {
  InputCheck check(store_);
  std::vector<std::string> files = {main_, header_};
  std::this_thread::sleep_for(std::chrono::milliseconds(30));
  std::int64_t started = InputCheck::now();
  EXPECT_TRUE(check.record(files, {}, started));
  write(header_, "int changed;\n");
  EXPECT_FALSE(check.record(files, {}, started));
}

TEST_F(Inputs, WhatIsNoPlainFileIsNotStored) {
  InputCheck check(store_);
  std::int64_t started = InputCheck::now() + kSecond;
  mkfifo(path("pipe").c_str(), 0600);
  for (const std::string &file :
       {path("missing"), folder_, path("pipe"), std::string("<built-in>"),
        std::string("a.c")})
    EXPECT_FALSE(check.record({&file, 1}, {}, started)) << file;
}

TEST_F(Inputs, RefreshedTimesAreStored) {
  store_ = Store::open_or_memory(store());
  ASSERT_TRUE(store_.is_persistent());
  ASSERT_TRUE(capture());
  settle();
  // Long ago for both times: ctime cannot be set, so the file must age.
  set_time(header_, 1'000'000'000);
  std::this_thread::sleep_for(std::chrono::milliseconds(2100));
  EXPECT_TRUE(is_unchanged());
  EXPECT_EQ(contents_read_, 1u);
  EXPECT_TRUE(is_unchanged());
  EXPECT_EQ(contents_read_, 0u);
  store_ = Store::open_or_memory(store());
  EXPECT_TRUE(is_unchanged());
  EXPECT_EQ(contents_read_, 0u) << "also in the next process";
}

TEST_F(Inputs, EachFileIsReadOncePerRun) {
  InputCheck check(store_);
  for (int i = 0; i < 10; ++i) {
    std::string name = path(std::to_string(i) + ".c");
    write(name, std::to_string(i));
    InputCheck recorder(store_);
    std::vector<std::string> files = {name, header_};
    auto states = recorder.record(files, {}, InputCheck::now() + kSecond);
    ASSERT_TRUE(states);
    store_.put_unit(digest_of(name), name, *states, "unit");
  }
  for (int i = 0; i < 10; ++i) {
    auto unit = find_unit(store_, digest_of(path(std::to_string(i) + ".c")));
    ASSERT_TRUE(unit);
    EXPECT_TRUE(check.is_unchanged(*unit));
  }
  EXPECT_EQ(check.contents_read(), 11u);
}

TEST_F(Inputs, LargeFile) {
  write(header_, std::string(3'000'000, 'x'));
  ASSERT_TRUE(capture());
  EXPECT_TRUE(is_unchanged());
  std::string changed(3'000'000, 'x');
  changed[2'900'000] = 'y';
  write(header_, changed);
  EXPECT_FALSE(is_unchanged());
}

} // namespace
} // namespace wt::test
