// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The confidence rule: see confidence.h.

#include "verdict/confidence.h"

#include <algorithm>

namespace wt {

namespace {

using Strength = Verdict::Strength;
using Outcome = Replay::Outcome;

Confidence one_step_down(Confidence c) {
  return c == Confidence::kHigh ? Confidence::kMedium : Confidence::kLow;
}

} // namespace

Rating rate(const Evidence &evidence) {
  const auto &claims = evidence.claims;
  bool all_cycles = std::all_of(claims.begin(), claims.end(),
                                [](const auto &c) { return c.is_cycle; });
  // A search over the paths of one function knows nothing of others.
  bool all_elsewhere =
      std::all_of(claims.begin(), claims.end(),
                  [](const auto &c) { return c.is_lost_elsewhere; });
  Rating rating;
  bool is_bounded_safe = false;
  for (const Evidence::Denial &denial : evidence.denials) {
    bool in_scope = denial.covers_cycles || !all_cycles;
    if (denial.strength == Strength::kProved && in_scope)
      rating.refuted_by.push_back(denial.engine);
    if (denial.strength == Strength::kBounded && in_scope && !all_elsewhere)
      is_bounded_safe = true;
  }
  auto any = [&](auto test) {
    return std::any_of(claims.begin(), claims.end(), test);
  };
  bool replays =
      any([](const auto &c) { return c.replay == Outcome::kConfirmed; });
  bool contradicted =
      any([](const auto &c) { return c.replay == Outcome::kContradicted; });
  bool has_path = any([](const auto &c) { return c.engine == kPathFinder; });
  bool is_guess = std::all_of(claims.begin(), claims.end(), [](const auto &c) {
    return c.rests_on_unmodelled_call;
  });

  if (!rating.refuted_by.empty() || is_guess || (contradicted && !replays)) {
    rating.confidence = Confidence::kLow;
    return rating;
  }
  bool is_shared =
      any([&](const auto &c) { return c.engine != claims.front().engine; });
  bool agreed = is_shared || has_path || evidence.is_single_engine;
  rating.confidence =
      replays && agreed ? Confidence::kHigh : Confidence::kMedium;
  if (is_bounded_safe)
    rating.confidence = one_step_down(rating.confidence);
  return rating;
}

} // namespace wt
