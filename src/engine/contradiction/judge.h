// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Can the object of another engine's report really be lost?
//
//   leaks    a search from the losing places finds the way back to the site
//   safe     proved: no reference in the function can be a last one, whatever
//            it is given; it writes no memory, and nothing it calls does
//   unknown  neither, with the reason
//
// The proof is about referencing leaks, so a cycle is never refuted.  It is
// tried on functions of moderate size only: a judge must be cheap.
//
// Tested by tests/unit/engine/contradiction_judge_test.cpp.

#pragma once

#include "engine/contradiction/contradiction.h"

namespace wt::contradiction {

inline constexpr WalkLimits kJudgeLimits = {
    .transfers = 2'000, .regions = 200, .apart = 6, .found = 1};
inline constexpr std::size_t kMostProbesOfJudge = 60;

// One verdict per candidate, in order.
std::vector<Verdict> judge(const Facts &facts, const Limits &limits,
                           const pointer::Regions &division,
                           ProcedureId procedure,
                           std::span<const Candidate> candidates,
                           Budget &budget);

} // namespace wt::contradiction
