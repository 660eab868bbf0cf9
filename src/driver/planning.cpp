// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each part of the plan is filled in by a function of its own; the first error
// ends the job.

#include "driver/planning.h"

#include "driver/fix_output.h"
#include "driver/patterns.h"
#include "model/models.h"
#include "report/html.h"
#include "support/read_file.h"

#include <filesystem>

namespace wt::driver {

namespace {

std::string current_folder() {
  std::error_code ignored;
  return std::filesystem::current_path(ignored).string();
}

// What hides its findings would be replaced by what lacks them.
Status keep_baseline(const Options &options,
                     std::span<const Destination> destinations) {
  for (const Destination &to : destinations)
    if (is_same_file(to.path, options.baseline))
      return fail("the report would replace the baseline that it is compared "
                  "with; 'watertight baseline write' and 'update' renew it",
                  to.path);
  return {};
}

// Which files' findings are shown.
Status plan_patterns(CheckPlan &plan) {
  auto include =
      resolve_patterns(plan.options.include, "--include", plan.folder);
  if (!include)
    return std::unexpected(include.error());
  plan.include = std::move(*include);
  auto exclude =
      resolve_patterns(plan.options.exclude, "--exclude", plan.folder);
  if (!exclude)
    return std::unexpected(exclude.error());
  plan.exclude = std::move(*exclude);
  return {};
}

Status plan_baseline_command(CheckPlan &plan) {
  Result<BaselineTask> task = plan_baseline(plan.options);
  if (!task)
    return std::unexpected(task.error());
  for (const KnownFinding &known : task->known)
    if (task->action == BaselineAction::kCompare)
      plan.baseline.insert(known.fingerprint);
  if (task->action != BaselineAction::kCompare)
    plan.destinations.clear();
  plan.task.emplace(std::move(*task));
  return {};
}

// Which findings are known or hidden.
Status plan_hidden(CheckPlan &plan) {
  const Options &options = plan.options;
  if (options.command == Command::kBaseline) {
    if (Status status = plan_baseline_command(plan); !status)
      return status;
  } else if (!options.baseline.empty()) {
    Result<std::string> text = read_file(options.baseline, "the baseline");
    if (!text)
      return std::unexpected(text.error());
    Result<Baseline> baseline = parse_baseline(*text, options.baseline);
    if (!baseline)
      return std::unexpected(baseline.error());
    plan.baseline = std::move(*baseline);
  }
  if (!options.suppressions.empty()) {
    Result<SuppressionFile> hidden =
        SuppressionFile::read(options.suppressions);
    if (!hidden)
      return std::unexpected(hidden.error());
    plan.hidden = std::move(*hidden);
  }
  return keep_baseline(options, plan.destinations);
}

// Opens what the reports and changes are written to.
Status open_destinations(CheckPlan &plan) {
  for (const Destination &destination : plan.destinations) {
    if (destination.path.empty())
      continue;
    if (destination.format == Format::kHtml) {
      Result<ReportFolder> folder =
          ReportFolder::create(destination.path, report::is_html_report_file);
      if (!folder)
        return std::unexpected(folder.error());
      plan.folders.push_back(std::move(*folder));
      continue;
    }
    Result<AtomicFile> file = AtomicFile::create_behind_links(destination.path);
    if (!file)
      return std::unexpected(file.error());
    plan.files.push_back(std::move(*file));
  }
  if (!plan.options.fix_dir.empty()) {
    Result<ReportFolder> folder = create_fix_folder(plan.options.fix_dir);
    if (!folder)
      return std::unexpected(folder.error());
    plan.fix_folder.emplace(std::move(*folder));
  }
  return {};
}

} // namespace

Result<CheckPlan> plan_check(const Options &options, EngineTable table) {
  CheckPlan plan{options, {},
                 {},      {},
                 {},      {},
                 {},      {},
                 {},      {},
                 {},      current_folder(),
                 {},      std::chrono::steady_clock::now()};
  Result<std::vector<const EngineRow *>> engines =
      select_engines(options.engines, table);
  if (!engines)
    return std::unexpected(engines.error());
  plan.engines = std::move(*engines);
  Result<std::vector<Destination>> places = destinations(options);
  if (!places)
    return std::unexpected(places.error());
  plan.destinations = std::move(*places);
  if (Status status = plan_patterns(plan); !status)
    return std::unexpected(status.error());
  if (Status status = plan_hidden(plan); !status)
    return std::unexpected(status.error());
  if (auto models = model::load_models(options.specs); !models)
    return std::unexpected(models.error());
  if (Status status = open_destinations(plan); !status)
    return std::unexpected(status.error());
  if (options.command == Command::kFix)
    plan.destinations.clear();
  return plan;
}

} // namespace wt::driver
