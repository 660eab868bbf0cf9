// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Starts programs and waits for them: see execute.h.

#include "driver/execute.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

namespace wt::driver {

namespace {

std::vector<char *> pointers_to(const std::vector<std::string> &words) {
  std::vector<char *> pointers;
  for (const std::string &word : words)
    pointers.push_back(const_cast<char *>(word.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

// All that is written to the other end, as far as we want to know it.
std::string read_end(int descriptor) {
  constexpr std::size_t kEnough = 1 << 16;
  std::string text;
  char buffer[1 << 12];
  while (text.size() < kEnough) {
    ssize_t n = read(descriptor, buffer, sizeof buffer);
    if (n < 0 && errno == EINTR)
      continue;
    if (n <= 0)
      break;
    text.append(buffer, static_cast<std::size_t>(n));
  }
  return text;
}

} // namespace

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
  std::vector<char *> arguments = pointers_to(words);
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

std::string output_of(const std::string &program,
                      const std::vector<std::string> &words) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0)
    return "";
  std::vector<char *> arguments = pointers_to(words);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null",
                                   O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  pid_t child = 0;
  int problem = posix_spawn(&child, program.c_str(), &actions, nullptr,
                            arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  std::string text;
  if (!problem)
    text = read_end(ends[0]);
  close(ends[0]);
  int status = -1;
  while (!problem && waitpid(child, &status, 0) < 0 && errno == EINTR)
    continue;
  return !problem && WIFEXITED(status) && WEXITSTATUS(status) == 0 ? text : "";
}

} // namespace wt::driver
