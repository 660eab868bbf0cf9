// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How is the program analysed bottom-up on many threads?
//
// One task per component of the call graph, ready as soon as the last component
// that it calls is done; there is no barrier between levels.  Of what is ready
// that is begun first which most work waits for.  The caller keeps results in
// one slot per component, so what comes out does not depend on the number of
// threads:
//
//   IdMap<SccId, SccResult> results(graph.size());
//   ScheduleResult done = run_bottom_up(graph, {.threads = 8},
//       [&](SccId scc) { results[scc] = engine.analyse(...); });
//
// A task may read the slots of everything below it.
//
// What needs nothing of anything else is run by run_each: the caller says in
// which order tasks start, best the longest first, so that no long one is left
// to the end.
//
// Tested by tests/unit/program/schedule_test.cpp.

#pragma once

#include "program/scc.h"

#include <atomic>
#include <functional>
#include <span>

namespace wt {

struct ScheduleOptions {
  unsigned threads = 0; // 0: one per processor
  // Once true, no further task is started; those running are waited for.
  const std::atomic<bool> *cancelled = nullptr;
  std::size_t stack_bytes = std::size_t(64) << 20; // of each worker thread
};

struct ScheduleResult {
  bool is_complete = true;
  std::vector<SccId> not_run; // ascending; empty when complete
};

// `task` is called once per component, from several threads at once, and must
// not throw.  With one thread: in order of ids, on the calling thread.  No
// worker thread outlives the call, so the process may fork afterwards.  `work`:
// how much there is to do for each, about; empty: for all the same.
ScheduleResult run_bottom_up(const SccGraph &graph,
                             const ScheduleOptions &options,
                             const std::function<void(SccId)> &task,
                             std::span<const std::uint64_t> work = {});

// Likewise tasks 0 .. count - 1, started in this order.  False: cancelled
// before all of them ran.
bool run_each(std::size_t count, const ScheduleOptions &options,
              const std::function<void(std::size_t)> &task);

} // namespace wt
