// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Does this loss matter in normal operation?
//
// A loss has an excuse, and is a note instead of a warning, when it happens
//
//   - only if an allocation fails (a witness on which none does is looked for),
//   - once, because it is in main() outside of any loop, or
//   - just before the process ends: all paths from there reach exit() or
//     another call that does not return, and nobody jumps back from there.
//
// The excuse is a phrase for the reader: "only if strdup() fails at line 7".
// docs/user/confidence.md has the rule in words.
//
// Tested by tests/unit/finding/severity_test.cpp.

#pragma once

#include "finding/verdict.h"
#include "model/model.h"
#include "witness/walker.h"

namespace wt {

// Executes the witness.  If the object is lost on it only because an allocation
// fails, a witness that loses it without that takes its place, if there is one.
Replay replay_for_severity(const Program &program,
                           const model::ModelSet &models,
                           const Verdict &verdict, Witness &witness);

// Why the loss at this instruction is only a note; "": it is a warning.
// `replay`: of the witness that leads there, or null.
std::string excuse_of(const Program &program, const model::ModelSet &models,
                      const Verdict &verdict, ir::ValueId losing,
                      const Replay *replay);

} // namespace wt
