// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The store is closed again before any process is forked.

#include "driver/project.h"

#include "driver/exit_status.h"
#include "driver/interrupt.h"
#include "driver/known_result.h"
#include "driver/link_targets.h"
#include "driver/shared_memory.h"
#include "driver/shortfall.h"
#include "driver/storing.h"
#include "driver/unit_cache.h"
#include "store/store.h"

#include <thread>

namespace wt::driver {

namespace {

unsigned workers(const Options &options) {
  return options.workers ? options.workers
                         : std::max(1u, std::thread::hardware_concurrency());
}

// Compiles what is not in the store.  The store is closed again before any
// process is forked.
std::vector<frontend::CapturedUnit> capture(const Options &options,
                                            const Input &input,
                                            std::optional<StoredUnits> &cache,
                                            Console &console) {
  frontend::CaptureOptions capture;
  capture.workers = workers(options);
  capture.seconds_per_unit = options.unit_time;
  capture.megabytes_per_worker = options.unit_memory;
  capture.cancelled = &interrupted();
  capture.on_unit = [&](std::size_t done, std::size_t, const std::string &) {
    console.done(done);
  };
  console.begin("capturing", "units", input.jobs.jobs.size());
  std::vector<frontend::CapturedUnit> units =
      frontend::capture(input.jobs, capture, cache ? &*cache : nullptr);
  console.end();
  return units;
}

// Notes what was of use in the store.
void finish(Store &store, const Options &options, Console &console) {
  if (!interrupted())
    store.finish_run(store_limits(options));
  for (const std::string &message : store.take_messages())
    console.warning(message);
}

// Where the build links each unit, if it was told.
std::vector<LinkPlaces> find_places(const Input &input, Console &console) {
  LinkRecord record;
  if (!input.database.empty()) {
    Result<LinkRecord> known = read_link_record(link_record_of(input.database));
    if (known)
      record = std::move(*known);
    else
      console.warning(known.error().text() +
                      ", so it is not used (the next `run` makes it anew)");
  }
  return link_places(record, input.jobs.outputs);
}

} // namespace

bool wants_fixes(const Options &options) {
  return options.fixes || !options.fix_dir.empty() ||
         options.command == Command::kFix || options.command == Command::kLsp;
}

std::expected<Project, int> read_project(const Options &options,
                                         Result<Input> input, Console &console,
                                         const CheckPlan *check) {
  if (!input) {
    console.error(input.error());
    return std::unexpected(kFailed);
  }
  Project project;
  project.places = find_places(*input, console);
  std::unique_ptr<Store> store = open_store(options, input->database, console);
  project.has_store = store && store->is_persistent();
  std::optional<StoredUnits> cache;
  if (store)
    cache.emplace(*store);
  auto key = [&]() -> std::optional<Digest> {
    if (!check || !cache || !store->is_persistent())
      return std::nullopt;
    return result_key(options, check->engines, input->jobs, project.places,
                      *cache);
  };
  project.result_key = key();
  if (project.result_key)
    project.result = find_result(*store, *project.result_key);
  if (!project.result || wants_fixes(options)) {
    project.units = capture(options, *input, cache, console);
    project.result_key = key(); // of what was captured now
  }
  if (store)
    finish(*store, options, console);
  if (interrupted())
    return std::unexpected(kInterrupted);
  tell_of_missing_units(project.units, input->jobs.skipped, console);
  if (std::string note =
          note_on_flags(input->jobs.dropped, console.is_verbose());
      !note.empty())
    console.note(note);
  project.input = std::move(*input);
  return project;
}

std::expected<Project, int> read_project(const Options &options,
                                         std::span<const std::string> files,
                                         Console &console) {
  return read_project(options, find_input(options, files), console);
}

ChildOptions child_options(Console &console) {
  ChildOptions child;
  child.cancelled = &interrupted();
  child.say = [&](const std::string &message) { console.warning(message); };
  return child;
}

std::expected<CheckResult, int> analyse_project(CheckPlan &plan,
                                                Project &project,
                                                const Attempt &attempt,
                                                Console &console) {
  std::unique_ptr<Store> store =
      attempt.is_first() && project.has_store
          ? open_store(plan.options, project.input.database, console)
          : nullptr;
  std::expected<CheckResult, int> result =
      analyse_units(plan, project.units, project.places, attempt, console,
                    nullptr, store.get());
  if (!result)
    return result;
  if (store) {
    if (project.result_key)
      put_result(*store, *project.result_key, *result);
    for (const std::string &message : store->take_messages())
      console.warning(message);
  }
  return result;
}

Subject subject_of(const CheckPlan &plan, Project &project) {
  return {plan, project.units, project.places, project.input.database,
          project.has_store};
}

std::expected<CheckResult, int> result_of(CheckPlan &plan, Project &project,
                                          Console &console) {
  if (project.result)
    return std::move(*project.result);
  SharedMemory shared;
  int status =
      run_in_child(child_options(console), [&](const Attempt &attempt) {
        std::expected<CheckResult, int> result =
            analyse_project(plan, project, attempt, console);
        if (!result)
          return result.error();
        return shared.write(write_result(*result)) ? kFine : kFailed;
      });
  if (status != kFine)
    return std::unexpected(status);
  std::optional<CheckResult> result = read_result(shared.read());
  if (!result)
    return std::unexpected(kFailed);
  return std::move(*result);
}

} // namespace wt::driver
