// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which objects does a procedure lose, and what does it do to its caller's?
//
// The engine of Jung and Yi, "Practical Memory Leak Detector Based on
// Parameterized Procedural Summaries" (2008): each procedure is interpreted
// over abstract memories until nothing changes, callees by their summaries;
// what is allocated at an exit and cannot be reached from the caller is lost.
// Ours keeps a few states per point and a case per class of results where
// theirs has one of each.
//
// What its answers mean.  *leaks*: in an abstract state at an exit the object
// is allocated, not freed and unreachable; and one path without joins shows
// it (the witness), unless the search for one ran out of steps.  *safe*: no
// abstract state loses it (strength: heuristic; cycles are covered).
//
// docs/engines/absint.md has the details.  Tested by tests/unit/engine/.

#pragma once

#include "engine/engine.h"

#include <string_view>

namespace wt::absint {

// The trade-offs of Jung and Yi, Section 3, by name.
struct Limits {
  std::uint64_t steps = 9'000;        // per function, and 30 per instruction
  std::size_t max_states = 6;         // told apart at one point
  std::uint64_t path_steps = 4'000;  // to find the path of one suspect
  std::uint32_t rounds_on_path = 2;   // of a loop
  std::size_t max_recursion = 4;    // functions in a joint fixpoint
  std::size_t recursion_rounds = 3;   // of that fixpoint
  // May-free counts as free: an object that is freed in one of two joined
  // states and not in the other is out of danger.
  bool may_free_is_free = true;
  // Where states are joined that allocated and that did not, only the
  // allocating one counts (the paper's sensitivity to allocating paths).
  bool allocating_paths_only = false;
  // A loop whose test comes first runs at least once: a path that goes past it
  // shows nothing (the paper's "loops iterate at least once").
  bool loops_iterate = false;
  // A result of which nothing is known is no constant that another case, which
  // makes no object, returns: that one tells of failure.  If it is negative,
  // the unknown result is not.
  bool failure_is_told = true;
};

// By name; false: there is no such option.
bool set_option(Limits &limits, std::string_view name, std::uint64_t value);

std::unique_ptr<Engine>
make_engine(const Facts &facts, const Question &question, const Limits &limits);

} // namespace wt::absint
