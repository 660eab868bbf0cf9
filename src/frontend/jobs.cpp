// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is there to compile?  Entries of a compile_commands.json, or files of
// the command line.  The compiler an entry names is never run; only its flags
// are read, through the allow-list of frontend/flags.h.

#include "frontend/flags.h"
#include "frontend/frontend.h"
#include "frontend/words.h"
#include "support/broken_utf8.h"
#include "support/path.h"
#include "support/read_file.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>

namespace wt::frontend {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

std::string name_of(const std::string &program) {
  return fs::path(program).filename().string();
}

bool is_one_of(std::string_view word, std::span<const std::string_view> list) {
  return std::ranges::find(list, word) != list.end();
}

// Programs that only start the real compiler.
constexpr std::string_view kLaunchers[] = {"ccache",  "distcc", "sccache",
                                           "icecc",   "env",    "nice",
                                           "libtool", "time",   "nohup"};

// The place of the compiler: behind launchers with their options and settings,
// as in "env LANG=C nice -n 5 ccache gcc".
std::size_t find_compiler(const std::vector<std::string> &words) {
  std::size_t at = 0;
  while (at < words.size() && is_one_of(name_of(words[at]), kLaunchers)) {
    auto is_for_launcher = [](const std::string &word) {
      return word.starts_with("-") || word.contains('=') ||
             word.find_first_not_of("0123456789") == std::string::npos;
    };
    for (++at; at < words.size() && is_for_launcher(words[at]);)
      ++at;
  }
  return at;
}

// "aarch64-linux-gnu" of "aarch64-linux-gnu-g++-12"; "" when the name of the
// compiler says no target that Clang knows.
std::string target_of(std::string_view name) {
  constexpr std::string_view kMachines[] = {
      "x86_64",  "i386",        "i486",        "i586",    "i686",
      "aarch64", "arm",         "armeb",       "armv7l",  "mips",
      "mipsel",  "mips64",      "mips64el",    "powerpc", "powerpc64",
      "ppc64",   "ppc64le",     "powerpc64le", "riscv32", "riscv64",
      "s390x",   "loongarch64", "sparc",       "sparc64", "m68k"};
  if (!is_one_of(name.substr(0, name.find('-')), kMachines))
    return "";
  for (std::string_view compiler : {"gcc", "g++", "cc", "c++", "clang"})
    if (std::size_t at = name.find("-" + std::string(compiler));
        at != std::string_view::npos && name.substr(0, at).contains('-'))
      return std::string(name.substr(0, at));
  return "";
}

// Takes the compiler off the words; what its name says becomes part of the job.
void drop_compiler(std::vector<std::string> &words, CompileJob &job) {
  std::size_t at = find_compiler(words);
  if (at >= words.size() || words[at].starts_with("-"))
    return; // there is none
  std::string name = name_of(words[at]);
  words.erase(words.begin(), words.begin() + static_cast<long>(at) + 1);
  job.is_cxx_driver = name.contains("++");
  // In front: a target among the flags overrides it.
  if (std::string target = target_of(name); !target.empty())
    words.insert(words.begin(), "--target=" + target);
}

// Where jobs are in their list.
using JobIndex = std::map<CompileJob, std::size_t>;

// Adds the job, or says why there is none.  `output` is what it is compiled to;
// "" if nobody says.
void add_job(JobList &list, JobIndex &seen, CompileJob job,
             std::string output = {}) {
  CleanFlags flags = clean_flags(job.arguments);
  SourceKind kind = kind_of_source(job.file, flags.language, job.is_cxx_driver);
  if (kind == SourceKind::kNotForUs) {
    list.skipped.push_back({job.file, "not C or C++"});
    return;
  }
  job.arguments = std::move(flags.arguments);
  list.dropped.insert(flags.dropped.begin(), flags.dropped.end());
  drop_foreign_standards(job.arguments, kind);
  job.arguments.push_back("-x");
  job.arguments.push_back(kind == SourceKind::kCxx ? "c++" : "c");
  auto [place, is_new] = seen.try_emplace(job, list.jobs.size());
  if (is_new) {
    list.jobs.push_back(std::move(job));
    list.outputs.emplace_back();
  }
  if (!output.empty())
    list.outputs[place->second].push_back(std::move(output));
}

// What a compiler makes of the file when it is told these words: the name
// behind -o, else that of the file with another ending.
std::string output_of(const std::vector<std::string> &words,
                      const std::string &file) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == "-o" && i + 1 < words.size())
      return words[i + 1];
    if (words[i].starts_with("-o") && words[i].size() > 2)
      return words[i].substr(2);
  }
  return fs::path(file).stem().string() + ".o";
}

