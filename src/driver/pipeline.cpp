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

#include "driver/base_findings.h"
#include "driver/build.h"
#include "driver/checking.h"
#include "driver/editor_session.h"
#include "driver/exit_status.h"
#include "driver/fixing.h"
#include "driver/input.h"
#include "driver/interrupt.h"
#include "driver/known_result.h"
#include "driver/language_server.h"
#include "driver/listing.h"
#include "driver/manual.h"
#include "driver/planning.h"
#include "driver/project.h"
#include "driver/proof_report.h"
#include "driver/proving.h"
#include "driver/querying.h"
#include "driver/settings.h"
#include "driver/shortfall.h"
#include "driver/specs.h"
#include "driver/storing.h"
#include "driver/unit_cache.h"
#include "report/kind_text.h"
#include "store/store.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <new>
#include <unistd.h>

namespace wt::driver {

namespace {

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

int check(CheckPlan &plan, Project &project, const Attempt &attempt,
          Console &console) {
  UnitCounts counts = count_units(project.units, project.input.jobs.skipped);
  std::expected<CheckResult, int> result =
      analyse_project(plan, project, attempt, console);
  return result ? report_result(plan, std::move(*result), counts, console)
                : result.error();
}

// The changes that mend findings are found out before the report.
int check_with_fixes(CheckPlan &plan, Project &project, Console &console) {
  UnitCounts counts = count_units(project.units, project.input.jobs.skipped);
  std::expected<CheckResult, int> result = result_of(plan, project, console);
  if (!result)
    return result.error();
  verify_fixes(subject_of(plan, project), *result, console);
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
int proving_command(Options &options, EngineTable table, Console &console) {
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
    return is_query ? query(options, table, place, project->units,
                            project->places, not_loaded, console)
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
    return proving_command(options, table, console);
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
