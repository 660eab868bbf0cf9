// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Starting, feeding and ending a worker; see frontend/worker_process.h.

#include "frontend/worker_process.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

namespace wt::frontend {

namespace {

constexpr int kCannotExecute = 127;
constexpr int kPipeBytes = 1 << 20;
constexpr rlim_t kStackBytes = rlim_t(512) << 20; // deep nesting of sources
// Of address space: far more than any honest unit needs.
constexpr rlim_t kMostMemory = rlim_t(8) << 30;
constexpr rlim_t kLeastMemory = rlim_t(2) << 30;

#if defined(__SANITIZE_ADDRESS__) ||                                           \
    (defined(__has_feature) && __has_feature(address_sanitizer))
constexpr bool kLimitsMemory = false; // its shadow takes terabytes of address
#else
constexpr bool kLimitsMemory = true;
#endif

rlim_t memory_limit() {
  auto machine = static_cast<rlim_t>(sysconf(_SC_PHYS_PAGES)) *
                 static_cast<rlim_t>(sysconf(_SC_PAGESIZE));
  return std::clamp(machine, kLeastMemory, kMostMemory);
}

// Lowers (or, where allowed, raises) a soft limit.
void limit(decltype(RLIMIT_STACK) what, rlim_t wanted) {
  rlimit now{};
  getrlimit(what, &now);
  now.rlim_cur =
      now.rlim_max == RLIM_INFINITY ? wanted : std::min(wanted, now.rlim_max);
  setrlimit(what, &now);
}

// When memory is short the system shall end a worker, not the tool.
void offer_as_victim() {
  int file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
  if (file >= 0 && write(file, "500", 3) != 3) {
    // It was only an offer.
  }
}

// In the child, between fork and exec: only calls that are safe there.
[[noreturn]] void become_worker(const char *program, int in, int out,
                                pid_t parent, rlim_t memory) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent)
    _exit(kCannotExecute); // it died before we asked
  setpgid(0, 0); // Ctrl-C goes to the tool, which ends its workers itself
  dup2(in, STDIN_FILENO);
  dup2(out, STDOUT_FILENO);
  int quiet = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (quiet >= 0 && !getenv("WATERTIGHT_WORKER_STDERR"))
    dup2(quiet, STDERR_FILENO);
  close_range(STDERR_FILENO + 1, ~0u, 0);
  limit(RLIMIT_STACK, kStackBytes);
  limit(RLIMIT_CORE, 0);
  if (kLimitsMemory)
    limit(RLIMIT_AS, memory);
  offer_as_victim();
  for (int number : {SIGPIPE, SIGINT, SIGTERM, SIGHUP, SIGXFSZ})
    signal(number, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  execl(program, program, static_cast<char *>(nullptr));
  _exit(kCannotExecute);
}

std::string in_words(int status) {
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL)
    return "Clang was killed; perhaps there was not enough memory";
  if (WIFSIGNALED(status))
    return std::string("Clang crashed (") + strsignal(WTERMSIG(status)) + ")";
  switch (WIFEXITED(status) ? WEXITSTATUS(status) : -1) {
  case kCannotExecute:
    return "the program 'watertight-worker' could not be started";
  case kOutOfMemoryStatus:
    return "Clang needed too much memory and was stopped (--unit-memory)";
  case kFatalErrorStatus:
    return "Clang gave up with an internal error";
  }
  return "Clang ended without an answer";
}

} // namespace

bool WorkerProcess::start(const std::string &program, unsigned megabytes) {
  std::array<int, 2> in{-1, -1}, out{-1, -1};
  if (pipe2(in.data(), O_CLOEXEC) != 0)
    return false;
  if (pipe2(out.data(), O_CLOEXEC) != 0) {
    close(in[0]);
    close(in[1]);
    return false;
  }
  pid_t parent = getpid();
  rlim_t memory = megabytes ? rlim_t(megabytes) << 20 : memory_limit();
  pid_t pid = fork();
  if (pid == 0)
    become_worker(program.c_str(), in[0], out[1], parent, memory);
  close(in[0]);
  close(out[1]);
  if (pid < 0) {
    close(in[1]);
    close(out[0]);
    return false;
  }
  fcntl(in[1], F_SETFL, O_NONBLOCK);
  fcntl(out[0], F_SETFL, O_NONBLOCK);
  fcntl(out[0], F_SETPIPE_SZ, kPipeBytes);
  pid_ = pid;
  to_ = in[1];
  from_ = out[0];
  unsent_.clear();
  sent_ = 0;
  was_killed_ = false;
  reader_ = {};
  return true;
}

void WorkerProcess::send(const Message &request) {
  unsent_ = pack(request);
  sent_ = 0;
  send_more();
}

void WorkerProcess::send_more() {
  while (is_sending()) {
    ssize_t n = write(to_, unsent_.data() + sent_, unsent_.size() - sent_);
    if (n > 0)
      sent_ += static_cast<std::size_t>(n);
    else if (n < 0 && errno == EAGAIN)
      return; // full for now
    else if (n < 0 && errno != EINTR)
      sent_ = unsent_.size(); // it listens no more; receive() will tell
  }
}

WorkerProcess::Received WorkerProcess::receive() {
  char chunk[65536];
  while (true) {
    ssize_t n = read(from_, chunk, sizeof chunk);
    if (n < 0 && errno == EINTR)
      continue;
    if (n < 0 && errno == EAGAIN)
      return Received::kNothingYet;
    if (n <= 0)
      return Received::kEnd;
    auto size = static_cast<std::size_t>(n);
    std::size_t taken = reader_.feed({chunk, size});
    if (reader_.is_damaged() || taken < size)
      return Received::kDamage; // one reply per request, nothing else
    if (reader_.is_complete())
      return Received::kReply;
  }
}

void WorkerProcess::close_pipes() {
  close(to_);
  close(from_);
  to_ = from_ = -1;
}

std::string WorkerProcess::end() {
  if (!is_running())
    return "";
  close_pipes();
  constexpr timespec kStep{0, 2'000'000};
  constexpr int kSteps = 1000; // two seconds
  for (int step = 0; step < kSteps; ++step) {
    int status = 0;
    pid_t ended = waitpid(pid_, &status, WNOHANG);
    if (ended == pid_ || (ended < 0 && errno != EINTR)) {
      pid_ = -1;
      was_killed_ = WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
      return in_words(status);
    }
    nanosleep(&kStep, nullptr);
  }
  kill();
  return in_words(0);
}

void WorkerProcess::kill() {
  if (!is_running())
    return;
  if (to_ >= 0)
    close_pipes();
  ::kill(pid_, SIGKILL);
  while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
  pid_ = -1;
}

} // namespace wt::frontend
