// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Who must free what, and does somebody?
//
// The engine of Heine and Lam, "Static Detection of Leaks in Polymorphic
// Containers" (2006): every object has exactly one owning pointer at any time.
// What a function does demands certain ownership of its pointers (body.h), and
// where the demands contradict each other (constraints.h) something is lost or
// freed twice.  Containers may own their elements or not, each instance for
// itself (types.h); callees are known by their interfaces (interface.h), which
// is what the Summary of this engine is.
//
// The constraints look at no paths, so they name objects only; a finding is
// told when a path is found on which it happens (path_search.h).
//
// What its answers mean.  *leaks*: the constraints of the function contradict
// each other, and the witness is a path on which the object is lost (freed
// twice).  Without such a path, because the steps ran out, it is told with low
// confidence.  *safe* (heuristic): the constraints around the object can be
// satisfied, or no path was found.
//
// docs/engines/ownership.md has the details.  Tested by tests/unit/engine/.

#pragma once

#include "engine/engine.h"
#include "engine/ownership/interface.h"
#include "engine/ownership/path_search.h"
#include "engine/ownership/suggest.h"

namespace wt::ownership {

struct Limits {
  std::uint64_t steps = 250'000; // per function
  SearchLimits search;
};

// The inferred interface of one procedure.
class OwnershipSummary final : public Summary {
public:
  Interface interface;
  model::SpecFunction signature; // without a name: not read
  std::vector<Escape> escapes;   // what its callees make disappear
  // Demands of the body that contradict those trusted more, by line.
  std::vector<std::pair<std::uint32_t, BrokenRule>> broken;

  void print(std::ostream &out) const override;
};

std::unique_ptr<Engine>
make_engine(const Facts &facts, const Question &question, const Limits &limits);

} // namespace wt::ownership
