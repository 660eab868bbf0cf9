// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What if the analysis crashes?
//
// It runs in a child process that writes down which functions are in flight.
// After a crash the parent starts it again without them; they are reported as
// not analysed.  Running out of memory counts as a crash of the function that
// asked for more.  The child prints the report itself, as its last act.
//
// Tested by tests/unit/driver/child_test.cpp.

#pragma once

#include "program/in_flight.h"

#include <functional>
#include <map>
#include <string>

namespace wt::driver {

// What a child knows of its crashed predecessors.
struct Attempt {
  InFlight &in_flight;
  const std::map<ProcedureId, std::string> &crashed; // leave out: and why

  // What the user reads once comes from the first attempt.
  bool is_first() const { return crashed.empty(); }
};

// How a child ends that has no memory left (InFlight::blame_this_thread()).
constexpr int kOutOfMemory = 70;

struct ChildOptions {
  int most_restarts = 50;
  int most_without_memory = 5; // of these; each filled the memory once
  const std::atomic<bool> *cancelled = nullptr;
  std::function<void(const std::string &)> say; // messages to the user
};

// Runs `work` in a child process until it returns, and gives its status; 2
// when it crashes too often or without a function to blame, 130 when cancelled.
int run_in_child(const ChildOptions &options,
                 const std::function<int(const Attempt &)> &work);

} // namespace wt::driver
