// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The pool keeps its promises whatever a worker does.  The workers are those
// of fake_worker.cpp: each request is an order.

#include "frontend/worker_pool.h"

#include "temporary_folder.h"

#include <chrono>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <set>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace wt::frontend {
namespace {

struct Answer {
  Message reply;
  std::string failure;
  bool was_killed = false;
  unsigned times = 0; // answered
};

std::vector<Answer> run(const std::vector<std::string> &orders,
                        PoolOptions options = {}) {
  std::vector<Message> requests;
  for (const std::string &order : orders)
    requests.push_back({"/", order});
  if (options.program.empty())
    options.program = WT_FAKE_WORKER;
  std::vector<Answer> answers(orders.size());
  run_workers(requests, options,
              [&](std::size_t i, Message reply, Failure failure) {
                answers[i].reply = std::move(reply);
                answers[i].failure = std::move(failure.text);
                answers[i].was_killed = failure.was_killed;
                ++answers[i].times;
              });
  // No process is left, not even a zombie.
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
  return answers;
}

std::string failure_of(const std::string &order, PoolOptions options = {}) {
  std::vector<Answer> answers = run({order}, options);
  EXPECT_EQ(answers[0].times, 1u);
  EXPECT_TRUE(answers[0].reply.empty());
  return answers[0].failure;
}

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
      .count();
}

TEST(WorkerPool, NothingToDo) { EXPECT_TRUE(run({}).empty()); }

TEST(WorkerPool, MoreUnitsThanWorkersAndMoreWorkersThanUnits) {
  for (unsigned workers : {0u, 1u, 3u, 100u}) {
    std::vector<std::string> orders;
    for (int i = 0; i < 40; ++i)
      orders.push_back("echo" + std::to_string(i));
    std::vector<Answer> answers = run(orders, {.workers = workers});
    for (std::size_t i = 0; i < orders.size(); ++i) {
      EXPECT_EQ(answers[i].times, 1u);
      EXPECT_EQ(answers[i].failure, "");
      EXPECT_EQ(answers[i].reply, (Message{"/", orders[i]}));
    }
  }
}

TEST(WorkerPool, ADeathLosesOneUnit) {
  std::vector<Answer> answers =
      run({"a", "die", "b", "exit", "half", "garbage", "c"}, {.workers = 2});
  for (std::size_t i : {0, 2, 6})
    EXPECT_EQ(answers[i].failure, "");
  EXPECT_EQ(answers[1].failure, "Clang crashed (Segmentation fault)");
  EXPECT_EQ(answers[3].failure, "Clang ended without an answer");
  EXPECT_EQ(answers[4].failure, "Clang ended without an answer");
  EXPECT_EQ(answers[5].failure, "the worker's answer is damaged");
  for (const Answer &answer : answers)
    EXPECT_EQ(answer.times, 1u);
}

TEST(WorkerPool, HowItEnded) {
  EXPECT_EQ(failure_of("die"), "Clang crashed (Segmentation fault)");
  EXPECT_EQ(failure_of("killed"),
            "Clang was killed; perhaps there was not enough memory");
  EXPECT_EQ(failure_of("memory"),
            "Clang needed too much memory and was stopped (--unit-memory)");
  EXPECT_EQ(failure_of("fatal"), "Clang gave up with an internal error");
  EXPECT_EQ(failure_of("exit"), "Clang ended without an answer");
  EXPECT_EQ(failure_of("close"), "Clang ended without an answer");
  EXPECT_EQ(failure_of("twice"), "the worker's answer is damaged");
}

TEST(WorkerPool, WhoIgnoresTheEndOfChildrenIsToldAllTheSame) {
  auto before = signal(SIGCHLD, SIG_IGN);
  EXPECT_EQ(failure_of("die"), "Clang crashed (Segmentation fault)");
  EXPECT_EQ(signal(SIGCHLD, before), SIG_IGN);
}

TEST(WorkerPool, AProgramThatCannotBeStarted) {
  TemporaryFolder folder;
  std::string text = folder.write("text", "not a program");
  for (const std::string &program :
       {folder / "missing", text, folder.path(), std::string("/dev/null")})
    EXPECT_EQ(failure_of("a", {.program = program}),
              "the program 'watertight-worker' could not be started");
  // Programs that are no workers.
  EXPECT_EQ(failure_of("a", {.program = "/bin/true"}),
            "Clang ended without an answer");
}

TEST(WorkerPool, AHangIsStopped) {
  auto start = std::chrono::steady_clock::now();
  std::vector<Answer> answers =
      run({"hang", "a", "b"}, {.workers = 2, .seconds_per_unit = 1});
  EXPECT_EQ(answers[0].failure,
            "Clang was stopped after 1 seconds (--unit-time)");
  EXPECT_EQ(answers[1].failure, "");
  EXPECT_EQ(answers[2].failure, "");
  EXPECT_LT(seconds_since(start), 10);
}

// A crash in the second unit of a worker may be due to the first.
TEST(WorkerPool, AUnitThatDiesInAUsedWorkerIsTriedInAFreshOne) {
  std::vector<Answer> answers =
      run({"a", "die-later", "die-later", "die", "b"});
  for (std::size_t i : {0, 1, 2, 4})
    EXPECT_EQ(answers[i].failure, "") << i;
  EXPECT_EQ(answers[3].failure, "Clang crashed (Segmentation fault)");
}

