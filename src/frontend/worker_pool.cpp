// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Worker processes; see frontend/worker_pool.h.

#include "frontend/worker_pool.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <fcntl.h>
#include <optional>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace wt::frontend {

namespace {

using Clock = std::chrono::steady_clock;

constexpr rlim_t kStackBytes = rlim_t(512) << 20; // deep nesting of sources
constexpr unsigned kUnitsPerWorker = 200; // then a fresh one: Clang keeps a bit

struct Worker {
  pid_t pid = -1;
  int to = -1;   // its standard input
  int from = -1; // its standard output
  std::string received;
  std::optional<std::size_t> request; // being compiled
  std::string unsent;                 // rest of that request
  Clock::time_point started;
  unsigned units = 0;

  bool is_running() const { return pid > 0; }
};

// In the child, between fork and exec.
[[noreturn]] void become_worker(const std::string &program, int in, int out) {
  dup2(in, STDIN_FILENO);
  dup2(out, STDOUT_FILENO);
  int quiet = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (quiet >= 0 && !getenv("WATERTIGHT_WORKER_STDERR"))
    dup2(quiet, STDERR_FILENO);
  rlimit stack{};
  getrlimit(RLIMIT_STACK, &stack);
  stack.rlim_cur = stack.rlim_max == RLIM_INFINITY
                       ? kStackBytes
                       : std::min(kStackBytes, stack.rlim_max);
  setrlimit(RLIMIT_STACK, &stack);
  rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  setpgid(0, 0); // Ctrl-C goes to the tool, which ends its workers itself
  execl(program.c_str(), program.c_str(), static_cast<char *>(nullptr));
  _exit(127);
}

class Pool {
public:
  Pool(const std::vector<Message> &requests, const PoolOptions &options,
       const std::function<void(std::size_t, Message, std::string)> &on_reply)
      : requests_(requests), options_(options), on_reply_(on_reply),
        workers_(std::min<std::size_t>(std::max(1u, options.workers),
                                       requests.size())) {}
  ~Pool() {
    for (Worker &worker : workers_)
      end(worker, /*by_force=*/true);
  }

  void run() {
    while (answered_ < requests_.size() && !is_cancelled()) {
      for (Worker &worker : workers_)
        if (!worker.request && next_ < requests_.size())
          give_work(worker);
      wait_and_serve();
    }
  }

private:
  bool is_cancelled() const {
    return options_.cancelled && options_.cancelled->load();
  }

  bool start(Worker &worker) {
    std::array<int, 2> in{-1, -1}, out{-1, -1};
    if (pipe2(in.data(), O_CLOEXEC) != 0)
      return false;
    if (pipe2(out.data(), O_CLOEXEC) != 0) {
      close(in[0]);
      close(in[1]);
      return false;
    }
    pid_t pid = fork();
    if (pid == 0)
      become_worker(options_.program, in[0], out[1]);
    close(in[0]);
    close(out[1]);
    if (pid < 0) {
      close(in[1]);
      close(out[0]);
      return false;
    }
    fcntl(in[1], F_SETFL, O_NONBLOCK);
    fcntl(out[0], F_SETFL, O_NONBLOCK);
    worker = Worker{.pid = pid, .to = in[1], .from = out[0]};
    return true;
  }

  // Returns how the process ended.
  int end(Worker &worker, bool by_force) {
    if (!worker.is_running())
      return 0;
    if (by_force)
      kill(worker.pid, SIGKILL);
    close(worker.to);
    close(worker.from);
    int status = 0;
    while (waitpid(worker.pid, &status, 0) < 0 && errno == EINTR) {
    }
    worker.pid = -1;
    return status;
  }

  void give_work(Worker &worker) {
    if (worker.is_running() && worker.units >= kUnitsPerWorker)
      end(worker, /*by_force=*/false);
    std::size_t request = next_++;
    if (!worker.is_running() && !start(worker)) {
      ++answered_;
      on_reply_(request, {}, "cannot start a worker process");
      return;
    }
    worker.request = request;
    worker.unsent = pack(requests_[request]);
    worker.received.clear();
    worker.started = Clock::now();
    ++worker.units;
    send(worker);
  }

  void send(Worker &worker) {
    while (!worker.unsent.empty()) {
      ssize_t n =
          write(worker.to, worker.unsent.data(), worker.unsent.size());
      if (n > 0)
        worker.unsent.erase(0, static_cast<std::size_t>(n));
      else if (errno != EINTR)
        return; // full, or dead: poll tells
    }
  }

  void wait_and_serve() {
    std::vector<pollfd> fds;
    std::vector<Worker *> owners;
    for (Worker &worker : workers_) {
      if (!worker.request)
        continue;
      fds.push_back({worker.from, POLLIN, 0});
      owners.push_back(&worker);
      if (!worker.unsent.empty()) {
        fds.push_back({worker.to, POLLOUT, 0});
        owners.push_back(&worker);
      }
    }
    if (fds.empty())
      return;
    poll(fds.data(), fds.size(), 200);
    for (std::size_t i = 0; i < fds.size(); ++i) {
      Worker &worker = *owners[i];
      if (!worker.request)
        continue;
      if (fds[i].events & POLLOUT)
        send(worker);
      else if (fds[i].revents & (POLLIN | POLLHUP | POLLERR))
        receive(worker);
    }
    auto limit = std::chrono::seconds(options_.seconds_per_unit);
    for (Worker &worker : workers_)
      if (worker.request && Clock::now() - worker.started > limit) {
        end(worker, /*by_force=*/true);
        finish(worker, {}, "Clang took too long and was stopped");
      }
  }

  void receive(Worker &worker) {
    char chunk[65536];
    ssize_t n = 0;
    while ((n = read(worker.from, chunk, sizeof chunk)) > 0)
      worker.received.append(chunk, static_cast<std::size_t>(n));
    bool is_closed = n == 0;
    std::size_t used = 0;
    if (auto reply = unpack(worker.received, used))
      return finish(worker, std::move(*reply), "");
    if (!is_closed)
      return;
    int status = end(worker, /*by_force=*/true);
    finish(worker, {}, how_it_ended(status));
  }

  static std::string how_it_ended(int status) {
    if (WIFSIGNALED(status))
      return std::string("Clang crashed (") + strsignal(WTERMSIG(status)) + ")";
    if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
      return "the worker program could not be started";
    return "Clang ended without an answer";
  }

  void finish(Worker &worker, Message reply, std::string failure) {
    std::size_t request = *worker.request;
    worker.request.reset();
    ++answered_;
    on_reply_(request, std::move(reply), std::move(failure));
  }

  const std::vector<Message> &requests_;
  const PoolOptions &options_;
  const std::function<void(std::size_t, Message, std::string)> &on_reply_;
  std::vector<Worker> workers_;
  std::size_t next_ = 0;
  std::size_t answered_ = 0;
};

} // namespace

std::string worker_program() {
  char path[4096];
  ssize_t n = readlink("/proc/self/exe", path, sizeof path);
  std::string self(path, n > 0 ? static_cast<std::size_t>(n) : 0);
  return self.substr(0, self.rfind('/') + 1) + "watertight-worker";
}

void run_workers(const std::vector<Message> &requests,
                 const PoolOptions &options,
                 const std::function<void(std::size_t, Message,
                                          std::string)> &on_reply) {
  // A worker that dies early must not end the tool.
  struct sigaction ignore{}, before{};
  ignore.sa_handler = SIG_IGN;
  sigaction(SIGPIPE, &ignore, &before);
  Pool(requests, options, on_reply).run();
  sigaction(SIGPIPE, &before, nullptr);
}

} // namespace wt::frontend