Error json_error(std::size_t byte, const std::string &text,
                 const std::string &path) {
  std::size_t at = std::min(byte ? byte - 1 : 0, text.size());
  auto line = static_cast<std::uint32_t>(
      std::count(text.begin(), text.begin() + static_cast<long>(at), '\n') + 1);
  return Error{"this is not valid JSON", path, line, 0};
}

// A value that can be a path: not empty, and without a zero byte.
std::optional<std::string> text_of(const json &entry, const char *key) {
  if (!entry.is_object())
    return std::nullopt;
  auto value = entry.find(key);
  if (value == entry.end() || !value->is_string())
    return std::nullopt;
  auto text = value->get<std::string>();
  if (text.empty() || text.contains('\0'))
    return std::nullopt;
  return text;
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

// Gives the texts of a database the bytes back that were hidden from the
// reader.
void show_bytes(json &value) {
  if (value.is_string())
    value = show_broken_utf8(value.get_ref<const std::string &>());
  for (json &part : value)
    if (value.is_structured())
      show_bytes(part);
}

} // namespace

Result<JobList> jobs_from_database(const std::string &path) {
  Result<std::string> text = read_file(path, "the build database");
  if (!text)
    return std::unexpected(text.error());
  bool has_bytes = has_broken_utf8(*text); // names are bytes
  json entries;
  try { // the one edge at which this library's exceptions become errors
    entries = json::parse(has_bytes ? hide_broken_utf8(*text) : *text);
  } catch (const json::parse_error &e) {
    return std::unexpected(json_error(e.byte, *text, path));
  } catch (const json::exception &) { // such as a number of a thousand digits
    return fail("this is not a build database", path);
  }
  if (!entries.is_array())
    return fail("a build database is a list of entries", path, 1);

  std::error_code ignored;
  std::string base = fs::absolute(path, ignored).parent_path().string();
  JobList list;
  JobIndex seen;
  if (has_bytes)
    show_bytes(entries);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    std::optional<std::string> file = text_of(entries[i], "file");
    if (!file) {
      list.skipped.push_back(
          {path, "entry " + std::to_string(i + 1) + " names no file"});
      continue;
    }
    CompileJob job;
    job.directory =
        absolute_path(text_of(entries[i], "directory").value_or("."), base);
    job.file = absolute_path(*file, job.directory);
    std::vector<std::string> words = words_of(entries[i]);
    drop_compiler(words, job);
    job.arguments = expand_response_files(words, job.directory);
    std::string output = text_of(entries[i], "output")
                             .value_or(output_of(job.arguments, job.file));
    output = absolute_path(output, job.directory);
    add_job(list, seen, std::move(job), std::move(output));
  }
  return list;
}

Result<JobList> jobs_from_files(std::span<const std::string> files,
                                std::span<const std::string> flags) {
  std::error_code ignored;
  std::string here = fs::current_path(ignored).string();
  JobList list;
  JobIndex seen;
  for (const std::string &file : files) {
    CompileJob job;
    job.directory = here;
    job.file = absolute_path(file, here);
    std::error_code why;
    if (!fs::exists(job.file, why))
      return fail("no such file", file);
    if (fs::is_directory(job.file, why))
      return fail("this is a folder, not a source file", file);
    if (!fs::is_regular_file(job.file, why))
      return fail("this is not a plain file", file);
    if (!std::ifstream(job.file))
      return fail("cannot read this file", file);
    job.arguments = expand_response_files({flags.begin(), flags.end()}, here);
    add_job(list, seen, std::move(job));
  }
  return list;
}

} // namespace wt::frontend
