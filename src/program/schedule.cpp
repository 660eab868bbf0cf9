// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How are tasks started in the right order?  See schedule.h.
//
// Every component counts the callees it still waits for.  Whoever finishes
// the last of them starts it: the first component that becomes ready is run
// next by the same worker (its callee is in the cache), the others are put up
// for whoever is idle.
//
// Tested by tests/unit/program/schedule_test.cpp.

#include "program/schedule.h"

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_group.h>

#include <algorithm>
#include <memory>
#include <mutex>
#include <pthread.h>

namespace wt {

namespace {

bool is_set(const std::atomic<bool> *flag) {
  return flag && flag->load(std::memory_order_relaxed);
}

class Run {
public:
  Run(const SccGraph &graph, const std::atomic<bool> *cancelled,
      const std::function<void(SccId)> &task)
      : graph_(graph), cancelled_(cancelled), task_(task),
        waiting_(new std::atomic<std::uint32_t>[graph.size()]),
        done_(graph.size()) {
    for (std::uint32_t i = 0; i < graph.size(); ++i)
      waiting_[i].store(graph.callees[SccId(i)].size(),
                        std::memory_order_relaxed);
  }

  void on_this_thread() {
    for (std::uint32_t i = 0; i < graph_.size() && !is_set(cancelled_); ++i) {
      task_(SccId(i));
      done_[i] = 1;
    }
  }

  void on_all(tbb::task_group &group) {
    for (std::uint32_t i = 0; i < graph_.size(); ++i)
      if (graph_.callees[SccId(i)].empty())
        group.run([this, &group, i] { chain(group, SccId(i)); });
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
  // Runs `scc`, then one caller that became ready by it, and so on.
  void chain(tbb::task_group &group, SccId scc) {
    while (scc.valid() && !is_set(cancelled_)) {
      task_(scc);
      done_[scc.value] = 1;
      scc = release_callers(group, scc);
    }
  }

  // Starts all callers that waited for `scc` only, but for the one returned.
  SccId release_callers(tbb::task_group &group, SccId scc) {
    SccId mine;
    for (SccId caller : graph_.callers[scc]) {
      // Acquire and release: the caller's task sees what all callees wrote.
      if (waiting_[caller.value].fetch_sub(1, std::memory_order_acq_rel) != 1)
        continue;
      if (mine.valid())
        group.run([this, &group, caller] { chain(group, caller); });
      else
        mine = caller;
    }
    return mine;
  }

  const SccGraph &graph_;
  const std::atomic<bool> *cancelled_;
  const std::function<void(SccId)> &task_;
  std::unique_ptr<std::atomic<std::uint32_t>[]> waiting_;
  std::vector<std::uint8_t> done_; // bytes: written by several threads
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
                             const std::function<void(SccId)> &task) {
  Run run(graph, options.cancelled, task);
  on_threads(
      options, graph.size(), [&] { run.on_this_thread(); },
      [&](tbb::task_group &group, int) { run.on_all(group); });
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
