// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How are tasks started in the right order?  See schedule.h.
//
// Every component counts the callees it still waits for; who finishes the last
// of them makes it ready.  Of what is ready, that is taken first which most
// work waits for, along one chain of callers: otherwise the longest chain would
// be left to the end, and to one worker.
//
// Tested by tests/unit/program/schedule_test.cpp.

#include "program/schedule.h"

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_group.h>

#include <algorithm>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <pthread.h>
#include <queue>

namespace wt {

namespace {

bool is_set(const std::atomic<bool> *flag) {
  return flag && flag->load(std::memory_order_relaxed);
}

class Run {
public:
  Run(const SccGraph &graph, std::span<const std::uint64_t> work,
      const std::atomic<bool> *cancelled,
      const std::function<void(SccId)> &task)
      : graph_(graph), cancelled_(cancelled), task_(task),
        waiting_(graph.size()), chain_(graph.size()), done_(graph.size()) {
    for (std::size_t i = graph.size(); i-- > 0;) { // callers first
      SccId scc(static_cast<std::uint32_t>(i));
      waiting_[i] = graph.callees[scc].size();
      for (SccId caller : graph.callers[scc])
        chain_[i] = std::max(chain_[i], chain_[caller.value]);
      chain_[i] += work.empty() ? 1 : work[i];
    }
  }

  void on_this_thread() {
    for (std::uint32_t i = 0; i < graph_.size() && !is_set(cancelled_); ++i) {
      task_(SccId(i));
      done_[i] = 1;
    }
  }

  void on_all(tbb::task_group &group, int threads) {
    for (std::uint32_t i = 0; i < graph_.size(); ++i)
      if (waiting_[i] == 0)
        ready_.push({chain_[i], ~i});
    for (int i = 0; i < threads; ++i)
      group.run([this] { take_tasks(); });
  }

  ScheduleResult result() const {
    ScheduleResult result;
    for (std::uint32_t i = 0; i < graph_.size(); ++i)
      if (!done_[i])
        result.not_run.push_back(SccId(i));
    result.is_complete = result.not_run.empty();
    return result;
  }

private:
  // Until there is nothing left that could be run, now or later.
  void take_tasks() {
    std::unique_lock lock(mutex_);
    while (true) {
      changed_.wait(lock, [&] { return !ready_.empty() || running_ == 0; });
      if (ready_.empty() || is_set(cancelled_))
        return;
      SccId scc(~ready_.top().second);
      ready_.pop();
      ++running_;
      lock.unlock();
      task_(scc);
      lock.lock();
      --running_;
      finish(scc);
      changed_.notify_all();
    }
  }

  void finish(SccId scc) {
    done_[scc.value] = 1;
    for (SccId caller : graph_.callers[scc])
      if (--waiting_[caller.value] == 0)
        ready_.push({chain_[caller.value], ~caller.value});
  }

  const SccGraph &graph_;
  const std::atomic<bool> *cancelled_;
  const std::function<void(SccId)> &task_;
  std::mutex mutex_; // for all below
  std::condition_variable changed_;
  std::size_t running_ = 0;
  std::vector<std::size_t> waiting_;
  std::vector<std::uint64_t> chain_; // work of the longest chain from here
  std::vector<std::uint8_t> done_;
  // Ready, by chain; among equals the smaller id first, as its complement.
  std::priority_queue<std::pair<std::uint64_t, std::uint32_t>> ready_;
};

void *wait_for_the_end(void *held) {
  std::lock_guard until_released(*static_cast<std::mutex *>(held));
  return nullptr;
}

// How many threads there can be, this one included, up to `wanted`: with little
// memory or a limit on processes there are fewer, and TBB would end the
// process.  Found out by trying.
int possible_threads(int wanted, std::size_t stack_bytes) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, stack_bytes);
  std::mutex held;
  std::vector<pthread_t> started;
  held.lock();
  pthread_t thread;
  while (static_cast<int>(started.size()) + 1 < wanted &&
         pthread_create(&thread, &attributes, wait_for_the_end, &held) == 0)
    started.push_back(thread);
  held.unlock();
  for (pthread_t one : started)
    pthread_join(one, nullptr);
  pthread_attr_destroy(&attributes);
  return static_cast<int>(started.size()) + 1;
}

void on_arena(int threads, std::size_t stack_bytes,
              const std::function<void(tbb::task_group &)> &work) {
  using Control = tbb::global_control;
  Control parallelism(Control::max_allowed_parallelism, threads);
  Control stack(Control::thread_stack_size, stack_bytes);
  tbb::task_arena arena(threads);
  arena.execute([&] {
    tbb::task_group group;
    work(group);
    group.wait();
  });
}

// `alone` if there is one thread, `together` on an arena of several.
void on_threads(
    const ScheduleOptions &options, std::size_t most,
    const std::function<void()> &alone,
    const std::function<void(tbb::task_group &, int threads)> &together) {
  int threads = options.threads ? static_cast<int>(options.threads)
                                : tbb::info::default_concurrency();
  if (most < static_cast<std::size_t>(threads))
    threads = std::max(1, static_cast<int>(most));
  threads = possible_threads(threads, options.stack_bytes);
  if (threads == 1) {
    alone();
    return;
  }
  // Workers end with the run, so that a later fork() copies no half of them.
  tbb::task_scheduler_handle workers{tbb::attach{}};
  on_arena(threads, options.stack_bytes,
           [&](tbb::task_group &group) { together(group, threads); });
  tbb::finalize(workers, std::nothrow);
}

} // namespace

ScheduleResult run_bottom_up(const SccGraph &graph,
                             const ScheduleOptions &options,
                             const std::function<void(SccId)> &task,
                             std::span<const std::uint64_t> work) {
  Run run(graph, work, options.cancelled, task);
  on_threads(
      options, graph.size(), [&] { run.on_this_thread(); },
      [&](tbb::task_group &group, int threads) { run.on_all(group, threads); });
  return run.result();
}

bool run_each(std::size_t count, const ScheduleOptions &options,
              const std::function<void(std::size_t)> &task) {
  std::atomic<std::size_t> next = 0, done = 0;
  auto take_tasks = [&] {
    for (std::size_t i; !is_set(options.cancelled) && (i = next++) < count;) {
      task(i);
      ++done;
    }
  };
  on_threads(options, count, take_tasks,
             [&](tbb::task_group &group, int threads) {
               for (int i = 0; i < threads; ++i)
                 group.run(take_tasks);
             });
  return done == count;
}

} // namespace wt
