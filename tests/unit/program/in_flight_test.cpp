// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Does the parent learn what its child was doing when it died?  Each test
// forks a child that really dies.

#include "program/in_flight.h"
#include "program/schedule.h"

#include <gtest/gtest.h>

#include <csignal>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace wt {
namespace {

using Record = InFlight::Record;

InFlight make() {
  Result<InFlight> made = InFlight::create();
  EXPECT_TRUE(made);
  return std::move(*made);
}

// The signal that ended a child running `body`; 0: it ended by itself.
template <class Body> int run_child(Body body) {
  pid_t child = fork();
  if (child == 0) {
    rlimit no_core{0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
    body();
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

SccGraph independent(std::size_t size) {
  SccGraph graph;
  for (std::size_t i = 0; i < size; ++i)
    graph.callees.end_node();
  graph.callers = graph.callees.reversed(size);
  return graph;
}

TEST(InFlight, NothingInFlightAfterwards) {
  InFlight in_flight = make();
  EXPECT_TRUE(in_flight.records().empty());
  {
    InFlight::Entry outer(in_flight, ProcedureId(7), 1);
    InFlight::Entry inner(in_flight, ProcedureId(5), 2);
    EXPECT_EQ(in_flight.records(),
              (std::vector<Record>{{ProcedureId(5), 2, false},
                                   {ProcedureId(7), 1, false}}));
  }
  EXPECT_TRUE(in_flight.records().empty());
}

TEST(InFlight, ChildThatEndsWellLeavesNothing) {
  InFlight in_flight = make();
  EXPECT_EQ(
      run_child([&] { InFlight::Entry entry(in_flight, ProcedureId(1)); }), 0);
  EXPECT_TRUE(in_flight.suspects().empty());
}

TEST(InFlight, AbortInOneOfManyTasks) {
  InFlight in_flight = make();
  SccGraph graph = independent(200);
  int signal = run_child([&] {
    InFlight::catch_crashes();
    run_bottom_up(graph, {.threads = 4}, [&](SccId scc) {
      InFlight::Entry entry(in_flight, ProcedureId(scc.value), 3);
      if (scc.value == 77)
        abort();
      usleep(1000);
    });
  });
  EXPECT_EQ(signal, SIGABRT);
  EXPECT_EQ(in_flight.suspects(),
            (std::vector<Record>{{ProcedureId(77), 3, true}}));
  in_flight.clear();
  EXPECT_TRUE(in_flight.records().empty());
}

TEST(InFlight, WithoutHandlersEverythingInFlightIsSuspect) {
  InFlight in_flight = make();
  int signal = run_child([&] {
    std::atomic<int> inside = 0;
    auto work = [&](std::uint32_t id) {
      InFlight::Entry entry(in_flight, ProcedureId(id));
      for (++inside; inside < 3;)
        std::this_thread::yield();
      if (id == 2)
        raise(SIGKILL);
      pause();
    };
    std::jthread one(work, 1), two(work, 2), three(work, 3);
  });
  EXPECT_EQ(signal, SIGKILL);
  EXPECT_EQ(in_flight.suspects(),
            (std::vector<Record>{{ProcedureId(1), 0, false},
                                 {ProcedureId(2), 0, false},
                                 {ProcedureId(3), 0, false}}));
}

[[gnu::noinline]] int overflow(int depth) {
  volatile char frame[4096];
  frame[0] = static_cast<char>(depth);
  return frame[0] == 'x' && depth > 1 << 30 ? 0
                                            : overflow(depth + 1) + frame[0];
}

TEST(InFlight, StackOverflowNamesItsProcedure) {
  for (bool on_worker : {false, true}) {
    InFlight in_flight = make();
    int signal = run_child([&] {
      InFlight::catch_crashes();
      auto work = [&] {
        InFlight::Entry outer(in_flight, ProcedureId(4));
        InFlight::Entry inner(in_flight, ProcedureId(9));
        overflow(0);
      };
      if (on_worker)
        std::jthread thread(work);
      else
        work();
    });
    EXPECT_EQ(signal, SIGSEGV);
    EXPECT_EQ(in_flight.suspects(),
              (std::vector<Record>{{ProcedureId(9), 0, true}}));
  }
}

TEST(InFlight, RestartWithoutTheCulprits) {
  InFlight in_flight = make();
  SccGraph graph = independent(60);
  std::vector<bool> skip(graph.size());
  int crashes = 0;
  for (;; ++crashes) {
    ASSERT_LE(crashes, 3);
    int signal = run_child([&] {
      InFlight::catch_crashes();
      run_bottom_up(graph, {.threads = 2}, [&](SccId scc) {
        InFlight::Entry entry(in_flight, ProcedureId(scc.value));
        if (!skip[scc.value] && scc.value % 20 == 5)
          raise(SIGSEGV);
      });
    });
    if (signal == 0)
      break;
    ASSERT_FALSE(in_flight.suspects().empty());
    for (const Record &record : in_flight.suspects())
      skip[record.procedure.value] = true;
    in_flight.clear();
  }
  // Two threads may crash at the same moment.
  EXPECT_GE(crashes, 2);
  EXPECT_EQ(std::count(skip.begin(), skip.end(), true), 3);
}

TEST(InFlight, MoreEntriesThanRoom) {
  InFlight in_flight = make();
  std::vector<std::unique_ptr<InFlight::Entry>> entries;
  for (std::uint32_t i = 0; i < 5000; ++i)
    entries.push_back(
        std::make_unique<InFlight::Entry>(in_flight, ProcedureId(i)));
  EXPECT_EQ(in_flight.records().size(), 4096u);
  while (!entries.empty())
    entries.pop_back();
  EXPECT_TRUE(in_flight.records().empty());
}

} // namespace
} // namespace wt