// The system chose this worker when memory was short; now there may be enough.
TEST(WorkerPool, AUnitWhoseWorkerIsKilledIsTriedOnceMore) {
  TemporaryFolder folder;
  std::vector<Answer> answers =
      run({folder / "killed-once", "killed", "die", "a"});
  EXPECT_EQ(answers[0].failure, "");
  EXPECT_FALSE(answers[0].was_killed);
  EXPECT_EQ(answers[1].failure,
            "Clang was killed; perhaps there was not enough memory");
  EXPECT_TRUE(answers[1].was_killed);
  EXPECT_FALSE(answers[2].was_killed);
  for (const Answer &answer : answers)
    EXPECT_EQ(answer.times, 1u);
}

TEST(WorkerPool, AWorkerIsReplacedAfterSomeUnits) {
  std::vector<Answer> answers = run(std::vector<std::string>(7, "units"),
                                    {.workers = 1, .units_per_worker = 3});
  std::vector<std::string> counts;
  for (const Answer &answer : answers)
    counts.push_back(answer.reply.at(0));
  EXPECT_EQ(counts,
            (std::vector<std::string>{"1", "2", "3", "1", "2", "3", "1"}));
}

TEST(WorkerPool, WorkersAreReused) {
  std::set<std::string> pids;
  for (const Answer &answer :
       run(std::vector<std::string>(20, "pid"), {.workers = 2}))
    pids.insert(answer.reply.at(0));
  EXPECT_LE(pids.size(), 2u);
}

TEST(WorkerPool, BigMessages) {
  std::vector<Answer> answers = run({"big", "big", "a"}, {.workers = 2});
  EXPECT_EQ(answers[0].reply.at(0).size(), 20u << 20);
  EXPECT_EQ(answers[1].reply.at(2), "/input");

  std::vector<Message> requests(
      2, Message{"/", "echo", std::string(300'000, 'y')});
  std::size_t equal = 0;
  run_workers(requests, {.program = WT_FAKE_WORKER, .workers = 2},
              [&](std::size_t i, const Message &reply, const Failure &) {
                equal += reply == requests[i];
              });
  EXPECT_EQ(equal, 2u);
}

// It dies, or sleeps, while the request is still being sent.
TEST(WorkerPool, AWorkerThatDoesNotListen) {
  std::vector<Message> requests{{"/", "echo", std::string(300'000, 'y')}};
  std::vector<std::string> failures;
  auto note = [&](std::size_t, const Message &, Failure failure) {
    failures.push_back(std::move(failure.text));
  };
  run_workers(requests, {.program = "/bin/true"}, note);
  TemporaryFolder folder;
  std::string sleeper = folder.write("sleeper", "#!/bin/sh\nexec sleep 60\n");
  std::filesystem::permissions(sleeper, std::filesystem::perms::owner_all);
  run_workers(requests, {.program = sleeper, .seconds_per_unit = 1}, note);
  EXPECT_EQ(failures, (std::vector<std::string>{
                          "Clang ended without an answer",
                          "Clang was stopped after 1 seconds (--unit-time)"}));
}

TEST(WorkerPool, CancellationEndsEverything) {
  for (bool before : {true, false}) {
    std::atomic<bool> cancelled = before;
    std::thread later([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(300));
      cancelled = true;
    });
    auto start = std::chrono::steady_clock::now();
    std::vector<Answer> answers = run({"hang", "hang", "a", "b"},
                                      {.workers = 2, .cancelled = &cancelled});
    EXPECT_LT(seconds_since(start), 5);
    EXPECT_EQ(answers[0].times, 0u);
    EXPECT_EQ(answers[3].times, 0u);
    later.join();
  }
}

TEST(WorkerPool, AWorkerInheritsNothing) {
  int leak = open("/dev/null", O_RDONLY); // without O_CLOEXEC
  std::vector<Answer> answers =
      run({"files", "files", "surroundings"}, {.workers = 2});
  close(leak);
  // The folder that lists them is one itself.
  EXPECT_EQ(answers[0].reply.at(0), "3 ");
  EXPECT_EQ(answers[1].reply.at(0), "3 ");
#if !__has_feature(address_sanitizer)
  EXPECT_EQ(answers[2].reply.at(0), "limited core 0 pipe default own group");
#endif
}

// Kill -9 of the tool: its workers end, even those that hear nothing.
TEST(WorkerPool, WorkersDieWithTheTool) {
  int pids[2];
  ASSERT_EQ(pipe(pids), 0);
  pid_t tool = fork();
  if (tool == 0) {
    run_workers({{"/", "pid"}, {"/", "hang"}},
                {.program = WT_FAKE_WORKER, .workers = 1},
                [&](std::size_t, const Message &reply, const Failure &) {
                  [[maybe_unused]] ssize_t n =
                      write(pids[1], reply[0].c_str(), reply[0].size() + 1);
                });
    _exit(0);
  }
  char text[32] = {};
  ASSERT_GT(read(pids[0], text, sizeof text - 1), 0);
  std::string worker = std::string("/proc/") + text;
  EXPECT_TRUE(std::filesystem::exists(worker));
  kill(tool, SIGKILL);
  waitpid(tool, nullptr, 0);
  auto is_dead = [&] { // gone, or a zombie that nobody has reaped yet
    std::ifstream stat(worker + "/stat");
    std::string pid, name, state;
    return !(stat >> pid >> name >> state) || state == "Z";
  };
  for (int i = 0; i < 200 && !is_dead(); ++i)
    usleep(10'000);
  EXPECT_TRUE(is_dead());
  close(pids[0]);
  close(pids[1]);
}

} // namespace
} // namespace wt::frontend
