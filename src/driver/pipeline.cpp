// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The way of the data, step by step.
//
//   options   what the user asks for                       driver/options.h
//   jobs      what to compile                              driver/input.h
//   capture   Clang in worker processes, or the store      frontend/frontend.h
//   known     nothing changed: the result is in the store driver/known_result.h
//   ---- from here on in a child process that may crash    driver/child.h
//   link      units become a program                       program/program.h
//   models    what functions do                            model/models.h
//   engines   verdicts, bottom-up over the call graph      driver/analysis.h
//   walker    witnesses are executed                       witness/walker.h
//   fuse      verdicts become findings with a confidence   verdict/fuse.h
//   select    suppressions, baseline, globs                driver/checking.cpp
//   report    text, JSON lines, SARIF                      report/report.h
//
// The steps of the child are in driver/checking.cpp, those of the other
// commands in driver/listing.cpp.

#include "driver/pipeline.h"

#include "driver/build.h"
#include "driver/checking.h"
#include "driver/diff_base.h"
#include "driver/fix_output.h"
#include "driver/fixing.h"
#include "driver/input.h"
#include "driver/interrupt.h"
#include "driver/known_result.h"
#include "driver/language_server.h"
#include "driver/link_targets.h"
#include "driver/listing.h"
#include "driver/manual.h"
#include "driver/patterns.h"
#include "driver/proof_report.h"
#include "driver/proving.h"
#include "driver/querying.h"
#include "driver/settings.h"
#include "driver/shortfall.h"
#include "driver/specs.h"
#include "driver/storing.h"
#include "driver/unit_cache.h"
#include "model/models.h"
#include "report/html.h"
#include "report/kind_text.h"
#include "store/store.h"
#include "support/read_file.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <new>
#include <set>
#include <thread>
#include <unistd.h>

