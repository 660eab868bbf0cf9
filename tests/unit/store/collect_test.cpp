// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Is what nobody uses dropped, and what is used kept?

#include "store/store.h"
#include "temporary_folder.h"

#include <sqlite3.h>

namespace wt::test {
namespace {

class Collect : public TemporaryFolder {
protected:
  static void put(Store &store, const std::string &name,
                  std::size_t size = 1000) {
    std::vector<FileState> inputs = {
        {"/" + name, digest_of(name), 1, 1, 1},
        {"/shared.h", digest_of("shared"), 1, 1, 1}};
    store.put_unit(digest_of(name), name, inputs, std::string(size, 'x'));
    std::vector<Store::Entry> entries = {{digest_of(name), name}};
    store.put(EntrySpace::kVerdict, entries);
  }
  static bool use(Store &store, const std::string &name) {
    auto unit = find_unit(store, digest_of(name));
    if (unit)
      store.mark_used(*unit);
    auto entry = store.get(EntrySpace::kVerdict, digest_of(name));
    EXPECT_EQ(unit.has_value(), entry.has_value());
    return unit.has_value();
  }
  // A run that captures one unit anew and uses another.
  void run(int number, const StoreLimits &limits) {
    Store store = Store::open_or_memory(this->store());
    put(store, "run" + std::to_string(number));
    use(store, "used");
    store.finish_run(limits);
    EXPECT_TRUE(store.take_messages().empty());
  }
  int count(const char *sql) {
    sqlite3 *raw = nullptr;
    sqlite3_open(database().c_str(), &raw);
    int found = -1;
    sqlite3_exec(
        raw, sql,
        [](void *out, int, char **values, char **) {
          *static_cast<int *>(out) = std::stoi(values[0]);
          return 0;
        },
        &found, nullptr);
    sqlite3_close(raw);
    return found;
  }
};

TEST_F(Collect, UnusedForManyRuns) {
  {
    Store store = Store::open_or_memory(this->store());
    put(store, "used");
    put(store, "unused");
    store.finish_run();
  }
  StoreLimits limits{.unused_runs = 10};
  for (int i = 0; i < 40; ++i)
    run(i, limits);
  Store store = Store::open_or_memory(this->store());
  EXPECT_TRUE(use(store, "used"));
  EXPECT_FALSE(use(store, "unused"));
  EXPECT_FALSE(use(store, "run5"));
  EXPECT_TRUE(use(store, "run39"));
  EXPECT_TRUE(use(store, "run30"));
  // Nothing is left of the dropped ones.
  int units = count("SELECT count(*) FROM units");
  EXPECT_LE(units, 20);
  EXPECT_EQ(count("SELECT count(*) FROM contents"), units);
  EXPECT_EQ(count("SELECT count(*) FROM files"), units + 1);
}

TEST_F(Collect, OldestGoWhenThereIsTooMuch) {
  for (int i = 0; i < 10; ++i) {
    Store store = Store::open_or_memory(this->store());
    put(store, std::to_string(i), 100000);
    store.finish_run({.unused_runs = 50, .bytes = 350000});
  }
  Store store = Store::open_or_memory(this->store());
  for (int i = 0; i < 10; ++i)
    EXPECT_EQ(use(store, std::to_string(i)), i >= 7) << i;
}

TEST_F(Collect, ThisRunIsKeptWhateverItsSize) {
  Store store = Store::open_or_memory(this->store());
  put(store, "a", 100000);
  put(store, "b", 100000);
  store.finish_run({.unused_runs = 50, .bytes = 1000});
  EXPECT_TRUE(use(store, "a"));
  EXPECT_TRUE(use(store, "b"));
}

TEST_F(Collect, SizeStaysBounded) {
  for (int i = 0; i < 60; ++i) {
    Store store = Store::open_or_memory(this->store());
    for (int k = 0; k < 5; ++k)
      put(store, std::to_string(i * 10 + k), 50000);
    store.finish_run({.unused_runs = 5, .bytes = 1 << 30});
  }
  // At most 5 + 8 runs of 250 kB and some slack.
  EXPECT_LT(std::filesystem::file_size(database()), 6u << 20);
}

TEST_F(Collect, UnchangedRunWritesNothing) {
  {
    Store store = Store::open_or_memory(this->store());
    for (int i = 0; i < 50; ++i)
      put(store, std::to_string(i), 20000);
    store.finish_run();
  }
  std::string before = read(database());
  {
    Store store = Store::open_or_memory(this->store());
    for (int i = 0; i < 50; ++i)
      EXPECT_TRUE(use(store, std::to_string(i)));
    store.finish_run();
  }
  std::string after = read(database());
  EXPECT_TRUE(before == after);
}

} // namespace
} // namespace wt::test
