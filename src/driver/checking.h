// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From captured units to a report: what `check` and `run` do in the child. When
// the same was analysed before (known_result.h), only the report is left to do.
//
// Tested by tests/cli/.

#pragma once

#include "driver/analysis.h"
#include "driver/baselining.h"
#include "driver/check_result.h"
#include "driver/console.h"
#include "driver/destination.h"
#include "driver/report_folder.h"
#include "driver/suppression_file.h"
#include "fix/objection.h"
#include "frontend/frontend.h"

#include <expected>
#include <map>
#include <span>

namespace wt::driver {

// Everything decided before the analysis starts.
struct CheckPlan {
  const Options &options;
  std::vector<const EngineRow *> engines;
  std::vector<Destination> destinations;
  std::vector<AtomicFile> files; // of the destinations with a path, in order
  std::vector<ReportFolder> folders;      // of the HTML reports, in order
  std::optional<ReportFolder> fix_folder; // --fix-dir
  Baseline baseline;
  std::optional<BaselineTask> task;          // of `baseline`
  SuppressionFile hidden;                    // --suppressions
  std::vector<std::string> include, exclude; // resolved patterns
  std::string folder;                        // the current one
  // Files that are not as they lie there: those of another revision.
  std::map<std::string, std::string> texts;
  std::chrono::steady_clock::time_point started;
};

// Of what is shown.
Confidence least_confidence(const Options &options);

// What became of the input, for the report.
struct UnitCounts {
  std::size_t captured = 0;               // from_store among them
  std::size_t from_store = 0;             // unchanged since an earlier run
  std::vector<report::FailedUnit> failed; // sorted
  std::size_t killed = 0;                 // of them, by the system
  std::string why_nothing; // could be analysed; "": something was
};
UnitCounts count_units(const std::vector<frontend::CapturedUnit> &units,
                       const std::vector<frontend::SkippedEntry> &skipped);

// A program that is not the one on disk, see reanalysis.h.
struct ChangedSource {
  const std::map<std::string, std::string> &texts; // by file
  std::span<const fix::Written> written;           // what is new in them
  std::vector<std::string> &objections;            // to each; filled in
};

// Runs in the child.  Takes the units.  Or the status to end with.  `store`:
// where results of functions are kept, or null.
std::expected<CheckResult, int>
analyse_units(const CheckPlan &plan, std::vector<frontend::CapturedUnit> &units,
              const std::vector<LinkPlaces> &places, const Attempt &attempt,
              Console &console, const ChangedSource *changed = nullptr,
              Store *store = nullptr);

// Those that the user wants to see.
std::vector<Finding> shown_findings(const CheckPlan &plan,
                                    const CheckResult &result);

// Writes what the user wants to see; gives the exit status.
int report_result(CheckPlan &plan, CheckResult result, const UnitCounts &units,
                  Console &console);

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
