// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Along which path does it happen?
//
// The satisfying assignment of the solver decides every branch, so the path is
// read off it: from the entry along the edges whose conditions are true.  Only
// numbers that a branch on the path depends on are told, and small ones where
// the path leaves a choice.  Where a callee could have taken the object and
// does not, the path says so.
// Walking it once more with the values of the assignment tells how the object
// was lost: overwritten, its owner freed, never kept, or still in a local when
// the function was left.
//
// Tested by tests/unit/engine/.

#pragma once

#include "engine/sat/evaluate.h"

namespace wt::sat {

struct Loss {
  ir::ValueId at;           // the losing instruction
  std::string reason;       // one phrase
  Witness witness;          // empty `last`: no path is known block by block
  bool is_doubtful = false; // fields that programs keep in step decide
};

// Pre-condition: the last answer of the solver was kSatisfiable, for `parts`,
// which imply that `object` is lost at one of the exits.
Loss explain_loss(Evaluation &evaluation, ObjectId object,
                  std::span<const Exit> exits, std::span<const Cond> parts);

// The path to `last` in `node`, under the same pre-condition.  A path through
// a widened loop leaves out iterations: it is no witness and comes back empty.
Witness path_to(Evaluation &evaluation, ObjectId object, NodeId node,
                ir::ValueId last, std::span<const Cond> parts);

// Makes assignments found from now on decide every branch.
void decide_all_branches(Evaluation &evaluation);

} // namespace wt::sat
