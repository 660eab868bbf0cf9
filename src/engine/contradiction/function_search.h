// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What do the searches from the probes of one function have in common?
//
// They share what was refuted already (refutations.h), leave out places where
// nothing that the function acquired can be (fresh_values.h), and learn from a
// variable that led back over too many ways: the next loss of it would, too.
//
// Tested by tests/leak/.

#pragma once

#include "engine/contradiction/fresh_values.h"
#include "engine/contradiction/verdicts.h"

#include <set>

namespace wt::contradiction {

class FunctionSearch {
public:
  FunctionSearch(Workspace &workspace, const WalkLimits &limits,
                 ProcedureId procedure)
      : workspace_(workspace), limits_(limits), fresh_(workspace, procedure) {}

  Answer from(const Probe &probe) {
    if (!fresh_.may_be_lost(probe)) {
      Answer elsewhere;
      elsewhere.kind = Answer::Kind::kElsewhere;
      return elsewhere;
    }
    WalkLimits limits = limits_;
    if (abandoned_.contains(probe.variable))
      limits.transfers = std::min(limits.transfers, limits.repeated);
    Answer answer = search(workspace_, limits, probe, &refuted_);
    if (answer.kind == Answer::Kind::kAbandoned)
      abandoned_.insert(probe.variable);
    return answer;
  }

private:
  Workspace &workspace_;
  const WalkLimits limits_;
  FreshValues fresh_;
  Refutations refuted_;
  std::set<ir::VariableId> abandoned_;
};

} // namespace wt::contradiction
