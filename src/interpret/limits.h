// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How much does the interpreter distinguish, and how long may it take?
//
// Tested by tests/unit/engine/absint_*.cpp.

#pragma once

#include <cstddef>
#include <cstdint>

namespace wt::absint {

// The trade-offs of Jung and Yi, Section 3, by name.
struct Limits {
  std::uint64_t steps = 9'000;      // per function, and 30 per instruction
  std::size_t max_states = 6;       // told apart at one point
  std::uint64_t path_steps = 4'000; // to find the path of one suspect
  std::uint32_t rounds_on_path = 2; // of a loop
  std::size_t max_recursion = 4;    // functions in a joint fixpoint
  std::size_t recursion_rounds = 3; // of that fixpoint
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

} // namespace wt::absint
