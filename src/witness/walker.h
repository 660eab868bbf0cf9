// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Does the path an engine reports exist, and does it lose the object?
//
// The walker executes a Witness on the Program, block by block, and shares no
// code with any engine: a wrong engine is caught here, not by a user.  It
// checks that each step follows an edge of the control-flow graph, that no
// branch is taken against its known condition, and that at the end the site's
// object exists, was not freed and cannot be reached any more (for a double
// free: that the last call frees it again).
//
// What it does not know it leaves open.  A call that the path does not enter
// and no model describes may do anything; if the object's fate depends on
// it, the answer is *undecided*.
//
// Tested by tests/unit/witness/walker_test.cpp.

#pragma once

#include "finding/verdict.h"

namespace wt {

struct Replay {
  enum class Outcome : std::uint8_t {
    kConfirmed,    // the path executes and the object is lost
    kContradicted, // the path cannot be executed or does not lose the object
    kUndecided,    // nothing is wrong, but not all could be checked
  };
  Outcome outcome = Outcome::kUndecided;
  std::string why; // not confirmed: one phrase
  // Calls of the path's own function in which an allocation failed, for want of
  // memory, on this path; sorted.
  std::vector<ir::ValueId> failed = {};
  // Contradicted: the path executes, but the object is not lost.
  bool is_not_lost = false;
};
const char *name_of(Replay::Outcome outcome);

Replay replay(const Program &program, const model::ModelSet &models,
              const Verdict &verdict, const Witness &witness);

// With the values that the engine gave, and no others.
Replay replay_as_told(const Program &program, const model::ModelSet &models,
                      const Verdict &verdict, const Witness &witness);

// Is a branch of the path taken against its condition, whatever the functions
// do that it calls?  None is run.
bool is_impossible(const Program &program, const model::ModelSet &models,
                   const Verdict &verdict, const Witness &witness);

} // namespace wt
