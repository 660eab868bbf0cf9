// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which of the paths that a question asks for has the fewest rounds of loops?
//
// An assignment of the solver may run a loop twice where once would do; nobody
// wants to read that.  The same question is asked again without the copies of
// loop heads that are only reached after some rounds: first none, then one.
//
// Tested by tests/cli/run.py (Traces).

#pragma once

#include "engine/sat/evaluate.h"

namespace wt::sat {

class Rounds {
public:
  explicit Rounds(const Graph &graph);

  // Pre-condition: the last answer was kSatisfiable, for `parts`, and decides
  // every branch.  So it is afterwards, with as few rounds as was found.
  void take_fewest(Evaluation &evaluation, std::span<const Cond> parts) const;

private:
  // Heads of loops that are reached after 1, 2, ... rounds, and not before.
  std::vector<std::vector<NodeId>> heads_;
};

} // namespace wt::sat
