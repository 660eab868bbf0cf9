// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Are tasks run once each, after everything below them, and with the same
// results for every number of threads?

#include "program/schedule.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <random>
#include <sys/resource.h>
#include <thread>
#include <unistd.h>

namespace wt {
namespace {

// Component i calls some of the components below it.
SccGraph random_graph(std::uint32_t size, unsigned seed) {
  std::mt19937 random(seed);
  SccGraph graph;
  for (std::uint32_t i = 0; i < size; ++i) {
    std::vector<SccId> below;
    for (std::uint32_t n = random() % 4; n > 0 && i > 0; --n)
      below.push_back(SccId(random() % i));
    std::sort(below.begin(), below.end());
    below.erase(std::unique(below.begin(), below.end()), below.end());
    for (SccId callee : below)
      graph.callees.add(callee);
    graph.callees.end_node();
  }
  graph.callers = graph.callees.reversed(size);
  return graph;
}

TEST(Schedule, CalleesAreDoneBeforeCallers) {
  SccGraph graph = random_graph(3000, 3);
  for (unsigned threads : {1u, 2u, 4u, 16u}) {
    // Plain values: the scheduler must make them visible between threads.
    std::vector<int> runs(graph.size(), 0);
    std::atomic<int> too_early = 0;
    ScheduleResult result =
        run_bottom_up(graph, {.threads = threads}, [&](SccId scc) {
          for (SccId callee : graph.callees[scc])
            if (runs[callee.value] != 1)
              ++too_early;
          ++runs[scc.value];
        });
    EXPECT_TRUE(result.is_complete);
    EXPECT_EQ(too_early, 0);
    EXPECT_EQ(std::count(runs.begin(), runs.end(), 1),
              static_cast<std::ptrdiff_t>(graph.size()));
  }
}

TEST(Schedule, ResultsDoNotDependOnThreads) {
  SccGraph graph = random_graph(2000, 4);
  auto compute = [&](unsigned threads) {
    std::vector<std::uint64_t> value(graph.size());
    run_bottom_up(graph, {.threads = threads}, [&](SccId scc) {
      std::uint64_t sum = scc.value;
      for (SccId callee : graph.callees[scc])
        sum = sum * 31 + value[callee.value];
      value[scc.value] = sum;
    });
    return value;
  };
  auto expected = compute(1);
  for (unsigned threads : {2u, 3u, 8u})
    EXPECT_EQ(compute(threads), expected);
}

// 98 alone, and a chain of two with more work than any of them.
TEST(Schedule, TheLongestChainIsBegunFirst) {
  constexpr std::uint32_t kSize = 100, kHead = 70;
  SccGraph graph;
  for (std::uint32_t i = 0; i < kSize; ++i) {
    if (i + 1 == kSize)
      graph.callees.add(SccId(kHead));
    graph.callees.end_node();
  }
  graph.callers = graph.callees.reversed(kSize);
  std::vector<std::uint64_t> work(kSize, 2);
  work.back() = 10;
  std::atomic<bool> has_begun = false;
  std::atomic<int> before = 0;
  auto task = [&](SccId scc) {
    if (scc.value == kHead)
      has_begun = true;
    // The thread that took it may be slow to begin.
    for (int i = 0; i < 100'000 && !has_begun; ++i)
      std::this_thread::yield();
    before += !has_begun;
  };
  run_bottom_up(graph, {.threads = 2}, task, work);
  EXPECT_EQ(before, 0);
}

// With too little memory for their stacks there are fewer threads, and the work
// is done all the same.
TEST(Schedule, FewerThreadsThanWanted) {
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
  GTEST_SKIP() << "its shadow needs all address space";
#endif
#endif
  SccGraph graph = random_graph(200, 5);
  auto run_with_little_memory = [&] {
    rlimit limit{std::size_t(512) << 20, std::size_t(512) << 20};
    setrlimit(RLIMIT_AS, &limit);
    std::atomic<std::uint32_t> runs = 0;
    ScheduleResult result = run_bottom_up(
        graph, {.threads = 64, .stack_bytes = std::size_t(128) << 20},
        [&](SccId) { ++runs; });
    _exit(result.is_complete && runs == graph.size() ? 0 : 1);
  };
  EXPECT_EXIT(run_with_little_memory(), testing::ExitedWithCode(0), "");
}

TEST(Schedule, TasksReallyRunAtOnce) {
  SccGraph graph;
  for (int i = 0; i < 2; ++i)
    graph.callees.end_node();
  graph.callers = graph.callees.reversed(2);
  std::atomic<int> inside = 0;
  std::atomic<bool> met = false;
  run_bottom_up(graph, {.threads = 2}, [&](SccId) {
    ++inside;
    auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (inside < 2 && std::chrono::steady_clock::now() < deadline)
      std::this_thread::yield();
    met = met || inside == 2;
  });
  EXPECT_TRUE(met);
}

TEST(Schedule, CancelledTasksAreListed) {
  SccGraph graph = random_graph(1000, 5);
  for (unsigned threads : {1u, 4u}) {
    std::atomic<bool> cancelled = false;
    std::vector<std::uint8_t> ran(graph.size());
    std::atomic<int> count = 0;
    ScheduleResult result = run_bottom_up(
        graph, {.threads = threads, .cancelled = &cancelled}, [&](SccId scc) {
          ran[scc.value] = 1;
          if (++count == 100)
            cancelled = true;
        });
    EXPECT_FALSE(result.is_complete);
    EXPECT_GE(count, 100);
    EXPECT_LE(count, 100 + static_cast<int>(threads));
    EXPECT_EQ(result.not_run.size() + count, graph.size());
    for (SccId scc : result.not_run)
      EXPECT_FALSE(ran[scc.value]);
  }
}

TEST(Schedule, CancelledBeforeTheStart) {
  SccGraph graph = random_graph(50, 6);
  std::atomic<bool> cancelled = true;
  ScheduleResult result =
      run_bottom_up(graph, {.threads = 4, .cancelled = &cancelled},
                    [](SccId) { FAIL() << "must not run"; });
  EXPECT_EQ(result.not_run.size(), 50u);
}

TEST(Schedule, EmptyGraph) {
  EXPECT_TRUE(
      run_bottom_up(SccGraph(), {.threads = 4}, [](SccId) {}).is_complete);
}

TEST(Schedule, TasksWithoutOrderRunOnceEach) {
  for (unsigned threads : {1u, 2u, 16u}) {
    std::vector<std::uint8_t> runs(1000);
    EXPECT_TRUE(run_each(runs.size(), {.threads = threads},
                         [&](std::size_t i) { ++runs[i]; }));
    EXPECT_EQ(std::ranges::count(runs, 1), 1000);
  }
  EXPECT_TRUE(run_each(0, {.threads = 4}, [](std::size_t) { FAIL(); }));
}

TEST(Schedule, TasksWithoutOrderStartInTheOrderGiven) {
  std::vector<std::size_t> started;
  run_each(100, {.threads = 1}, [&](std::size_t i) { started.push_back(i); });
  EXPECT_TRUE(std::ranges::is_sorted(started));
}

TEST(Schedule, TasksWithoutOrderCanBeCancelled) {
  for (unsigned threads : {1u, 4u}) {
    std::atomic<bool> cancelled = false;
    std::atomic<int> count = 0;
    EXPECT_FALSE(run_each(1000, {.threads = threads, .cancelled = &cancelled},
                          [&](std::size_t) { cancelled = ++count >= 100; }));
    EXPECT_LE(count, 100 + static_cast<int>(threads));
  }
}

[[gnu::noinline]] int use_stack(int depth) {
  volatile char frame[1024];
  frame[0] = static_cast<char>(depth);
  return depth ? use_stack(depth - 1) + frame[0] : 0;
}

TEST(Schedule, WorkersHaveDeepStacks) {
  SccGraph graph;
  for (int i = 0; i < 64; ++i)
    graph.callees.end_node();
  graph.callers = graph.callees.reversed(64);
  std::thread::id here = std::this_thread::get_id();
  run_bottom_up(graph, {.threads = 4}, [&](SccId) {
    if (std::this_thread::get_id() != here)
      use_stack(20000); // 20 MB
  });
}

} // namespace
} // namespace wt
