// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Executes the user's build: see build.h.

#include "driver/build.h"

#include "driver/destination.h"
#include "support/read_file.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

namespace wt::driver {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

// The program of that name in PATH.
std::string find_program(const std::string &name) {
  const char *path = std::getenv("PATH");
  std::string list = path ? path : "/usr/bin:/bin";
  std::size_t begin = 0;
  while (begin <= list.size()) {
    std::size_t end = std::min(list.find(':', begin), list.size());
    std::string file = list.substr(begin, end - begin) + "/" + name;
    if (end > begin && access(file.c_str(), X_OK) == 0)
      return file;
    begin = end + 1;
  }
  return "";
}

Result<int> execute(const std::string &program,
                    const std::vector<std::string> &words,
                    const std::atomic<bool> &cancelled) {
  std::vector<char *> arguments;
  for (const std::string &word : words)
    arguments.push_back(const_cast<char *>(word.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t defaults;
  sigemptyset(&defaults);
  sigaddset(&defaults, SIGPIPE);
  sigaddset(&defaults, SIGXFSZ);
  posix_spawnattr_setsigdefault(&attributes, &defaults);
  // `bear` does not pass signals on.  At a terminal Ctrl-C reaches the whole
  // build anyway; elsewhere the build is a group that we can tell.
  bool is_group = !isatty(STDIN_FILENO);
  short flags = POSIX_SPAWN_SETSIGDEF;
  if (is_group)
    flags |= POSIX_SPAWN_SETPGROUP; // a new one, 0 by default
  posix_spawnattr_setflags(&attributes, flags);
  pid_t child = 0;
  int problem = posix_spawn(&child, program.c_str(), &actions, &attributes,
                            arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  if (problem)
    return fail(std::string("cannot execute: ") + std::strerror(problem),
                program);
  int status = 0;
  bool is_told = false;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR)
      return fail("lost the build process");
    if (cancelled.load() && !is_told) {
      kill(is_group ? -child : child, SIGTERM); // SIGINT may be ignored
      is_told = true;
    }
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
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

Status capture_build(const std::vector<std::string> &command,
                     const std::string &database,
                     const std::atomic<bool> &cancelled) {
  if (command.empty())
    return fail("no build command: watertight run -- make -j8");
  std::string bear = find_program("bear");
  if (bear.empty())
    return fail("'bear' is needed to capture a build and was not found in "
                "PATH (Debian package: bear)");
  std::vector<std::string> words = {bear, "--append", "--output", database,
                                    "--"};
  words.insert(words.end(), command.begin(), command.end());
  Result<int> status = execute(bear, words, cancelled);
  if (!status)
    return std::unexpected(status.error());
  if (*status != 0)
    return fail("the build failed with status " + std::to_string(*status) +
                "; its output is above");
  std::error_code ignored;
  if (!fs::is_regular_file(database, ignored))
    return fail("the build compiled nothing");
  return {};
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
