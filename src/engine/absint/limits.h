// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How long may it take to look for a path, and which ones count?
//
// Tested by tests/unit/engine/absint_*.cpp.

#pragma once

#include <cstddef>
#include <cstdint>

namespace wt::absint {

struct Limits {
  std::uint64_t steps = 9'000;      // per function: a guard of the runner
  std::uint64_t path_steps = 4'000; // to find the paths of one object
  std::uint32_t rounds_on_path = 2; // of a loop
  // A loop whose test comes first runs at least once: a path that goes past it
  // shows nothing (the paper's "loops iterate at least once").
  bool loops_iterate = false;
};

} // namespace wt::absint
