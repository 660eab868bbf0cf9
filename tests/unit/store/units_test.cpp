// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Do units, entries and the build come back as they were put?

#include "store/store.h"
#include "temporary_folder.h"

#include <sqlite3.h>
#include <sys/stat.h>
#include <thread>

namespace wt::test {
namespace {

FileState file(const std::string &path, const std::string &content) {
  return {path, digest_of(content), static_cast<std::int64_t>(content.size()),
          1000, 42};
}

class StoreContent : public TemporaryFolder {
protected:
  Store open() {
    Result<Store> opened = Store::open(store());
    EXPECT_TRUE(opened) << opened.error().text();
    EXPECT_TRUE(opened->is_persistent());
    return std::move(*opened);
  }
  std::string content(Store &store, const Digest &key) {
    auto unit = find_unit(store, key);
    return unit ? store.content(*unit).value_or("damaged") : "none";
  }
};

TEST_F(StoreContent, UnitsSurvive) {
  Digest key = digest_of("key");
  std::string big(3 << 20, 'x');
  big += std::string("\0binary\xff", 8);
  {
    Store store = open();
    EXPECT_EQ(content(store, key), "none");
    std::vector<FileState> inputs = {file("/a.c", "A"), file("/a.h", "H")};
    store.put_unit(key, "/a.c", inputs, big);
    EXPECT_EQ(content(store, key), big);
  }
  Store store = open();
  auto unit = find_unit(store, key);
  ASSERT_TRUE(unit);
  ASSERT_EQ(unit->inputs.size(), 2u);
  EXPECT_EQ(store.file_state(unit->inputs[0]), file("/a.c", "A"));
  EXPECT_EQ(store.file_state(unit->inputs[1]), file("/a.h", "H"));
  EXPECT_EQ(store.content(*unit), big);
  EXPECT_TRUE(store.take_messages().empty());
}

TEST_F(StoreContent, MemoryWorksTheSame) {
  Store store = Store::in_memory();
  EXPECT_FALSE(store.is_persistent());
  std::vector<FileState> inputs = {file("/a.c", "A")};
  store.put_unit(digest_of("k"), "/a.c", inputs, "bytes");
  EXPECT_EQ(content(store, digest_of("k")), "bytes");
  store.finish_run();
  EXPECT_EQ(content(store, digest_of("k")), "bytes");
  EXPECT_TRUE(store.take_messages().empty());
}

TEST_F(StoreContent, AUnitFromOtherInputsIsAnother) {
  Store store = open();
  Digest key = digest_of("key");
  std::vector<FileState> old = {file("/a.c", "A"), file("/a.h", "H")};
  std::vector<FileState> now = {file("/a.c", "A2")};
  store.put_unit(key, "/a.c", old, "old");
  auto before = find_unit(store, key);
  store.put_unit(key, "/a.c", now, "new");
  EXPECT_EQ(content(store, key), "new");
  EXPECT_EQ(find_unit(store, key)->inputs.size(), 1u);
  EXPECT_EQ(store.content(*before), "old");
  // From the same: it is replaced.  What was found before is gone, not
  // something else.
  store.put_unit(key, "/a.c", old, "anew");
  EXPECT_FALSE(store.content(*before));
  EXPECT_EQ(store.find_units(key).size(), 2u);
}

TEST_F(StoreContent, SharedHeadersAreOneRow) {
  Store store = open();
  std::vector<FileState> a = {file("/a.c", "A"), file("/h.h", "H")};
  std::vector<FileState> b = {file("/b.c", "B"), file("/h.h", "H")};
  store.put_unit(digest_of("a"), "/a.c", a, "a");
  store.put_unit(digest_of("b"), "/b.c", b, "b");
  EXPECT_EQ(find_unit(store, digest_of("a"))->inputs[1],
            find_unit(store, digest_of("b"))->inputs[1]);
}

TEST_F(StoreContent, AFileOfSeveralStatesInOneRun) {
  Store store = open();
  std::vector<FileState> absent = {{"/h.h", {}, -1, 0, 0}};
  std::vector<FileState> old = {file("/h.h", "old")};
  std::vector<FileState> now = {file("/h.h", "new")};
  store.put_unit(digest_of("a"), "/a.c", absent, "a");
  store.put_unit(digest_of("b"), "/b.c", old, "b");
  store.put_unit(digest_of("c"), "/c.c", now, "c");
  store.put_unit(digest_of("d"), "/d.c", old, "d");
  auto state_of = [&](const char *unit) {
    return store.file_state(find_unit(store, digest_of(unit))->inputs[0]);
  };
  EXPECT_EQ(state_of("a"), absent[0]);
  EXPECT_EQ(state_of("b"), old[0]);
  EXPECT_EQ(state_of("c"), now[0]);
  EXPECT_EQ(state_of("d"), old[0]);
}

// Nobody refers to the state of /h.h when the run ends, so it is dropped.
TEST_F(StoreContent, AStateThatWasDroppedIsPutAgain) {
  Store store = open();
  std::vector<FileState> inputs = {file("/h.h", "H")};
  store.put_unit(digest_of("a"), "/a.c", inputs, "a");
  store.put_unit(digest_of("a"), "/a.c", {}, "a");
  store.finish_run();
  store.put_unit(digest_of("b"), "/b.c", inputs, "b");
  ASSERT_TRUE(find_unit(store, digest_of("b")));
  EXPECT_EQ(find_unit(store, digest_of("b"))->inputs.size(), 1u);
}

TEST_F(StoreContent, ChangedBytesAreNotGivenOut) {
  {
    Store store = open();
    store.put_unit(digest_of("a"), "/a.c", {}, "unit content");
    std::vector<Store::Entry> entries = {{digest_of("e"), "entry value"}};
    store.put(EntrySpace::kVerdict, entries);
  }
  sqlite3 *raw = nullptr;
  ASSERT_EQ(sqlite3_open(database().c_str(), &raw), SQLITE_OK);
  EXPECT_EQ(sqlite3_exec(raw,
                         "UPDATE contents SET bytes = x'00';"
                         "UPDATE entries SET value = x'00'",
                         nullptr, nullptr, nullptr),
            SQLITE_OK);
  sqlite3_close(raw);
  Store store = open();
  EXPECT_EQ(content(store, digest_of("a")), "damaged");
  EXPECT_FALSE(store.get(EntrySpace::kVerdict, digest_of("e")));
}

TEST_F(StoreContent, EntriesBySpaceAndKey) {
  {
    Store store = open();
    std::vector<Store::Entry> entries = {{digest_of("1"), "one"},
                                         {digest_of("2"), ""}};
    store.put(EntrySpace::kVerdict, entries);
    std::vector<Store::Entry> other = {{digest_of("1"), "summary"}};
    store.put(EntrySpace::kSummary, other);
  }
  Store store = open();
  EXPECT_EQ(store.get(EntrySpace::kVerdict, digest_of("1")), "one");
  EXPECT_EQ(store.get(EntrySpace::kVerdict, digest_of("2")), "");
  EXPECT_EQ(store.get(EntrySpace::kSummary, digest_of("1")), "summary");
  EXPECT_FALSE(store.get(EntrySpace::kFinding, digest_of("1")));
  std::vector<Store::Entry> again = {{digest_of("1"), "changed"}};
  store.put(EntrySpace::kVerdict, again);
  EXPECT_EQ(store.get(EntrySpace::kVerdict, digest_of("1")), "changed");
}

TEST_F(StoreContent, BuildInOrder) {
  std::vector<BuildCommand> commands = {
      {"/d", "/d/b.c", {"cc", "-c", "b.c", "", "-DX=\"a b\""}},
      {"/d", "/d/a.c", {}},
  };
  {
    open().put_build(commands);
  }
  Store store = open();
  EXPECT_EQ(store.build(), commands);
  store.put_build({});
  EXPECT_TRUE(store.build().empty());
}

TEST_F(StoreContent, ManyThreads) {
  Store store = open();
  std::vector<std::jthread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i < 50; ++i) {
        std::string name = std::to_string(t * 100 + i);
        std::vector<FileState> inputs = {file("/" + name, name),
                                         file("/h.h", "H")};
        store.put_unit(digest_of(name), name, inputs, name);
        EXPECT_EQ(content(store, digest_of(name)), name);
      }
    });
  threads.clear();
  EXPECT_EQ(content(store, digest_of("317")), "317");
  EXPECT_TRUE(store.take_messages().empty());
}

TEST_F(StoreContent, FolderIsPrivate) {
  open();
  struct stat info;
  ASSERT_EQ(stat(store().c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0700u);
}

} // namespace
} // namespace wt::test
