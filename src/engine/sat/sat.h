// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Is there a feasible path on which this object is lost?
//
// The engine of Xie and Aiken, "Context- and Path-sensitive Memory Leak
// Detection" (2005): all paths of one function at once as boolean conditions,
// loops unrolled, callees by summary, and one satisfiability question per
// object: acquired, not freed, not escaped.
//
// What its answers mean.  *leaks*: there is an assignment to the unknowns of
// this function (inputs, results of unknown code) under which the object is
// lost; the witness is that path.  *safe*: no such assignment within the
// unrolled iterations (strength: bounded; cycles are covered).  Objects with
// different access paths are taken to be different.
//
// docs/engines/sat.md has the details.  Tested by tests/unit/engine/.

#pragma once

#include "engine/engine.h"

namespace wt::sat {

struct Limits {
  std::uint32_t iterations = 3;    // of each loop
  std::size_t max_nodes = 1500;    // copies of blocks per function
  std::size_t max_work = 1500;     // instructions and effects of calls, else
                                   // fewer iterations
  std::uint64_t steps = 3'000'000; // per function
  std::size_t max_conditions = 1'000'000; // nodes of the formula graph
  std::uint64_t conflicts = 3000;         // per satisfiability question
  std::uint32_t max_losing_places = 8;    // listed per site
};

std::unique_ptr<Engine>
make_engine(const Facts &facts, const Question &question, const Limits &limits);

} // namespace wt::sat
