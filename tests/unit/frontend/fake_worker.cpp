// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A worker without Clang: does what the request's second part says.  Requests
// are those of frontend/wire.h, so that `capture` can use it, too: a file named
// "/x/die.c" is the order "die".

#include "frontend/wire.h"
#include "ir/binary.h"
#include "ir/unit.h"

#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <string>
#include <sys/resource.h>
#include <unistd.h>

namespace {

using namespace wt::frontend;

bool read_request(Message &message) {
  MessageReader reader;
  char byte = 0;
  while (!reader.is_complete()) {
    if (read(STDIN_FILENO, &byte, 1) != 1)
      return false;
    reader.feed({&byte, 1});
  }
  message = reader.take();
  return true;
}

void say(std::string_view bytes) {
  while (!bytes.empty()) {
    ssize_t n = write(STDOUT_FILENO, bytes.data(), bytes.size());
    if (n <= 0)
      _exit(1);
    bytes.remove_prefix(static_cast<std::size_t>(n));
  }
}

// Which descriptors besides the usual three were open at the start?
std::string open_files() {
  std::string list;
  for (const auto &entry : std::filesystem::directory_iterator("/proc/self/fd"))
    if (int fd = std::stoi(entry.path().filename().string()); fd > 2)
      list += std::to_string(fd) + " ";
  return list;
}

// Limits and signals, as the pool set them.
std::string surroundings() {
  rlimit memory{}, core{};
  getrlimit(RLIMIT_AS, &memory);
  getrlimit(RLIMIT_CORE, &core);
  struct sigaction pipe{};
  sigaction(SIGPIPE, nullptr, &pipe);
  bool is_limited = memory.rlim_cur <= rlim_t(8) << 30;
  return std::string(is_limited ? "limited" : "unlimited") + " core " +
         std::to_string(core.rlim_cur) +
         (pipe.sa_handler == SIG_DFL ? " pipe default" : " pipe ignored") +
         (getpgrp() == getpid() ? " own group" : " our group");
}

[[noreturn]] void sleep_for_ever() {
  while (true)
    pause();
}

// What is sent back for orders that are answered in an ordinary way.
Message reply_to(const std::string &order, const Message &request,
                 unsigned units) {
  if (order == "pid")
    return {std::to_string(getpid())};
  if (order == "units")
    return {std::to_string(units)};
  if (order == "surroundings")
    return {surroundings()};
  if (order == "big")
    return {std::string(20u << 20, 'x'), "", "/input"};
  if (order == "unit")
    return {
        wt::ir::write_unit(wt::ir::Unit()), "", "/in/a", "/in/b", "", "/no/a"};
  if (order == "reject")
    return {"", request[1] + ":1:1: error: no\n  int x\nother:2:2: error: yes"};
  if (order == "short")
    return {"only one part"};
  if (order == "none")
    return {};
  return request;
}

void act(const std::string &order, const Message &request, unsigned units) {
  if (order == "die")
    raise(SIGSEGV);
  if (order == "die-later" && units > 1)
    raise(SIGSEGV);
  if (order == "killed")
    raise(SIGKILL);
  if (order == "killed-once") {
    int mark = open(request[1].c_str(), O_CREAT | O_EXCL | O_WRONLY, 0600);
    if (mark >= 0) // the first time
      raise(SIGKILL);
  }
  if (order == "exit")
    _exit(0);
  if (order == "memory")
    _exit(kOutOfMemoryStatus);
  if (order == "fatal")
    _exit(kFatalErrorStatus);
  if (order == "hang")
    sleep_for_ever();
  if (order == "garbage") {
    say("PLEASE submit a bug report\n");
    sleep_for_ever();
  }
  if (order == "twice")
    say(pack(request) + pack(request));
  if (order == "half") {
    std::string bytes = pack({"unit", "diagnostics"});
    say(bytes.substr(0, bytes.size() / 2));
    _exit(0);
  }
  if (order == "close") {
    close(STDOUT_FILENO);
    sleep_for_ever();
  }
  if (order == "slow")
    usleep(100'000);
  say(pack(reply_to(order, request, units)));
}

} // namespace

int main() {
  std::string inherited = open_files();
  Message request;
  for (unsigned units = 1; read_request(request); ++units) {
    std::string order = request.size() > 1
                            ? std::filesystem::path(request[1]).stem().string()
                            : "";
    if (order == "files")
      say(pack({inherited}));
    else
      act(order, request, units);
  }
  return EXIT_SUCCESS;
}
