// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Executes the user's build: see build.h.

#include "driver/build.h"

#include "driver/build_events.h"
#include "driver/destination.h"
#include "driver/execute.h"
#include "support/read_file.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sys/stat.h>
#include <unistd.h>

namespace wt::driver {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

std::vector<std::string> words(std::vector<std::string> first,
                               const std::vector<std::string> &then) {
  first.insert(first.end(), then.begin(), then.end());
  return first;
}

// Where `bear` writes down what it sees, for the time of the build.
std::string events_of(const std::string &database) {
  return database + ".events";
}

// Can this `bear` be told to keep what it saw?  Others make a database only.
bool has_two_steps(const std::string &bear, const std::string &database) {
  std::string help = output_of(bear, {bear, "--help"});
  std::error_code ignored;
  fs::remove(events_of(database), ignored); // of a killed run, or a link
  return help.contains("intercept") && help.contains("citnames") &&
         !fs::exists(fs::symlink_status(events_of(database), ignored));
}

// Adds what the build linked to what earlier builds did.  A damaged record is
// made anew.
Status record_links(const std::string &events, const std::string &database,
                    const std::function<void(const std::string &)> &say) {
  std::string path = link_record_of(database);
  Result<LinkRecord> before = read_link_record(path);
  if (!before)
    say(before.error().text() + "; it is made anew");
  LinkRecord links = before.value_or(LinkRecord());
  std::ifstream in(events);
  add_build_events(in, links);
  std::error_code ignored; // folders in which a build only tries things out
  std::erase_if(links, [&](const auto &link) {
    return !fs::exists(fs::path(link.first).parent_path(), ignored);
  });
  if (before && links == *before)
    return {};
  return write_link_record(path, links);
}

// What `bear --append` does, without throwing away what it saw.
Result<int> capture_in_two_steps(
    const std::string &bear, const std::vector<std::string> &command,
    const std::string &database, const std::atomic<bool> &cancelled,
    const std::function<void(const std::string &)> &say) {
  std::string events = events_of(database);
  std::error_code ignored;
  Result<int> built = execute(
      bear, words({bear, "intercept", "--output", events, "--"}, command),
      cancelled);
  if (built && !cancelled.load() && fs::exists(events, ignored)) {
    Result<int> listed = execute(bear,
                                 {bear, "citnames", "--run-checks", "--append",
                                  "--input", events, "--output", database},
                                 cancelled);
    if (!listed)
      built = listed;
    else if (*listed != 0)
      say("'bear' could not list all that was compiled");
    if (Status recorded = record_links(events, database, say); !recorded)
      say(recorded.error().text() + "; what is linked into what is not known");
  }
  fs::remove(events, ignored);
  return built;
}

// Is the entry's file gone?  An entry that names none is not for us to judge.
bool is_stale(const json &entry) {
  auto text = [&](const char *key) -> std::string {
    auto value = entry.is_object() ? entry.find(key) : entry.end();
    bool is_text =
        entry.is_object() && value != entry.end() && value->is_string();
    return is_text ? value->get<std::string>() : "";
  };
  std::string file = text("file");
  std::error_code problem;
  return !file.empty() &&
         fs::status(fs::path(text("directory")) / file, problem).type() ==
             fs::file_type::not_found;
}

} // namespace

Status clean_database(const std::string &database,
                      const std::function<void(const std::string &)> &say) {
  std::error_code problem;
  if (!fs::exists(fs::symlink_status(database, problem)))
    return {};
  Result<std::string> text = read_file(database, "the build database");
  if (!text)
    return std::unexpected(text.error());
  json entries = json::parse(*text, nullptr, false); // no exceptions
  if (!entries.is_array()) {
    say(database + ": damaged, so it was deleted; entries of earlier builds "
                   "are lost (build from scratch to have all files checked)");
    if (!fs::remove(database, problem) && problem)
      return fail("cannot delete: " + problem.message(), database);
    return {};
  }
  json kept = json::array();
  for (json &entry : entries)
    if (!is_stale(entry))
      kept.push_back(std::move(entry));
  if (kept.size() == entries.size())
    return {};
  Result<AtomicFile> file = AtomicFile::create(database);
  if (!file)
    return std::unexpected(file.error());
  return file->write(kept.dump(2, ' ', false, json::error_handler_t::replace) +
                     "\n");
}

Result<int> capture_build(const std::vector<std::string> &command,
                          const std::string &database,
                          const std::atomic<bool> &cancelled,
                          const std::function<void(const std::string &)> &say) {
  if (command.empty())
    return fail("no build command: watertight run -- make -j8");
  std::string bear = find_program("bear");
  if (bear.empty())
    return fail("'bear' is needed to capture a build and was not found in "
                "PATH (Debian package: bear)");
  Result<int> status =
      has_two_steps(bear, database)
          ? capture_in_two_steps(bear, command, database, cancelled, say)
          : execute(
                bear,
                words({bear, "--append", "--output", database, "--"}, command),
                cancelled);
  if (!status)
    return std::unexpected(status.error());
  std::error_code ignored;
  bool is_there = fs::is_regular_file(database, ignored);
  Result<std::string> text = read_file(database, "the build database");
  bool is_empty = !is_there ||
                  (text && json::parse(*text, nullptr, false) == json::array());
  if (!is_empty)
    return *status;
  if (is_there)
    fs::remove(database, ignored); // or later commands would read nothing
  if (*status != 0)
    return fail("the build failed with status " + std::to_string(*status) +
                "; its output is above");
  return fail("the build compiled nothing");
}

Result<BuildFolder> BuildFolder::make(const std::string &wanted) {
  if (!wanted.empty()) {
    std::error_code ignored;
    fs::create_directories(fs::path(wanted).parent_path(), ignored);
    mkdir(wanted.c_str(), 0777);
    struct stat status;
    bool is_ours = lstat(wanted.c_str(), &status) == 0 &&
                   S_ISDIR(status.st_mode) && access(wanted.c_str(), W_OK) == 0;
    if (is_ours)
      return BuildFolder(wanted, false);
  }
  const char *root = std::getenv("TMPDIR");
  std::string folder =
      std::string(root && *root ? root : "/tmp") + "/watertight.XXXXXX";
  if (!mkdtemp(folder.data()))
    return fail(std::string("cannot make a folder for the build database: ") +
                    std::strerror(errno),
                folder);
  return BuildFolder(folder, true);
}

BuildFolder::BuildFolder(BuildFolder &&other) noexcept
    : path_(std::move(other.path_)),
      is_temporary_(std::exchange(other.is_temporary_, false)) {}

BuildFolder::~BuildFolder() {
  std::error_code ignored;
  if (is_temporary_)
    fs::remove_all(path_, ignored);
}

} // namespace wt::driver
