// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Children that return, crash, are killed and are cancelled.

#include "driver/child.h"

#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <thread>
#include <unistd.h>

namespace wt::driver {
namespace {

struct Said {
  std::vector<std::string> messages;
  ChildOptions options(const std::atomic<bool> *cancelled = nullptr) {
    ChildOptions o;
    o.cancelled = cancelled;
    o.say = [this](const std::string &m) { messages.push_back(m); };
    return o;
  }
};

TEST(Child, GivesItsStatus) {
  Said said;
  EXPECT_EQ(run_in_child(said.options(), [](const Attempt &) { return 7; }), 7);
  EXPECT_TRUE(said.messages.empty());
}

TEST(Child, IsStartedAgainWithoutTheFunctionThatCrashed) {
  Said said;
  int status = run_in_child(said.options(), [](const Attempt &attempt) {
    for (unsigned i : {1u, 2u, 3u, 4u}) {
      ProcedureId p(i);
      if (attempt.crashed.contains(p))
        continue;
      InFlight::Entry entry(attempt.in_flight, p);
      if (i == 2 || i == 4)
        std::abort();
    }
    bool is_right = attempt.crashed.size() == 2 &&
                    attempt.crashed.contains(ProcedureId(2)) &&
                    attempt.crashed.contains(ProcedureId(4));
    return is_right ? 11 : 12;
  });
  EXPECT_EQ(status, 11);
  EXPECT_EQ(said.messages.size(), 2u);
}

TEST(Child, OnlyTheFirstAttemptIsTheFirst) {
  Said said;
  int status = run_in_child(said.options(), [](const Attempt &attempt) {
    if (!attempt.is_first())
      return 11;
    InFlight::Entry entry(attempt.in_flight, ProcedureId(1));
    std::abort();
  });
  EXPECT_EQ(status, 11);
}

TEST(Child, CrashesWithoutAnybodyToBlame) {
  Said said;
  int status = run_in_child(said.options(), [](const Attempt &) -> int {
    std::raise(SIGSEGV);
    return 0;
  });
  EXPECT_EQ(status, 2);
  ASSERT_EQ(said.messages.size(), 1u);
  EXPECT_NE(said.messages[0].find("bug in Watertight"), std::string::npos);
}

TEST(Child, GoesOnWithoutTheFunctionThatTookAllMemory) {
  Said said;
  int status = run_in_child(said.options(), [](const Attempt &attempt) {
    if (attempt.crashed ==
        std::map<ProcedureId, std::string>{
            {ProcedureId(3), "the analysis ran out of memory here"}})
      return 11;
    InFlight::Entry entry(attempt.in_flight, ProcedureId(3));
    InFlight::blame_this_thread();
    _exit(kOutOfMemory);
  });
  EXPECT_EQ(status, 11);
  EXPECT_EQ(said.messages.size(), 1u);
}

TEST(Child, DoesNotFillTheMemoryForEver) {
  Said said;
  int status = run_in_child(said.options(), [](const Attempt &attempt) -> int {
    InFlight::Entry entry(attempt.in_flight,
                          ProcedureId(attempt.crashed.size()));
    InFlight::blame_this_thread();
    _exit(kOutOfMemory);
  });
  EXPECT_EQ(status, 2);
  EXPECT_EQ(said.messages.size(), 6u);
}

TEST(Child, IsKilled) {
  Said said;
  int status = run_in_child(said.options(), [](const Attempt &) -> int {
    std::raise(SIGKILL);
    return 0;
  });
  EXPECT_EQ(status, 2);
  ASSERT_EQ(said.messages.size(), 1u);
  EXPECT_NE(said.messages[0].find("memory"), std::string::npos);
}

TEST(Child, StopsWhenCancelledEvenIfItDoesNotListen) {
  std::atomic<bool> cancelled = true;
  Said said;
  auto begin = std::chrono::steady_clock::now();
  int status = run_in_child(said.options(&cancelled), [](const Attempt &) {
    std::signal(SIGINT, SIG_IGN);
    while (true)
      pause();
    return 0;
  });
  EXPECT_EQ(status, 130);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(10));
}

} // namespace
} // namespace wt::driver
