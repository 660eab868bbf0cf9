// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Is only what we wrote believed?

#include "store/user_key.h"

#include "store/store.h"
#include "temporary_folder.h"

#include <sqlite3.h>
#include <sys/stat.h>

#include <map>

namespace wt::test {
namespace {

namespace fs = std::filesystem;

std::string hex(const std::string &bytes) {
  std::string out;
  for (unsigned char byte : bytes)
    for (int half : {byte >> 4, byte & 15})
      out += "0123456789abcdef"[half];
  return out;
}

TEST(KeyedDigest, IsSipHash) {
  // The vectors of the authors: key 00 01 .. 0f, message 00 01 ..
  StoreKey key{0x0706050403020100, 0x0f0e0d0c0b0a0908};
  EXPECT_EQ(hex(KeyedDigest(key).finish()), "a3817f04ba25a8e66df67214c7550293");
  std::string message;
  for (char c = 0; c < 15; ++c)
    message += c;
  for (std::size_t cut = 0; cut <= message.size(); ++cut)
    EXPECT_EQ(hex(KeyedDigest(key)
                      .add_raw(message.substr(0, cut))
                      .add_raw(message.substr(cut))
                      .finish()),
              "5493e99933b0a8117e08ec0f97cfc3d9");
}

TEST(KeyedDigest, FieldsDiffer) {
  auto of = [](std::string_view a, std::string_view b, StoreKey key = {}) {
    return KeyedDigest(key).add(a).add(b).finish();
  };
  EXPECT_EQ(of("ab", "c"), of("ab", "c"));
  EXPECT_NE(of("ab", "c"), of("a", "bc"));
  EXPECT_NE(of("ab", "c"), of("ab", "c", {1, 0}));
}

class UserKey : public TemporaryFolder {
protected:
  Result<StoreKey> get() {
    return user_key([&](const char *name) {
      auto found = variables_.find(name);
      return found == variables_.end() ? nullptr : found->second.c_str();
    });
  }
  std::string mark() {
    Result<StoreKey> key = get();
    return key ? KeyedDigest(*key).add("x").finish() : key.error().text();
  }
  std::map<std::string, std::string> variables_{{"HOME", folder_}};
};

TEST_F(UserKey, IsMadeOnFirstUse) {
  std::string first = mark(), file = path(".config/watertight/store.key");
  EXPECT_EQ(first.size(), 16u);
  struct stat info;
  ASSERT_EQ(stat(file.c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0600u);
  EXPECT_EQ(mark(), first);
  EXPECT_EQ(std::distance(fs::directory_iterator(fs::path(file).parent_path()),
                          fs::directory_iterator()),
            1);
  fs::remove(file);
  EXPECT_NE(mark(), first);
  variables_["XDG_CONFIG_HOME"] = path("xdg");
  EXPECT_EQ(mark().size(), 16u);
  EXPECT_TRUE(fs::exists(path("xdg/watertight/store.key")));
}

TEST_F(UserKey, OfTheEnvironment) {
  variables_["WATERTIGHT_STORE_KEY"] = "correct horse battery";
  std::string first = mark();
  EXPECT_EQ(first.size(), 16u);
  EXPECT_FALSE(fs::exists(path(".config")));
  variables_.erase("WATERTIGHT_STORE_KEY");
  write(path("key"), "correct horse battery\n");
  variables_["WATERTIGHT_STORE_KEY_FILE"] = path("key");
  EXPECT_EQ(mark(), first);
  variables_["WATERTIGHT_STORE_KEY_FILE"] = path("none");
  EXPECT_FALSE(get());
  variables_["WATERTIGHT_STORE_KEY"] = "short";
  EXPECT_NE(mark().find("16 characters"), std::string::npos);
}

TEST_F(UserKey, OthersMustNotReadIt) {
  mark();
  fs::permissions(path(".config/watertight/store.key"), fs::perms(0644));
  EXPECT_NE(mark().find("chmod 600"), std::string::npos);
  write(path("file"), "");
  variables_["HOME"] = path("file");
  EXPECT_NE(mark().find("cannot keep the key"), std::string::npos);
}

class MarkedStore : public TemporaryFolder {
protected:
  Store open(StoreKey key = {1, 2}) {
    return Store::open_or_memory(store(), key);
  }
  static FileState file(const std::string &name) {
    return {name, digest_of(name), 5, 100, 7};
  }
  void fill() {
    Store store = open();
    std::vector<FileState> a = {file("/a.c"), file("/a.h")};
    std::vector<FileState> b = {file("/b.c")};
    store.put_unit(digest_of("a"), "/a.c", a, "unit a");
    store.put_unit(digest_of("b"), "/b.c", b, "unit b");
    std::vector<Store::Entry> entries = {{digest_of("e"), "entry"},
                                         {digest_of("f"), "other"}};
    store.put(EntrySpace::kFinding, entries);
  }
  void change(const char *sql) {
    sqlite3 *raw = nullptr;
    ASSERT_EQ(sqlite3_open(database().c_str(), &raw), SQLITE_OK);
    EXPECT_EQ(sqlite3_exec(raw, sql, nullptr, nullptr, nullptr), SQLITE_OK);
    sqlite3_close(raw);
  }
  // Which of the four are there.
  std::string known() {
    Store store = open();
    std::string out;
    for (const char *name : {"a", "b"})
      if (auto unit = find_unit(store, digest_of(name)))
        out += store.content(*unit).value_or("");
    for (const char *name : {"e", "f"})
      out += store.get(EntrySpace::kFinding, digest_of(name)).value_or("");
    return out;
  }
};

TEST_F(MarkedStore, OfAStrangerIsIgnored) {
  fill();
  std::string before = read(database());
  Store other = open({3, 4});
  EXPECT_FALSE(other.is_persistent());
  auto messages = other.take_messages();
  ASSERT_EQ(messages.size(), 1u);
  EXPECT_NE(messages[0].find("another key"), std::string::npos);
  EXPECT_TRUE(other.find_units(digest_of("a")).empty());
  EXPECT_EQ(known(), "unit aunit bentryother"); // and left as it is
  ASSERT_TRUE(Store::clear(store()));
  EXPECT_TRUE(open({3, 4}).is_persistent());
}

TEST_F(MarkedStore, ItsOwnerCannotBeForged) {
  fill();
  change("DELETE FROM meta WHERE name = 'owner'");
  EXPECT_FALSE(open().is_persistent());
}

TEST_F(MarkedStore, WhatWasChangedIsNotBelieved) {
  const std::pair<const char *, const char *> kChanges[] = {
      {"UPDATE contents SET bytes = (SELECT max(bytes) FROM contents)",
       "unit bentryother"},
      {"UPDATE units SET digest = (SELECT max(digest) FROM units), "
       "content = (SELECT max(content) FROM units)",
       ""},
      {"UPDATE units SET inputs = (SELECT min(inputs) FROM units)", ""},
      {"UPDATE files SET digest = x'00112233445566778899aabbccddeeff' "
       "WHERE path = '/a.h'",
       "unit bentryother"},
      {"UPDATE files SET mtime = 1 WHERE path = '/a.h'", "unit bentryother"},
      {"UPDATE files SET inode = 1 WHERE path = '/b.c'", "unit aentryother"},
      {"UPDATE entries SET value = 'forged'", "unit aunit b"},
      {"UPDATE entries SET value = (SELECT max(value) FROM entries), "
       "mark = (SELECT mark FROM entries ORDER BY value DESC)",
       "unit aunit bother"},
      {"UPDATE units SET mark = x'00'", "entryother"},
  };
  for (const auto &[sql, left] : kChanges) {
    SCOPED_TRACE(sql);
    fs::remove_all(store());
    fill();
    EXPECT_EQ(known(), "unit aunit bentryother");
    change(sql);
    std::string found = known();
    EXPECT_EQ(found.find("forged"), std::string::npos);
    if (*left)
      EXPECT_EQ(found, left);
    else
      EXPECT_NE(found, "unit aunit bentryother");
    fill(); // is good again
    EXPECT_EQ(known(), "unit aunit bentryother");
  }
}

TEST_F(MarkedStore, VariantsOfAUnit) {
  Store store = open();
  Digest key = digest_of("k");
  auto put = [&](const std::string &version) {
    std::vector<FileState> inputs = {file("/a.c"), file(version)};
    store.put_unit(key, "/a.c", inputs, version);
  };
  put("/1");
  put("/2");
  put("/1");
  ASSERT_EQ(store.find_units(key).size(), 2u);
  EXPECT_EQ(store.content(store.find_units(key)[0]), "/1");
  for (int version = 3; version < 20; ++version)
    put("/" + std::to_string(version));
  EXPECT_EQ(store.find_units(key).size(), 8u);
  EXPECT_EQ(store.content(store.find_units(key)[0]), "/19");
}

TEST_F(MarkedStore, WhatThereIs) {
  fill();
  Store store = open();
  EXPECT_EQ(store.runs(), 1);
  std::vector<StoreShare> shares = store.shares();
  ASSERT_EQ(shares.size(), 2u);
  EXPECT_EQ(shares[0].kind, "units");
  EXPECT_EQ(shares[0].count, 2);
  EXPECT_EQ(shares[0].bytes, 12);
  EXPECT_GT(shares[0].oldest, 0);
  EXPECT_EQ(shares[1].kind, "results");
  EXPECT_EQ(shares[1].count, 2);
  store.shrink({.unused_runs = 50, .bytes = 1 << 20});
  EXPECT_EQ(store.shares().size(), 2u);
  store.shrink({.unused_runs = 50, .bytes = 10});
  EXPECT_TRUE(store.shares().empty());
}

} // namespace
} // namespace wt::test
