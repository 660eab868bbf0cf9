// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Requests to workers, replies from them; see frontend/worker_pool.h.

#include "frontend/worker_pool.h"

#include "frontend/worker_process.h"

#include <algorithm>
#include <chrono>
#include <deque>
#include <filesystem>
#include <numeric>
#include <optional>
#include <poll.h>
#include <signal.h>
#include <sys/auxv.h>
#include <unistd.h>

namespace wt::frontend {

namespace {

using Clock = std::chrono::steady_clock;
constexpr int kPollMilliseconds = 200; // how soon a cancellation is seen

struct Worker {
  WorkerProcess process;
  std::optional<std::size_t> request; // being compiled
  Clock::time_point started;
  unsigned units = 0; // given to this process
};

class Pool {
public:
  Pool(const std::vector<Message> &requests, const PoolOptions &options,
       const OnReply &on_reply)
      : requests_(requests), options_(options), on_reply_(on_reply),
        workers_(std::min<std::size_t>(std::max(1u, options.workers),
                                       requests.size())),
        waiting_(requests.size()), is_retried_(requests.size()) {
    std::iota(waiting_.begin(), waiting_.end(), std::size_t(0));
  }

  void run() {
    while (answered_ < requests_.size() && !is_cancelled()) {
      for (Worker &worker : workers_)
        if (!worker.request && !waiting_.empty())
          give_work(worker);
      wait_and_serve();
    }
  }

private:
  bool is_cancelled() const {
    return options_.cancelled && options_.cancelled->load();
  }

  // Post: the worker has work, or the request waits for one that is busy, or
  // it is answered with a failure.
  void give_work(Worker &worker) {
    std::size_t request = waiting_.front();
    if (worker.units >= options_.units_per_worker || is_retried_[request])
      worker.process.end();
    if (!worker.process.is_running()) {
      worker.units = 0;
      if (!worker.process.start(options_.program,
                                options_.megabytes_per_worker)) {
        if (is_somebody_busy())
          return; // later, with fewer processes than wanted
        waiting_.pop_front();
        return answer(request, {}, {"cannot start a worker process"});
      }
    }
    waiting_.pop_front();
    worker.request = request;
    worker.started = Clock::now();
    ++worker.units;
    worker.process.send(requests_[request]);
  }

  bool is_somebody_busy() const {
    return std::ranges::any_of(
        workers_, [](const Worker &w) { return w.request.has_value(); });
  }

  void wait_and_serve() {
    std::vector<pollfd> fds;
    std::vector<Worker *> owners;
    for (Worker &worker : workers_) {
      if (!worker.request)
        continue;
      fds.push_back({worker.process.from(), POLLIN, 0});
      owners.push_back(&worker);
      if (worker.process.is_sending()) {
        fds.push_back({worker.process.to(), POLLOUT, 0});
        owners.push_back(&worker);
      }
    }
    if (fds.empty() || poll(fds.data(), fds.size(), kPollMilliseconds) < 0)
      return; // a signal: the caller looks whether we are cancelled
    for (std::size_t i = 0; i < fds.size(); ++i) {
      Worker &worker = *owners[i];
      if (!worker.request || !fds[i].revents)
        continue;
      if (fds[i].events & POLLOUT)
        worker.process.send_more();
      else
        receive(worker);
    }
    stop_the_slow();
  }

  void stop_the_slow() {
    auto limit = std::chrono::seconds(options_.seconds_per_unit);
    Clock::time_point now = Clock::now();
    for (Worker &worker : workers_)
      if (worker.request && now - worker.started > limit) {
        worker.process.kill();
        finish(worker, {},
               {"Clang was stopped after " +
                std::to_string(options_.seconds_per_unit) +
                " seconds (--unit-time)"});
      }
  }

  void receive(Worker &worker) {
    switch (worker.process.receive()) {
    case WorkerProcess::Received::kNothingYet:
      return;
    case WorkerProcess::Received::kReply:
      return finish(worker, worker.process.take_reply(), {});
    case WorkerProcess::Received::kDamage:
      worker.process.kill();
      return lose(worker, {"the worker's answer is damaged"});
    case WorkerProcess::Received::kEnd: {
      std::string how = worker.process.end();
      return lose(worker, {std::move(how), worker.process.was_killed()});
    }
    }
  }

  // The worker is gone, and its unit with it, unless a fresh one can do better.
  void lose(Worker &worker, Failure failure) {
    std::size_t request = *worker.request;
    bool may_succeed = worker.units > 1 || failure.was_killed;
    if (!may_succeed || is_retried_[request])
      return finish(worker, {}, std::move(failure));
    is_retried_[request] = true;
    worker.request.reset();
    waiting_.push_front(request);
  }

  void finish(Worker &worker, Message reply, Failure failure) {
    std::size_t request = *worker.request;
    worker.request.reset();
    answer(request, std::move(reply), std::move(failure));
  }

  void answer(std::size_t request, Message reply, Failure failure) {
    ++answered_;
    on_reply_(request, std::move(reply), std::move(failure));
  }

  const std::vector<Message> &requests_;
  const PoolOptions &options_;
  const OnReply &on_reply_;
  std::vector<Worker> workers_;
  std::deque<std::size_t> waiting_; // requests that nobody works on
  std::vector<bool> is_retried_;    // by request
  std::size_t answered_ = 0;
};

} // namespace

std::string worker_program() {
  char path[4096];
  ssize_t n = readlink("/proc/self/exe", path, sizeof path);
  std::string self(path, n > 0 ? static_cast<std::size_t>(n) : 0);
  if (self.empty()) // no /proc, as in a bare chroot: what was executed
    if (const auto *name = reinterpret_cast<const char *>(getauxval(AT_EXECFN)))
      self = std::filesystem::weakly_canonical(name).string();
  return self.substr(0, self.rfind('/') + 1) + "watertight-worker";
}

void run_workers(const std::vector<Message> &requests,
                 const PoolOptions &options, const OnReply &on_reply) {
  // A worker that dies early must not end the tool; and how it ended is told
  // only to those who do not ignore the end of their children.
  struct sigaction ignored{}, standard{}, pipe_before{}, child_before{};
  ignored.sa_handler = SIG_IGN;
  standard.sa_handler = SIG_DFL;
  sigaction(SIGPIPE, &ignored, &pipe_before);
  sigaction(SIGCHLD, &standard, &child_before);
  Pool(requests, options, on_reply).run();
  sigaction(SIGPIPE, &pipe_before, nullptr);
  sigaction(SIGCHLD, &child_before, nullptr);
}

} // namespace wt::frontend
