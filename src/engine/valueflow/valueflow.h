// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Does every object that is acquired here reach somebody who frees it?
//
// The engine of Sui, Ye and Xue, "Static Memory Leak Detection Using
// Full-Sparse Value-Flow Analysis" (2012): the value of an acquisition is
// followed along definitions and uses, through memory by memory SSA; where it
// is freed or given away is a sink; the conditions under which the value gets
// there are computed on demand, on that slice only.  If they do not cover all
// ways out of the function, the object leaks.
//
// What its answers mean.  *leaks*: the tests that branches make, as far as
// logic/ understands them, allow a path on which the object is acquired and
// passes no sink; the witness is that path.  *safe*: there is no such path that
// goes round each loop at most a few times.  Values that may meet are taken to
// do so in favour of the program, a sink that is only possible counts, so this
// is heuristic.
//
// docs/engines/valueflow.md has the details.  Tested by tests/unit/engine/.

#pragma once

#include "engine/stages.h"

namespace wt::valueflow {

struct Limits {
  std::uint32_t iterations = 3;         // of each loop
  std::size_t max_work = 2000;          // instructions, else fewer iterations
  std::size_t max_nodes = 30'000;       // copies of blocks per function
  std::uint64_t steps = 2'000'000;      // per function
  std::size_t max_conditions = 100'000; // nodes of formulas per object
  std::size_t max_conditions_in_all = 400'000; // per function
};

// `stages` must outlive it.
std::unique_ptr<Engine> make_engine(const FactStages &stages,
                                    const Question &question,
                                    const Limits &limits);

} // namespace wt::valueflow
