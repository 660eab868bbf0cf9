// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Who compiles, and what if Clang crashes?
//
// A fixed number of worker processes (bin/watertight-worker), each compiling
// one unit after the other.  A worker that dies loses the unit it had; a fresh
// one takes its place.  If the dead one had compiled other units before, or was
// killed by the system, the lost unit is tried once more by a fresh worker:
// what becomes of a unit must depend neither on its predecessors nor on other
// programs.  One that takes longer than the outer time limit is ended and its
// unit reported.
//
// Tested by tests/unit/frontend/worker_pool_test.cpp.

#pragma once

#include "frontend/wire.h"

#include <atomic>
#include <functional>
#include <string>
#include <vector>

namespace wt::frontend {

struct PoolOptions {
  std::string program; // path of the worker
  unsigned workers = 1;
  unsigned seconds_per_unit = 120;
  unsigned megabytes_per_worker = 0; // 0: what the machine has, 2 to 8 GiB
  unsigned units_per_worker = 200;   // then a fresh one: Clang keeps a bit
  const std::atomic<bool> *cancelled = nullptr;
};

// Path of the worker program beside this one.
std::string worker_program();

// Why a request has no answer.
struct Failure {
  std::string text;        // "": it has one
  bool was_killed = false; // twice, by the system: another run may succeed
};

using OnReply = std::function<void(std::size_t, Message, Failure)>;

// Sends each request to some worker.  `on_reply(i, reply, failure)` is called
// in this thread as answers come.  When this returns, all workers have ended.
void run_workers(const std::vector<Message> &requests,
                 const PoolOptions &options, const OnReply &on_reply);

} // namespace wt::frontend
