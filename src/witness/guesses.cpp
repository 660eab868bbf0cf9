// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The order of walks: see guesses.h.
//
// Tested by tests/unit/witness/guesses_test.cpp.

#include "witness/guesses.h"

#include <algorithm>

namespace wt::walking {

bool Guesses::guess(ProcedureId procedure, ir::ValueId branch, bool first) {
  auto number = static_cast<std::uint32_t>(taken_.size());
  taken_.push_back({procedure, branch});
  return first != std::ranges::binary_search(flips_, number);
}

bool Guesses::advance() {
  std::size_t first = flips_.empty() ? 0 : flips_.back() + 1;
  std::set<Branch> later;
  for (std::size_t i = taken_.size(); i-- > first;) {
    Plan plan{is_deep ? SIZE_MAX - i : flips_.size(),
              !is_deep && !later.insert(taken_[i]).second, made_++, flips_};
    plan.flips.push_back(static_cast<std::uint32_t>(i));
    plans_.insert(std::move(plan));
  }
  taken_.clear();
  if (plans_.empty())
    return false;
  flips_ = plans_.begin()->flips;
  plans_.erase(plans_.begin());
  return true;
}

void Guesses::restart() {
  taken_.clear();
  flips_.clear();
  plans_.clear();
  is_restart = false;
}

} // namespace wt::walking
