// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is there to compile?  Entries of a compile_commands.json, or files of
// the command line.  The compiler an entry names is never run; only its flags
// are read, through the allow-list of frontend/flags.h.

#include "frontend/flags.h"
#include "frontend/frontend.h"
#include "frontend/words.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

namespace wt::frontend {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

std::string absolute(const std::string &path, const std::string &directory) {
  fs::path p(path);
  if (p.is_relative())
    p = fs::path(directory) / p;
  return p.lexically_normal().string();
}

// Programs that only start the real compiler.
bool is_launcher(std::string_view name) {
  constexpr std::string_view kLaunchers[] = {
      "ccache", "distcc", "sccache", "icecc", "libtool", "env",
      "nice",   "time",   "nohup",   "taskset"};
  return std::ranges::find(kLaunchers, name) != std::end(kLaunchers);
}

// "aarch64-linux-gnu-g++-12": a prefix, a known name, a version.
struct CompilerName {
  bool is_known = false;
  bool is_cxx = false;
  std::string target; // "aarch64-linux-gnu", or ""
};

CompilerName take_apart(std::string_view name) {
  CompilerName parts;
  while (!name.empty() &&
         std::string_view("0123456789.-").contains(name.back()))
    name.remove_suffix(1);
  constexpr std::string_view kKnown[] = {"clang++", "g++", "c++", "icpc",
                                         "icpx",    "CC",  "clang", "gcc",
                                         "cc",      "icc", "icx",   "tcc"};
  constexpr std::size_t kCxxNames = 6;
  for (std::size_t i = 0; i < std::size(kKnown) && !parts.is_known; ++i) {
    if (!name.ends_with(kKnown[i]))
      continue;
    std::string_view prefix = name.substr(0, name.size() - kKnown[i].size());
    if (!prefix.empty() && prefix.back() != '-')
      continue;
    parts.is_known = true;
    parts.is_cxx = i < kCxxNames;
    // A target has two parts at least: "musl-gcc" names none.
    if (std::ranges::count(prefix, '-') >= 2)
      parts.target = prefix.substr(0, prefix.size() - 1);
  }
  return parts;
}

// Takes the compiler, and what starts it, off.
CompilerName drop_compiler(std::vector<std::string> &words) {
  auto name_of = [](const std::string &word) {
    return fs::path(word).filename().string();
  };
  std::size_t at = 0;
  if (at < words.size() && is_launcher(name_of(words[at]))) {
    // Options and settings of the launcher, up to the compiler.
    while (at < words.size() && !take_apart(name_of(words[at])).is_known)
      ++at;
    if (at == words.size())
      at = 1;
  }
  if (at >= words.size() || words[at].starts_with("-"))
    return {};
  std::string name = name_of(words[at]);
  words.erase(words.begin(), words.begin() + static_cast<long>(at) + 1);
  CompilerName compiler = take_apart(name);
  compiler.is_cxx |= name.contains("++");
  return compiler;
}

// Adds the job, or says why there is none.
void add_job(JobList &list, std::set<CompileJob> &seen, CompileJob job) {
  CleanFlags flags = clean_flags(job.arguments);
  SourceKind kind = kind_of_source(job.file, flags.language, job.is_cxx_driver);
  if (kind == SourceKind::kNotForUs) {
    list.skipped.push_back({job.file, "not C or C++"});
    return;
  }
  job.arguments = std::move(flags.arguments);
  job.arguments.push_back("-x");
  job.arguments.push_back(kind == SourceKind::kCxx ? "c++" : "c");
  if (seen.insert(job).second)
    list.jobs.push_back(std::move(job));
}

Error json_error(std::size_t byte, const std::string &text,
                 const std::string &path) {
  std::size_t at = std::min(byte ? byte - 1 : 0, text.size());
  auto line = static_cast<std::uint32_t>(
      std::count(text.begin(), text.begin() + static_cast<long>(at), '\n') + 1);
  return Error{"this is not valid JSON", path, line, 0};
}

// An entry's words, compiler first; empty when it has none.
std::vector<std::string> words_of(const json &entry) {
  std::vector<std::string> words;
  if (auto list = entry.find("arguments");
      list != entry.end() && list->is_array()) {
    for (const json &word : *list)
      if (word.is_string())
        words.push_back(word.get<std::string>());
  } else if (auto line = entry.find("command");
             line != entry.end() && line->is_string()) {
    words = split_words(line->get<std::string>());
  }
  return words;
}

} // namespace

Result<JobList> jobs_from_database(const std::string &path) {
  std::ifstream in(path, std::ios::binary);
  if (!in)
    return fail("cannot read the build database", path);
  std::string text((std::istreambuf_iterator<char>(in)), {});
  json entries;
  try { // the one edge at which this library's exceptions become errors
    entries = json::parse(text);
  } catch (const json::parse_error &e) {
    return std::unexpected(json_error(e.byte, text, path));
  } catch (const json::exception &) { // such as a number of a thousand digits
    return fail("this is not a build database", path);
  }
  if (!entries.is_array())
    return fail("a build database is a list of entries", path, 1);

  std::string base = fs::absolute(path).parent_path().string();
  JobList list;
  std::set<CompileJob> seen;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const json &entry = entries[i];
    auto file = entry.is_object() ? entry.find("file") : entry.end();
    if (!entry.is_object() || file == entry.end() || !file->is_string()) {
      list.skipped.push_back(
          {path, "entry " + std::to_string(i + 1) + " names no file"});
      continue;
    }
    CompileJob job;
    auto directory = entry.find("directory");
    job.directory = directory != entry.end() && directory->is_string()
                        ? absolute(directory->get<std::string>(), base)
                        : base;
    job.file = absolute(file->get<std::string>(), job.directory);
    std::vector<std::string> words = words_of(entry);
    job.is_cxx_driver = drop_compiler(words);
    job.arguments = expand_response_files(words, job.directory);
    add_job(list, seen, std::move(job));
  }
  return list;
}

Result<JobList> jobs_from_files(std::span<const std::string> files,
                                std::span<const std::string> flags) {
  std::error_code ignored;
  std::string here = fs::current_path(ignored).string();
  JobList list;
  std::set<CompileJob> seen;
  for (const std::string &file : files) {
    CompileJob job;
    job.directory = here;
    job.file = absolute(file, here);
    std::error_code why;
    if (!fs::exists(job.file, why))
      return fail("no such file", file);
    if (fs::is_directory(job.file, why))
      return fail("this is a folder, not a source file", file);
    if (!std::ifstream(job.file))
      return fail("cannot read this file", file);
    job.arguments = expand_response_files({flags.begin(), flags.end()}, here);
    add_job(list, seen, std::move(job));
  }
  return list;
}

} // namespace wt::frontend
