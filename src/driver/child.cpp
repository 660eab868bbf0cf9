// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A child process that may crash: see child.h.

#include "driver/child.h"

#include "driver/exit_status.h"
#include "driver/interrupt.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace wt::driver {

namespace {

constexpr int kGraceMilliseconds = 2000;

// Waits for the child to end.  A cancelled one is asked to stop, and killed
// when it has not ended after a while.  `alive` is a pipe that the child holds
// open: unlike waitpid it can be waited for together with signals.
int wait_for(pid_t child, int alive, const std::atomic<bool> *cancelled) {
  sigset_t blocked, before;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGINT);
  sigaddset(&blocked, SIGTERM);
  sigaddset(&blocked, SIGHUP);
  sigprocmask(SIG_BLOCK, &blocked, &before);
  pollfd end = {alive, POLLIN, 0};
  bool is_asked = false;
  while (true) {
    bool is_cancelled = cancelled && cancelled->load();
    timespec grace = {kGraceMilliseconds / 1000, 0};
    if (is_cancelled && !is_asked) {
      kill(child, SIGINT);
      is_asked = true;
    }
    int ready = ppoll(&end, 1, is_asked ? &grace : nullptr, &before);
    if (ready > 0)
      break;
    if (ready == 0) {
      kill(child, SIGKILL);
      break;
    }
    if (errno != EINTR)
      break;
  }
  sigprocmask(SIG_SETMASK, &before, nullptr);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

[[noreturn]] void be_child(InFlight &in_flight,
                           const std::map<ProcedureId, std::string> &crashed,
                           const std::function<int(const Attempt &)> &work) {
  prctl(PR_SET_PDEATHSIG, SIGKILL); // never outlive the parent
  InFlight::catch_crashes();
  int status = work(Attempt{in_flight, crashed});
  std::fflush(nullptr);
  _exit(status); // the parent's destructors are the parent's business
}

} // namespace

int run_in_child(const ChildOptions &options,
                 const std::function<int(const Attempt &)> &work) {
  auto say = [&](const std::string &message) {
    if (options.say)
      options.say(message);
  };
  Result<InFlight> in_flight = InFlight::create();
  if (!in_flight) {
    say(in_flight.error().text());
    return kFailed;
  }
  std::map<ProcedureId, std::string> crashed;
  int without_memory = 0;
  for (int restarts = 0; restarts <= options.most_restarts; ++restarts) {
    std::fflush(nullptr); // or the child would print it again
    int alive[2];
    if (pipe(alive) != 0) {
      say(std::string("cannot make a pipe: ") + std::strerror(errno));
      return kFailed;
    }
    pid_t child = fork();
    if (child < 0) {
      say(std::string("cannot start a process: ") + std::strerror(errno));
      return kFailed;
    }
    if (child == 0) {
      close(alive[0]);
      be_child(*in_flight, crashed, work);
    }
    close(alive[1]);
    int status = wait_for(child, alive[0], options.cancelled);
    close(alive[0]);
    if (options.cancelled && options.cancelled->load())
      return kInterrupted;
    bool is_out_of_memory =
        WIFEXITED(status) && WEXITSTATUS(status) == kOutOfMemory;
    if (WIFEXITED(status) && !is_out_of_memory)
      return WEXITSTATUS(status);
    int signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    if (signal == SIGKILL) {
      say("the analysis was killed; perhaps there was not enough memory");
      return kFailed;
    }
    std::string what =
        is_out_of_memory
            ? "the analysis ran out of memory"
            : std::string("the analysis crashed (") + strsignal(signal) + ")";
    std::size_t known = crashed.size();
    for (const InFlight::Record &record : in_flight->suspects())
      crashed.emplace(record.procedure,
                      is_out_of_memory ? "the analysis ran out of memory here"
                                       : "the analysis crashed here");
    if (crashed.size() == known) {
      say(what + "; this is a bug in Watertight");
      return kFailed;
    }
    if (is_out_of_memory && ++without_memory > options.most_without_memory) {
      say(what + " again and again");
      return kFailed;
    }
    say(what + "; going on without the function at fault");
    in_flight->clear();
  }
  say("the analysis crashed too often");
  return kFailed;
}

} // namespace wt::driver
