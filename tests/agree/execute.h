// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What do generated programs do when they are compiled and run?
//
// Writes them to one C file, compiles it with runtime.c and runs it: every
// program with all inputs and all failing allocations.  The answer is what
// happened, by line of the C text: the truth the oracle is measured against.

#pragma once

#include "sketch.h"
#include "support/result.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace wt::agree {

struct Observed {
  std::set<std::uint32_t> leaked;      // lines of acquiring calls
  std::set<std::uint32_t> freed_twice; // lines of second frees
  bool used_after_free = false;

  bool operator==(const Observed &) const = default;
};

struct Execution {
  std::string c_file; // for the front end; no test macros in it
  std::map<std::string, Observed> programs; // by name of the last function
};

// Renders the sketches (setting their lines) into one file of `folder`, and
// executes it.  Function names must differ.
Result<Execution> execute(std::vector<Sketch> &sketches,
                          const std::string &folder);

} // namespace wt::agree
