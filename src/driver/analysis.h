// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How do the engines go over the program?
//
// Each engine runs bottom-up over the call graph on all processors, or, if it
// needs no summaries, over the functions by themselves, the largest first.
// What it says is kept in the task's own place, so the order of the answers
// does not depend on the number of threads.
//
// Tested by tests/cli/.

#pragma once

#include "driver/child.h"
#include "driver/engines.h"
#include "driver/kept_results.h"
#include "verdict/fuse.h"

namespace wt::driver {

struct AnalysisOptions {
  unsigned threads = 0; // 0: one per processor
  const std::atomic<bool> *cancelled = nullptr;
  // Functions done so far and verdicts *leaks* so far; from any thread.
  std::function<void(std::size_t, std::size_t)> on_progress;
  KeptResults *kept = nullptr; // of earlier runs, and for later ones
};

// What one engine said.
struct EngineRun {
  const EngineRow *engine = nullptr;
  EngineVerdicts answers;
  IdMap<ProcedureId, std::unique_ptr<Summary>> summaries;
  std::vector<ProcedureId> over_budget; // sorted
};

struct Analysis {
  std::vector<EngineRun> runs;       // in table order
  std::vector<ProcedureId> left_out; // crashed before, sorted
  std::size_t functions = 0;         // with a body
  bool is_complete = true;           // not cancelled
};

Analysis analyse(const FactStages &stages,
                 std::span<const EngineRow *const> engines,
                 const Question &question, const AnalysisOptions &options,
                 const Attempt &attempt);

} // namespace wt::driver