namespace wt::driver {

namespace {

constexpr int kFine = 0;

// No exception for want of memory.  While a function is analysed it is the one
// to blame, and the parent goes on without it; else say so and end.
[[noreturn]] void out_of_memory() {
  if (InFlight::blame_this_thread())
    _exit(kOutOfMemory);
  constexpr char kMessage[] = "watertight: error: out of memory\n";
  [[maybe_unused]] ssize_t n =
      ::write(STDERR_FILENO, kMessage, sizeof kMessage - 1);
  _exit(kFailed);
}

int print_version() {
  std::printf("watertight %s\n", WT_VERSION);
  return kFine;
}

std::string current_folder() {
  std::error_code ignored;
  return std::filesystem::current_path(ignored).string();
}

unsigned workers(const Options &options) {
  return options.workers ? options.workers
                         : std::max(1u, std::thread::hardware_concurrency());
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

// Everything that can be wrong is found out before the work starts.
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
  auto include = resolve_patterns(options.include, "--include", plan.folder);
  if (!include)
    return std::unexpected(include.error());
  plan.include = std::move(*include);
  auto exclude = resolve_patterns(options.exclude, "--exclude", plan.folder);
  if (!exclude)
    return std::unexpected(exclude.error());
  plan.exclude = std::move(*exclude);
  if (options.command == Command::kBaseline) {
    Result<BaselineTask> task = plan_baseline(options);
    if (!task)
      return std::unexpected(task.error());
    for (const KnownFinding &known : task->known)
      if (task->action == BaselineAction::kCompare)
        plan.baseline.insert(known.fingerprint);
    if (task->action != BaselineAction::kCompare)
      plan.destinations.clear();
    plan.task.emplace(std::move(*task));
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
  if (Status status = keep_baseline(options, plan.destinations); !status)
    return std::unexpected(status.error());
  auto models = model::load_models(options.specs);
  if (!models)
    return std::unexpected(models.error());
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
  if (!options.fix_dir.empty()) {
    Result<ReportFolder> folder = create_fix_folder(options.fix_dir);
    if (!folder)
      return std::unexpected(folder.error());
    plan.fix_folder.emplace(std::move(*folder));
  }
  if (options.command == Command::kFix)
    plan.destinations.clear();
  return plan;
}

bool wants_fixes(const Options &options) {
  return options.fixes || !options.fix_dir.empty() ||
         options.command == Command::kFix || options.command == Command::kLsp;
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

// Leaves the units around the line, as the store knows them.  All are left
// where the store lacks one.
NotLoaded narrow(const Options &options, const QueryPlace &place, Input &input,
                 Console &console) {
  std::unique_ptr<Store> store = open_store(options, input.database, console);
  if (!store || options.regions == "points-to")
    return {};
  StoredUnits stored(*store);
  std::vector<UnitIndex> build;
  for (const frontend::CompileJob &job : input.jobs.jobs) {
    std::optional<UnitIndex> index = stored.index(job);
    if (!index)
      return {};
    build.push_back(std::move(*index));
  }
  std::optional<Neighbourhood> near =
      neighbourhood(build, place.file, place.line);
  if (!near)
    return {};
  frontend::JobList &all = input.jobs;
  frontend::JobList left;
  for (std::size_t i = 0; i < all.jobs.size(); ++i) {
    if (!near->units[i])
      continue;
    left.jobs.push_back(std::move(all.jobs[i]));
    if (i < all.outputs.size())
      left.outputs.push_back(std::move(all.outputs[i]));
  }
  left.skipped = std::move(all.skipped);
  all = std::move(left);
  return {std::move(near->used_elsewhere), near->has_main};
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

struct Project {
  Input input;
  std::vector<frontend::CapturedUnit> units;
  std::vector<LinkPlaces> places;    // by unit
  bool has_store = false;            // that later runs can read
  std::optional<Digest> result_key;  // of a check, see known_result.h
  std::optional<CheckResult> result; // known from an earlier run: no units then
};

// What the input consists of, compiled; or the status to end with.  `check`:
// the one that the project is read for, or null.
std::expected<Project, int> read_project(const Options &options,
                                         Result<Input> input, Console &console,
                                         const CheckPlan *check = nullptr) {
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

// Likewise of `files`, or of the build database.
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

// Where the build's database is, and with which status the build ended.
struct Built {
  BuildFolder folder;
  int status = 0;
};

// `run`: execute the build, then go on as if its database had been named.
Result<Built> run_build(Options &options, Console &console) {
  if (options.after_dashes.empty())
    return fail("no build command: watertight run -- make -j8");
  std::string kept = store_folder(options, "");
  Result<BuildFolder> folder = BuildFolder::make(kept);
  if (!folder)
    return std::unexpected(folder.error());
  std::string database = folder->path() + "/compile_commands.json";
  auto say = [&](const std::string &message) { console.warning(message); };
  if (Status cleaned = clean_database(database, say); !cleaned)
    return std::unexpected(cleaned.error());
  Result<int> status =
      capture_build(options.after_dashes, database, interrupted(), say);
  if (!status)
    return std::unexpected(status.error());
  options.build = database;
  options.store = kept.empty() ? "none" : kept; // beside the database
  options.after_dashes.clear();
  options.has_dashes = false;
  return Built{std::move(*folder), *status};
}

// Nothing has changed since the result was stored.
int report_known(CheckPlan &plan, Project &project, Console &console) {
  std::size_t units = project.input.jobs.jobs.size();
  return report_result(plan, std::move(*project.result),
                       {.captured = units, .from_store = units}, console);
}

// In the child.  A result that lacks functions at which it crashed is not kept.
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

int check(CheckPlan &plan, Project &project, const Attempt &attempt,
          Console &console) {
  UnitCounts counts = count_units(project.units, project.input.jobs.skipped);
  std::expected<CheckResult, int> result =
      analyse_project(plan, project, attempt, console);
  return result ? report_result(plan, std::move(*result), counts, console)
                : result.error();
}

// The result for a project, from an earlier run or from a child.
std::expected<CheckResult, int> result_of(CheckPlan &plan, Project &project,
                                          const std::string &scratch,
                                          Console &console) {
  if (project.result)
    return std::move(*project.result);
  int status =
      run_in_child(child_options(console), [&](const Attempt &attempt) {
        std::expected<CheckResult, int> result =
            analyse_project(plan, project, attempt, console);
        if (!result)
          return result.error();
        Result<AtomicFile> file = AtomicFile::create_behind_links(scratch);
        return file && file->write(write_result(*result)) ? kFine : kFailed;
      });
  if (status != kFine)
    return std::unexpected(status);
  Result<std::string> bytes = read_file(scratch, "the result for the base");
  std::optional<CheckResult> result =
      bytes ? read_result(*bytes) : std::nullopt;
  if (!result)
    return std::unexpected(kFailed);
  return std::move(*result);
}

// --diff-base: what was there before is not reported.
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
  Input before = now;
  {
    std::unique_ptr<Store> store =
        project.has_store ? open_store(options, now.database, console)
                          : nullptr;
    std::optional<StoredUnits> units;
    if (store)
      units.emplace(*store);
    make_base(before.jobs, *files, units ? &*units : nullptr);
  }
  if (before.jobs.jobs.empty())
    return {};
  console.note("the base is the build with the files of " + options.diff_base);
  std::expected<Project, int> base =
      read_project(options, std::move(before), console, &plan);
  if (!base)
    return std::unexpected(base.error());
  std::swap(plan.texts, files->differs);
  std::expected<CheckResult, int> result =
      result_of(plan, *base, folder->path() + "/base.result", console);
  std::swap(plan.texts, files->differs);
  if (!result)
    return std::unexpected(result.error());
  for (const Finding &finding : result->findings)
    if (finding.confidence >= least_confidence(options) &&
        !result->suppressions.hides(finding))
      plan.baseline.insert(finding.fingerprint);
  return {};
}

// The changes that mend findings are found out before the report.
int check_with_fixes(CheckPlan &plan, Project &project, Console &console) {
  UnitCounts counts = count_units(project.units, project.input.jobs.skipped);
  Subject subject{plan, project.units, project.places};
  std::expected<CheckResult, int> result =
      project.result ? std::move(*project.result)
                     : analyse_apart(subject, console);
  if (!result)
    return result.error();
  verify_fixes(subject, *result, console);
  return report_result(plan, std::move(*result), counts, console);
}

int check_project(CheckPlan &plan, Console &console) {
  std::expected<Project, int> project =
      read_project(plan.options, find_input(plan.options, plan.options.words),
                   console, &plan);
  if (!project)
    return project.error();
  if (!plan.options.diff_base.empty())
    if (auto base = add_base(plan, *project, console); !base)
      return base.error();
  if (wants_fixes(plan.options))
    return check_with_fixes(plan, *project, console);
  if (project->result)
    return report_known(plan, *project, console);
  return run_in_child(child_options(console), [&](const Attempt &attempt) {
    return check(plan, *project, attempt, console);
  });
}

int check_command(Options &options, EngineTable table, Console &console) {
  Result<CheckPlan> plan = plan_check(options, table);
  if (!plan) {
    console.error(plan.error());
    return kFailed;
  }
  if (options.command != Command::kRun)
    return check_project(*plan, console);
  // A temporary folder goes away at the end.
  Result<Built> built = run_build(options, console);
  if (interrupted())
    return kInterrupted;
  if (!built) {
    console.error(built.error());
    return kFailed;
  }
  int status = check_project(*plan, console);
  if (built->status == 0 || status == kInterrupted)
    return status;
  console.error("the build failed with status " +
                std::to_string(built->status) +
                "; only what it compiled before was analysed");
  return kFailed;
}

// The first word says what to do; the others are those of `check`.
int baseline_command(Options &options, EngineTable table, Console &console) {
  options.action = options.words[0];
  options.words.erase(options.words.begin());
  return check_command(options, table, console);
}

int listing_command(Options &options, EngineTable table, Console &console) {
  Result<std::vector<const EngineRow *>> engines =
      select_engines(options.engines, table);
  if (!engines) {
    console.error(engines.error());
    return kFailed;
  }
  std::span<const std::string> files = options.words;
  if (options.command == Command::kExplain)
    files = files.subspan(1);
  std::expected<Project, int> project = read_project(options, files, console);
  if (!project)
    return project.error();
  std::string why_not =
      why_nothing(project->units, project->input.jobs.skipped);
  if (!why_not.empty()) {
    console.error(why_not);
    return kFailed;
  }
  return run_in_child(child_options(console), [&](const Attempt &attempt) {
    switch (options.command) {
    case Command::kExplain:
      return explain(options, *engines, project->units, project->places,
                     attempt, console);
    case Command::kIr:
      return print_ir(project->units, console);
    case Command::kSpecs:
      return specs(options, table, project->units, project->places, attempt,
                   console);
    default:
      return print_callgraph(options, project->units, project->places, console);
    }
  });
}

// The beginning of a fingerprint, as long as messages show it or longer.
bool is_fingerprint(const std::string &word) {
  return word.size() >= 8 && word.size() <= 32 &&
         word.find_first_not_of("0123456789abcdef") == std::string::npos;
}

int print(const std::string &text, Console &console) {
  Status status = write_all(STDOUT_FILENO, text, "standard output");
  if (!status)
    console.error(status.error());
  return status ? kFine : kFailed;
}

// A function, a kind of findings, or one finding.  A word that may be the name
// of a function is one if there is such a function.
int explain_command(Options &options, EngineTable table, Console &console) {
  const std::string word = options.words[0];
  std::optional<FindingKind> kind = report::kind_named(word);
  std::span<const std::string> files = std::span(options.words).subspan(1);
  if (kind && (word.contains('-') || !find_input(options, files)))
    return print(report::explain_kind(*kind), console);
  if (!is_fingerprint(word))
    return listing_command(options, table, console);
  options.fingerprint = word;
  options.words.erase(options.words.begin());
  return check_command(options, table, console);
}

// `query` reads what it needs of the build of its file.
int proving_command(Options &options, Console &console) {
  QueryPlace place;
  ProveWords words = split_words(options.words);
  bool is_query = options.command == Command::kQuery;
  if (auto to = proof_destinations(options); !to) {
    console.error(to.error());
    return kFailed;
  }
  if (is_query) {
    Result<QueryPlace> parsed = parse_place(options.words[0]);
    if (!parsed) {
      console.error(parsed.error());
      return kFailed;
    }
    place = std::move(*parsed);
  }
  Result<Input> input = is_query ? find_program_of(options, place.file)
                                 : find_input(options, words.files);
  NotLoaded not_loaded;
  if (is_query && input)
    not_loaded = narrow(options, place, *input, console);
  std::expected<Project, int> project =
      read_project(options, std::move(input), console);
  if (!project)
    return project.error();
  std::string why_not =
      why_nothing(project->units, project->input.jobs.skipped);
  if (!why_not.empty()) {
    console.error(why_not);
    return kFailed;
  }
  return run_in_child(child_options(console), [&](const Attempt &) {
    return is_query ? query(options, place, project->units, project->places,
                            not_loaded, console)
                    : prove(options, words, project->units, project->places,
                            console);
  });
}

// Fills the store; what `check` would do before it analyses anything.
int capture_command(Options &options, Console &console) {
  std::expected<Project, int> project =
      read_project(options, options.words, console);
  if (!project)
    return project.error();
  std::size_t failed = 0, killed = 0, from_store = 0;
  for (const frontend::CapturedUnit &unit : project->units) {
    from_store += unit.from_store;
    failed += !unit.unit;
    killed += unit.was_killed;
  }
  const std::vector<frontend::SkippedEntry> &skipped =
      project->input.jobs.skipped;
  std::size_t captured = project->units.size() - failed;
  console.note("captured " + std::to_string(captured) +
               (captured == 1 ? " unit, " : " units, ") +
               std::to_string(from_store) + " from the store, " +
               std::to_string(failed) + " failed, " +
               std::to_string(skipped.size()) + " skipped");
  std::string why_not = why_nothing(project->units, skipped);
  if (!why_not.empty())
    console.error(why_not);
  bool is_incomplete =
      (options.strict && failed) || (killed && !options.keep_going);
  return !why_not.empty() || is_incomplete ? kFailed : kFine;
}

// Writes settings to choose from.
int init_command(Console &console) {
  int file =
      ::open(kSettingsFile, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (file < 0) {
    console.error(
        errno == EEXIST
            ? Error{"it exists and is left as it is", kSettingsFile}
            : Error{std::string("cannot write: ") + std::strerror(errno),
                    kSettingsFile});
    return kFailed;
  }
  Status status = write_all(file, settings_template(), kSettingsFile);
  close(file);
  if (!status) {
    console.error(status.error());
    return kFailed;
  }
  console.note(std::string("watertight: wrote ") + kSettingsFile +
               "; take the # off what you want to change");
  return kFine;
}

// One program that is open in an editor, as it was analysed last.
class EditorSession {
public:
  EditorSession(Options &options, EngineTable table, Console &console)
      : options_(options), table_(table), console_(console) {}

  std::vector<Finding> analyse(const std::string &file) {
    result_.reset();
    plan_.reset();
    Result<CheckPlan> plan = plan_check(options_, table_);
    if (!plan) {
      console_.error(plan.error());
      return {};
    }
    plan_.emplace(std::move(*plan));
    plan_->destinations.clear(); // standard output is the editor's
    std::expected<Project, int> project = read_project(
        options_, find_program_of(options_, file), console_, &*plan_);
    if (!project)
      return {};
    project_.emplace(std::move(*project));
    std::expected<CheckResult, int> result =
        project_->result ? std::move(*project_->result)
                         : analyse_apart(subject(), console_);
    if (!result)
      return {};
    result_.emplace(std::move(*result));
    return shown_findings(*plan_, *result_);
  }

  std::optional<Fix> mend(const std::string &fingerprint) {
    if (!result_)
      return std::nullopt;
    CheckResult one = *result_; // without the proposals for the others
    for (Finding &finding : one.findings)
      if (finding.fingerprint != fingerprint)
        finding.proposals.clear();
    verify_fixes(subject(), one, console_);
    for (Finding &finding : one.findings)
      if (finding.fingerprint == fingerprint)
        return finding.fix;
    return std::nullopt;
  }

private:
  Subject subject() { return {*plan_, project_->units, project_->places}; }

  Options &options_;
  EngineTable table_;
  Console &console_;
  std::optional<CheckPlan> plan_;
  std::optional<Project> project_;
  std::optional<CheckResult> result_;
};

int lsp_command(Options &options, EngineTable table, Console &console) {
  EditorSession session(options, table, console);
  EditorQuestions questions;
  questions.analyse = [&](const std::string &file) {
    return session.analyse(file);
  };
  questions.mend = [&](const std::string &fingerprint) {
    return session.mend(fingerprint);
  };
  return serve_editor(stdin, stdout, questions);
}

int run_command(Options &options, EngineTable table, Console &console) {
  switch (options.command) {
  case Command::kCheck:
  case Command::kRun:
  case Command::kFix:
    return check_command(options, table, console);
  case Command::kLsp:
    return lsp_command(options, table, console);
  case Command::kBaseline:
    return baseline_command(options, table, console);
  case Command::kStore:
    return store_command(options, console);
  case Command::kExplain:
    return explain_command(options, table, console);
  case Command::kIr:
  case Command::kCallgraph:
  case Command::kSpecs:
    return listing_command(options, table, console);
  case Command::kCapture:
    return capture_command(options, console);
  case Command::kQuery:
  case Command::kProve:
    return proving_command(options, console);
  case Command::kInit:
    return init_command(console);
  case Command::kVersion:
    return print_version();
  case Command::kMan:
    return print(manual_page(WT_VERSION), console);
  case Command::kCompletion:
    if (std::optional<std::string> script = completion_for(options.words[0]))
      return print(*script, console);
    console.error("shells that are known: bash, fish");
    return kFailed;
  case Command::kHelp:
    std::fputs(options.help_text.c_str(), stdout);
    return kFine;
  }
  return kFailed;
}

} // namespace

int run(int argc, char **argv, EngineTable engines) {
  std::set_new_handler(out_of_memory);
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN); // a full quota is an error of the write
  std::signal(SIGCHLD, SIG_DFL); // a parent may have had it ignored
  watch_interrupts();
  Console console;
  std::vector<std::string> arguments(argv + 1, argv + argc);
  Result<Options> options = parse_options(arguments, engines);
  if (!options) {
    console.error(options.error());
    return kFailed;
  }
  auto environment = [](const char *name) { return std::getenv(name); };
  if (options->command != Command::kHelp && options->command != Command::kInit)
    if (Status status = apply_settings(*options, engines, environment);
        !status) {
      console.error(status.error());
      return kFailed;
    }
  console.set_quiet(options->quiet);
  console.set_verbose(options->verbose);
  int status = run_command(*options, engines, console);
  if (status == kInterrupted)
    console.error("interrupted");
  return status;
}

} // namespace wt::driver
