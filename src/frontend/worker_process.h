// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is one worker, seen from the tool?
//
// A process with a pipe in each direction.  It starts with nothing of ours but
// those pipes, with limits on memory and stack so that one unit cannot take
// the machine down, and it dies with the tool, however the tool ends.
//
// Sending and receiving never block; the owner waits for `to()` and `from()`
// with poll().
//
// Tested by tests/unit/frontend/worker_pool_test.cpp.

#pragma once

#include "frontend/wire.h"

#include <string>
#include <sys/types.h>

namespace wt::frontend {

class WorkerProcess {
public:
  WorkerProcess() = default;
  ~WorkerProcess() { kill(); }
  WorkerProcess(const WorkerProcess &) = delete;
  WorkerProcess &operator=(const WorkerProcess &) = delete;

  // False when the system has no process or pipe left.  A program that cannot
  // be executed shows in how_it_ended().
  // `megabytes` of address space; 0: as much as the machine has.
  bool start(const std::string &program, unsigned megabytes = 0);
  bool is_running() const { return pid_ > 0; }
  int to() const { return to_; }
  int from() const { return from_; }

  // Begins to send; `send_more` goes on when `to()` can be written.
  void send(const Message &request);
  void send_more();
  bool is_sending() const { return sent_ < unsent_.size(); }

  enum class Received { kNothingYet, kReply, kEnd, kDamage };
  // Reads what has come.  After kReply, take it.
  Received receive();
  Message take_reply() { return reader_.take(); }

  // Closes its pipes, which ends it if nothing else has, and says in words how
  // it ended.  One that does not end soon is killed.
  std::string end();
  void kill();
  // Did somebody else end it, such as a system without memory?
  bool was_killed() const { return was_killed_; }

private:
  void close_pipes();

  pid_t pid_ = -1;
  int to_ = -1;   // its standard input
  int from_ = -1; // its standard output
  std::string unsent_;
  std::size_t sent_ = 0; // bytes of unsent_
  MessageReader reader_;
  bool was_killed_ = false;
};

} // namespace wt::frontend
