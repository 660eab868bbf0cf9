// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From captured units to a report: what `check` and `run` do in the child.
//
// Tested by tests/cli/.

#pragma once

#include "driver/analysis.h"
#include "driver/console.h"
#include "driver/destination.h"
#include "frontend/frontend.h"
#include "verdict/baseline.h"

namespace wt::driver {

// Everything decided before the analysis starts.
struct CheckPlan {
  const Options &options;
  std::vector<const EngineRow *> engines;
  std::vector<Destination> destinations;
  std::vector<AtomicFile> files; // of the destinations with a path, in order
  Baseline baseline;
  std::vector<std::string> include, exclude; // resolved patterns
  std::string folder;                        // the current one
  std::chrono::steady_clock::time_point started;
};

// Runs in the child; gives the exit status.
int check(CheckPlan &plan, std::vector<frontend::CapturedUnit> &units,
          const std::vector<LinkPlaces> &places,
          const std::vector<frontend::SkippedEntry> &skipped,
          const Attempt &attempt, Console &console);

struct Linked {
  std::unique_ptr<const Program> program;
  std::unique_ptr<const model::ModelSet> models;
};

// Links the units that were compiled, and takes them; bodies of library classes
// are those of their contracts (model/contract.h).  `places` are those of all
// units, see link_targets.h.  Fails if a specification cannot be read.
Result<Linked> link_units(std::vector<frontend::CapturedUnit> &units,
                          const std::vector<LinkPlaces> &places,
                          const Options &options);

} // namespace wt::driver
