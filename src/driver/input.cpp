// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds the jobs: see input.h.

#include "driver/input.h"

#include "driver/settings.h"
#include "support/path.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <set>

namespace wt::driver {

namespace fs = std::filesystem;

namespace {

constexpr const char *kDatabase = "compile_commands.json";
constexpr const char *kFolder = ".watertight";
constexpr const char *kCaptured = ".watertight/compile_commands.json"; // by run

std::string parent(const std::string &path) {
  return fs::path(absolute_path(path)).parent_path().string();
}

Result<Input> from_database(const std::string &database) {
  Result<frontend::JobList> jobs = frontend::jobs_from_database(database);
  if (!jobs)
    return std::unexpected(jobs.error());
  if (jobs->jobs.empty())
    return fail("nothing to analyse: the build database has no C or C++ file",
                database);
  return Input{std::move(*jobs), database};
}

// Files of the command line, with the flags the build gives them.
Result<Input> from_files(std::span<const std::string> files,
                         const std::string &database) {
  Result<frontend::JobList> known = frontend::jobs_from_database(database);
  if (!known)
    return std::unexpected(known.error());
  std::multimap<std::string, std::size_t> by_file;
  for (std::size_t i = 0; i < known->jobs.size(); ++i)
    by_file.emplace(known->jobs[i].file, i);
  Input input;
  input.database = database;
  input.jobs.dropped = known->dropped;
  std::set<std::string> seen;
  for (const std::string &file : files) {
    if (!seen.insert(absolute_path(file)).second)
      continue;
    Result<frontend::JobList> plain =
        frontend::jobs_from_files(std::span(&file, 1), {});
    if (!plain)
      return std::unexpected(plain.error());
    auto [begin, end] = by_file.equal_range(absolute_path(file));
    for (auto entry = begin; entry != end; ++entry) {
      input.jobs.jobs.push_back(known->jobs[entry->second]);
      input.jobs.outputs.push_back(known->outputs[entry->second]);
    }
    if (begin == end) {
      std::ranges::move(plain->jobs, std::back_inserter(input.jobs.jobs));
      input.jobs.outputs.resize(input.jobs.jobs.size());
      std::ranges::move(plain->skipped, std::back_inserter(input.jobs.skipped));
    }
  }
  return input;
}

// The one that the user names; "": none is named.
Result<std::string> named_database(const Options &options) {
  if (options.build.empty())
    return "";
  fs::path place(options.build);
  std::error_code ignored;
  if (fs::is_directory(place, ignored))
    place /= kDatabase;
  if (!fs::is_regular_file(place, ignored))
    return fail("there is no compile_commands.json here", options.build);
  return absolute_path(place.string());
}

// "": there is none.
std::string find_database_of(const std::string &file) {
  return find_database(std::array<std::string, 2>{".", parent(file)})
      .value_or("");
}

} // namespace

std::optional<std::string> find_database(std::span<const std::string> folders) {
  for (const char *name : {kDatabase, kCaptured})
    for (const std::string &folder : folders)
      if (std::optional<std::string> found = find_upwards(folder, name))
        return found;
  return std::nullopt;
}

Result<Input> find_input(const Options &options,
                         std::span<const std::string> files) {
  Result<std::string> database = named_database(options);
  if (!database)
    return std::unexpected(database.error());
  if (files.empty()) {
    if (!options.after_dashes.empty())
      return fail("compiler flags behind -- need files to compile with them");
    if (database->empty())
      *database = find_database(std::array<std::string, 1>{"."}).value_or("");
    if (database->empty())
      return fail("nothing to analyse: name files, or run this where a "
                  "compile_commands.json is found here or in a folder above");
    return from_database(*database);
  }
  if (!options.has_dashes && database->empty())
    *database = find_database_of(files[0]);
  if (!database->empty() && !options.has_dashes)
    return from_files(files, *database);
  Result<frontend::JobList> jobs =
      frontend::jobs_from_files(files, options.after_dashes);
  if (!jobs)
    return std::unexpected(jobs.error());
  return Input{std::move(*jobs), ""};
}

Result<Input> find_program_of(const Options &options, const std::string &file) {
  Result<std::string> database = named_database(options);
  if (!database)
    return std::unexpected(database.error());
  if (database->empty())
    *database = find_database_of(file);
  if (database->empty() || options.has_dashes)
    return find_input(options, std::span(&file, 1));
  Result<Input> all = from_database(*database);
  if (!all)
    return all;
  bool is_compiled =
      std::ranges::any_of(all->jobs.jobs, [&](const frontend::CompileJob &job) {
        return job.file == absolute_path(file);
      });
  Result<Input> alone = from_files(std::span(&file, 1), *database);
  bool is_other_source = !is_compiled && alone && !alone->jobs.jobs.empty();
  return is_other_source ? std::move(alone) : std::move(all);
}

std::string store_folder(const Options &options, const std::string &database) {
  const std::string &chosen = options.store;
  if (chosen == "none")
    return "";
  if (!chosen.empty())
    return absolute_path(chosen);
  if (auto configuration = find_upwards(".", kSettingsFile))
    return (fs::path(parent(*configuration)) / kFolder).string();
  if (!database.empty()) {
    fs::path folder = parent(database);
    return (folder.filename() == kFolder ? folder : folder / kFolder).string();
  }
  return absolute_path(kFolder);
}

} // namespace wt::driver
