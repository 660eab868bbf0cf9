// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Does the store refuse links, survive every kind of bad file and never fail
// a run?

#include "store/store.h"
#include "temporary_folder.h"

#include <random>
#include <sqlite3.h>
#include <unistd.h>

namespace wt::test {
namespace {

namespace fs = std::filesystem;

class OpenStore : public TemporaryFolder {
protected:
  // A store with twenty units in it.
  void fill() {
    Store opened = Store::open_or_memory(store());
    ASSERT_TRUE(opened.is_persistent());
    for (int i = 0; i < 20; ++i) {
      std::string name = std::to_string(i);
      std::vector<FileState> inputs = {{"/" + name, digest_of(name), 1, 2, 3}};
      opened.put_unit(digest_of(name), name, inputs, text(i));
    }
  }
  static std::string text(int i) {
    return std::string(20000, static_cast<char>('a' + i));
  }
  // Units that read back right; none may read back wrong.
  static int good_units(Store &opened) {
    int good = 0;
    for (int i = 0; i < 20; ++i)
      if (auto unit = find_unit(opened, digest_of(std::to_string(i))))
        if (auto content = opened.content(*unit)) {
          EXPECT_EQ(*content, text(i));
          ++good;
        }
    return good;
  }
  // Whatever state the files are in: it opens, and can be used.
  void expect_usable(const std::string &what) {
    SCOPED_TRACE(what);
    {
      Store opened = Store::open_or_memory(store());
      EXPECT_TRUE(opened.is_persistent());
      good_units(opened);
      opened.put_unit(digest_of("new"), "new", {}, "new");
      opened.finish_run();
      // The first write may have met the damage; the second one must hold.
      opened.put_unit(digest_of("new"), "new", {}, "new");
    }
    Store again = Store::open_or_memory(store());
    EXPECT_TRUE(again.is_persistent());
    auto unit = find_unit(again, digest_of("new"));
    ASSERT_TRUE(unit);
    EXPECT_EQ(again.content(*unit), "new");
  }
  // Only memory, one message that holds `word`, and it works.
  void expect_memory(const std::string &word) {
    EXPECT_FALSE(Store::open(store()));
    Store opened = Store::open_or_memory(store());
    EXPECT_FALSE(opened.is_persistent());
    auto messages = opened.take_messages();
    ASSERT_EQ(messages.size(), 1u);
    EXPECT_NE(messages[0].find(word), std::string::npos) << messages[0];
    opened.put_unit(digest_of("k"), "k", {}, "kept");
    EXPECT_EQ(opened.content(*find_unit(opened, digest_of("k"))), "kept");
  }
};

TEST_F(OpenStore, FolderIsALink) {
  fs::create_directory(path("elsewhere"));
  fs::create_directory_symlink(path("elsewhere"), store());
  expect_memory("symbolic link");
  EXPECT_TRUE(fs::is_empty(path("elsewhere")));
  // A slash at the end must not help.
  EXPECT_FALSE(Store::open(store() + "/"));
  EXPECT_TRUE(fs::is_empty(path("elsewhere")));
}

TEST_F(OpenStore, FilesInTheFolderAreLinks) {
  for (const char *name : {"store.sqlite", "store.sqlite-wal",
                           "store.sqlite-shm", "store.sqlite-journal", "lock"})
    for (bool exists : {false, true}) {
      SCOPED_TRACE(name);
      fs::remove_all(store());
      fs::create_directory(store());
      std::string victim = path("victim");
      fs::remove(victim);
      if (exists)
        write(victim, "precious");
      fs::create_symlink(victim, store() + "/" + name);
      expect_memory("symbolic link");
      EXPECT_EQ(fs::exists(victim), exists);
      if (exists) {
        EXPECT_EQ(read(victim), "precious");
      }
    }
}

TEST_F(OpenStore, DatabaseIsAHardLink) {
  fs::create_directory(store());
  write(path("victim"), "precious");
  fs::create_hard_link(path("victim"), database());
  expect_memory("hard links");
  EXPECT_EQ(read(path("victim")), "precious");
}

TEST_F(OpenStore, LinkAboveTheFolderIsTheUsersOwn) {
  fs::create_directory(path("real"));
  fs::create_directory_symlink(path("real"), path("link"));
  Result<Store> opened = Store::open(path("link") + "/.watertight");
  ASSERT_TRUE(opened) << opened.error().text();
  EXPECT_TRUE(fs::exists(path("real") + "/.watertight/store.sqlite"));
}

TEST_F(OpenStore, DatabaseIsAFolder) {
  fs::create_directories(database());
  expect_memory("not a file");
}

TEST_F(OpenStore, FileWhereTheFolderShouldBe) {
  write(store(), "a file");
  expect_memory("cannot open the folder");
  EXPECT_EQ(read(store()), "a file");
}

TEST_F(OpenStore, ParentDoesNotExist) {
  Store opened = Store::open_or_memory(path("no/such/folder"));
  EXPECT_FALSE(opened.is_persistent());
  EXPECT_EQ(opened.take_messages().size(), 1u);
}

TEST_F(OpenStore, FolderThatNobodyCanWrite) {
  // Not even root can make a folder there.
  Store opened = Store::open_or_memory("/proc/self/.watertight");
  EXPECT_FALSE(opened.is_persistent());
  EXPECT_EQ(opened.take_messages().size(), 1u);
}

// Root may write everywhere.  While this lives, it is nobody, who owns these.
class Nobody {
public:
  explicit Nobody(std::initializer_list<std::string> owned) {
    constexpr uid_t kNobody = 65534;
    if (geteuid() != 0)
      return;
    for (const std::string &folder : owned)
      EXPECT_EQ(chown(folder.c_str(), kNobody, kNobody), 0);
    is_nobody_ = setegid(kNobody) == 0 && seteuid(kNobody) == 0;
    EXPECT_TRUE(is_nobody_);
  }
  ~Nobody() {
    if (is_nobody_)
      EXPECT_TRUE(seteuid(0) == 0 && setegid(0) == 0);
  }

private:
  bool is_nobody_ = false;
};

TEST_F(OpenStore, ReadOnlyFolder) {
  fs::create_directory(store());
  fs::permissions(store(), fs::perms::owner_read | fs::perms::owner_exec);
  {
    Nobody nobody({folder_, store()});
    expect_memory("cannot write");
  }
  fs::permissions(store(), fs::perms::owner_all);
}

TEST_F(OpenStore, ReopenKeepsEverythingSilently) {
  fill();
  Store opened = Store::open_or_memory(store());
  EXPECT_EQ(good_units(opened), 20);
  EXPECT_TRUE(opened.take_messages().empty());
}

TEST_F(OpenStore, TruncatedAnywhere) {
  fill();
  std::string whole = read(database());
  ASSERT_GT(whole.size(), 100000u);
  std::vector<std::size_t> lengths = {0, 1, 15, 16, 99, 100, 511, 512, 4096};
  for (std::size_t n = 8192; n < whole.size(); n += 8192)
    for (std::size_t length : {n - 1, n, n + 1})
      lengths.push_back(length);
  for (std::size_t length : lengths) {
    write(database(), whole.substr(0, length));
    expect_usable("length " + std::to_string(length));
  }
}

TEST_F(OpenStore, TruncatedDatabaseIsMentioned) {
  fill();
  std::string whole = read(database());
  write(database(), whole.substr(0, whole.size() / 2));
  Store opened = Store::open_or_memory(store());
  EXPECT_TRUE(opened.is_persistent());
  auto messages = opened.take_messages();
  ASSERT_EQ(messages.size(), 1u);
  EXPECT_NE(messages[0].find("damaged"), std::string::npos) << messages[0];
}

TEST_F(OpenStore, GarbageBytes) {
  fill();
  std::string whole = read(database());
  std::mt19937 random(11);
  for (int round = 0; round < 60; ++round) {
    std::string bad = whole;
    std::size_t start = random() % bad.size();
    std::size_t count = 1 + random() % (round % 2 ? 20000 : 20);
    for (std::size_t i = start; i < std::min(bad.size(), start + count); ++i)
      bad[i] = static_cast<char>(random());
    write(database(), bad);
    expect_usable("round " + std::to_string(round));
  }
}

TEST_F(OpenStore, GarbageLog) {
  fill();
  std::mt19937 random(12);
  for (std::size_t size : {1u, 32u, 100u, 5000u, 100000u}) {
    std::string bad;
    while (bad.size() < size)
      bad += static_cast<char>(random());
    write(database() + "-wal", bad);
    write(database() + "-shm", bad);
    Store opened = Store::open_or_memory(store());
    EXPECT_TRUE(opened.is_persistent());
    EXPECT_EQ(good_units(opened), 20) << size;
  }
}

TEST_F(OpenStore, NotADatabase) {
  fs::create_directory(store());
  write(database(), "This is my diary.\n" + std::string(5000, '.'));
  expect_usable("diary");
}

TEST_F(OpenStore, OtherSchemas) {
  const char *changes[] = {
      "PRAGMA user_version = 99",
      "PRAGMA application_id = 1",
      "DROP TABLE units",
      "CREATE TABLE more(x)",
      "CREATE TRIGGER t AFTER INSERT ON units BEGIN DELETE FROM files; END",
      "CREATE VIEW v AS SELECT 1",
      "ALTER TABLE units ADD COLUMN x",
  };
  for (const char *change : changes) {
    SCOPED_TRACE(change);
    fs::remove_all(store());
    fill();
    sqlite3 *raw = nullptr;
    ASSERT_EQ(sqlite3_open(database().c_str(), &raw), SQLITE_OK);
    ASSERT_EQ(sqlite3_exec(raw, change, nullptr, nullptr, nullptr), SQLITE_OK);
    sqlite3_close(raw);
    Store opened = Store::open_or_memory(store());
    EXPECT_TRUE(opened.is_persistent());
    EXPECT_EQ(opened.take_messages().size(), 1u);
    EXPECT_EQ(good_units(opened), 0);
  }
}

} // namespace
} // namespace wt::test
