// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two processes, kill -9 and a full disk: each really happens here, in forked
// children.

#include "store/store.h"
#include "temporary_folder.h"

#include <csignal>
#include <functional>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace wt::test {
namespace {

class Trouble : public TemporaryFolder {
protected:
  static pid_t start(const std::function<int()> &body) {
    pid_t child = fork();
    if (child == 0)
      _exit(body());
    return child;
  }
  static int wait_for(pid_t child) {
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
  static std::string text(int i) {
    return std::string(3000 + i * 97 % 30000, static_cast<char>('a' + i % 26));
  }
  static Digest key(int i) { return digest_of(std::to_string(i)); }
  static void put(Store &store, int i) {
    std::vector<FileState> inputs = {
        {"/f" + std::to_string(i), key(i), i, i + 1, 1},
        {"/shared.h", digest_of("shared"), 1, 1, 1}};
    store.put_unit(key(i), std::to_string(i), inputs, text(i));
  }
  // 1: there and right, 0: not there; anything else fails the test.
  static int has(Store &store, int i) {
    auto unit = find_unit(store, key(i));
    if (!unit)
      return 0;
    EXPECT_EQ(unit->inputs.size(), 2u);
    EXPECT_EQ(store.file_state(unit->inputs[0]).path, "/f" + std::to_string(i));
    EXPECT_EQ(store.content(*unit), text(i));
    return 1;
  }
};

TEST_F(Trouble, ProcessesWriteAtOnce) {
  constexpr int kProcesses = 4, kUnits = 60;
  std::vector<pid_t> children;
  for (int p = 0; p < kProcesses; ++p)
    children.push_back(start([&, p] {
      Store store = Store::open_or_memory(this->store());
      for (int i = 0; i < kUnits; ++i) {
        put(store, p * kUnits + i);
        put(store, 10000 + i); // the same ones in all processes
      }
      store.finish_run();
      return store.is_persistent() && store.take_messages().empty() ? 0 : 1;
    }));
  for (pid_t child : children)
    EXPECT_EQ(wait_for(child), 0);
  Store store = Store::open_or_memory(this->store());
  for (int i = 0; i < kProcesses * kUnits; ++i)
    EXPECT_EQ(has(store, i), 1) << i;
  for (int i = 0; i < kUnits; ++i)
    EXPECT_EQ(has(store, 10000 + i), 1);
  EXPECT_TRUE(store.take_messages().empty());
}

TEST_F(Trouble, ProcessesOpenADamagedStoreAtOnce) {
  for (int round = 0; round < 5; ++round) {
    std::filesystem::create_directories(store());
    write(database(), "not a database" + std::string(9000, 'x'));
    std::vector<pid_t> children;
    for (int p = 0; p < 4; ++p)
      children.push_back(start([&, p] {
        Store store = Store::open_or_memory(this->store());
        for (int i = 0; i < 10; ++i)
          put(store, p * 10 + i);
        return store.is_persistent() ? 0 : 1;
      }));
    for (pid_t child : children)
      EXPECT_EQ(wait_for(child), 0);
    Store store = Store::open_or_memory(this->store());
    for (int i = 0; i < 40; ++i)
      EXPECT_EQ(has(store, i), 1);
  }
}

TEST_F(Trouble, KilledAtAnyTime) {
  int kept = 0;
  for (int round = 0; round < 40; ++round) {
    int done[2];
    ASSERT_EQ(pipe(done), 0);
    pid_t child = start([&] {
      Store store = Store::open_or_memory(this->store());
      for (int i = 0;; ++i) {
        put(store, round * 1000 + i % 1000);
        if (::write(done[1], &i, sizeof i) != sizeof i)
          return 1;
        if (i % 50 == 49)
          store.finish_run({.unused_runs = 50, .bytes = 1 << 20});
      }
      return 0;
    });
    close(done[1]);
    // At least one unit is written, then death comes at some moment.
    int last = -1, got = 0;
    ASSERT_EQ(::read(done[0], &got, sizeof got), (ssize_t)sizeof got);
    last = got;
    usleep(round * 700);
    kill(child, SIGKILL);
    wait_for(child);
    while (::read(done[0], &got, sizeof got) == (ssize_t)sizeof got)
      last = got;
    close(done[0]);
    Result<Store> opened = Store::open(store());
    ASSERT_TRUE(opened) << opened.error().text();
    EXPECT_TRUE(opened->take_messages().empty()) << "round " << round;
    // The last one that was reported as written is there.
    EXPECT_EQ(has(*opened, round * 1000 + last % 1000), 1);
    for (int i = 0; i < 20; ++i)
      kept += has(*opened, round * 1000 + i);
  }
  EXPECT_GT(kept, 40);
}

// Files of this process cannot grow beyond `bytes`, as on a full disk.
void limit_files(rlim_t bytes) {
  signal(SIGXFSZ, SIG_IGN);
  rlimit limit{bytes, bytes};
  setrlimit(RLIMIT_FSIZE, &limit);
}

TEST_F(Trouble, DiskFullWhileWriting) {
  pid_t child = start([&] {
    Store store = Store::open_or_memory(this->store());
    put(store, 0);
    limit_files(400000);
    for (int i = 1; i < 200; ++i)
      put(store, i);
    store.finish_run();
    std::vector<std::string> messages = store.take_messages();
    if (messages.size() != 1 ||
        messages[0].find("not stored") == std::string::npos)
      return 1;
    return has(store, 0) == 1 ? 0 : 2; // what is there can still be read
  });
  EXPECT_EQ(wait_for(child), 0);
  Store store = Store::open_or_memory(this->store());
  EXPECT_TRUE(store.is_persistent());
  EXPECT_TRUE(store.take_messages().empty());
  EXPECT_EQ(has(store, 0), 1);
}

TEST_F(Trouble, DiskFullFromTheStart) {
  for (rlim_t bytes : {0, 1000, 20000, 40000}) {
    pid_t child = start([&] {
      limit_files(bytes);
      Store store = Store::open_or_memory(this->store());
      for (int i = 0; i < 20; ++i)
        put(store, i);
      store.finish_run();
      if (!store.is_persistent() && has(store, 3) != 1)
        return 2; // in memory it works
      return store.take_messages().size() == 1 ? 0 : 1;
    });
    EXPECT_EQ(wait_for(child), 0) << bytes;
  }
}

TEST_F(Trouble, RealFullDisk) {
  std::filesystem::create_directory(path("disk"));
  if (mount("none", path("disk").c_str(), "tmpfs", 0, "size=600k") != 0)
    GTEST_SKIP() << "cannot mount a small disk here";
  {
    Store store = Store::open_or_memory(path("disk") + "/.watertight");
    EXPECT_TRUE(store.is_persistent());
    for (int i = 0; i < 100; ++i)
      put(store, i);
    EXPECT_EQ(store.take_messages().size(), 1u);
    EXPECT_EQ(has(store, 0), 1);
  }
  {
    Store store = Store::open_or_memory(path("disk") + "/.watertight");
    has(store, 0);
  }
  EXPECT_EQ(umount(path("disk").c_str()), 0);
}

TEST_F(Trouble, FilesVanishDuringTheRun) {
  Store store = Store::open_or_memory(this->store());
  put(store, 1);
  std::filesystem::remove_all(this->store());
  for (int i = 0; i < 30; ++i)
    put(store, i);
  store.finish_run(); // whatever it says, it goes on
  Store again = Store::open_or_memory(this->store());
  EXPECT_TRUE(again.is_persistent());
}

} // namespace
} // namespace wt::test
