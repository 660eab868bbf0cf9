// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The base is read and analysed like any project.

#include "driver/base_findings.h"

#include "driver/diff_base.h"
#include "driver/exit_status.h"
#include "driver/interrupt.h"
#include "driver/storing.h"
#include "driver/unit_cache.h"
#include "store/store.h"

#include <set>

namespace wt::driver {

namespace {

// The build as it was.
Input input_at(const BaseFiles &files, const Input &now, const Project &project,
               const Options &options, Console &console) {
  Input before = now;
  std::unique_ptr<Store> store =
      project.has_store ? open_store(options, now.database, console) : nullptr;
  std::optional<StoredUnits> units;
  if (store)
    units.emplace(*store);
  make_base(before.jobs, files, units ? &*units : nullptr);
  return before;
}

} // namespace

std::expected<void, int> add_base(CheckPlan &plan, const Project &project,
                                  Console &console) {
  const Options &options = plan.options;
  const Input &now = project.input;
  Result<BuildFolder> folder =
      BuildFolder::make(store_folder(options, now.database));
  if (!folder) {
    console.error(folder.error());
    return std::unexpected(kFailed);
  }
  std::set<std::string> sources;
  for (const frontend::CompileJob &job : now.jobs.jobs)
    sources.insert(job.file);
  Result<BaseFiles> files = files_at(options.diff_base, sources,
                                     folder->path() + "/base", interrupted());
  if (!files) {
    console.error(files.error());
    return std::unexpected(interrupted() ? kInterrupted : kFailed);
  }
  Input before = input_at(*files, now, project, options, console);
  if (before.jobs.jobs.empty())
    return {};
  console.note("the base is the build with the files of " + options.diff_base);
  std::expected<Project, int> base =
      read_project(options, std::move(before), console, &plan);
  if (!base)
    return std::unexpected(base.error());
  std::swap(plan.texts, files->differs);
  std::expected<CheckResult, int> result = result_of(plan, *base, console);
  std::swap(plan.texts, files->differs);
  if (!result)
    return std::unexpected(result.error());
  for (const Finding &finding : result->findings)
    if (finding.confidence >= least_confidence(options) &&
        !result->suppressions.hides(finding))
      plan.baseline.insert(finding.fingerprint);
  return {};
}

} // namespace wt::driver
