// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Who compiles, and what if Clang crashes?
//
// A fixed number of worker processes (bin/watertight-worker), each compiling
// one unit after the other.  A worker that dies loses the unit it had; a fresh
// one takes its place.  If the dead one had compiled other units before, the
// lost unit is tried once more by a fresh worker: what becomes of a unit must
// not depend on its predecessors.  One that takes longer than the outer time
// limit is ended and its unit reported.
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
  unsigned seconds_per_unit = 600;
  unsigned units_per_worker = 200; // then a fresh one: Clang keeps a bit
  const std::atomic<bool> *cancelled = nullptr;
};

// Path of the worker program beside this one.
std::string worker_program();

// Sends each request to some worker.  `on_reply(i, reply, failure)` is called
// in this thread as answers come; `failure` is non-empty when there is none.
// When this returns, all workers have ended.
void run_workers(
    const std::vector<Message> &requests, const PoolOptions &options,
    const std::function<void(std::size_t, Message, std::string)> &on_reply);

} // namespace wt::frontend
