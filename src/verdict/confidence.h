// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How sure are we of a finding?
//
// A rule without hidden weights, in words in docs/user/confidence.md:
//
//   high    the witness replays, and two engines say so, or `sat` says so and
//           nobody (bounded or better) says safe
//   medium  one engine says so; the witness replays, was not decided, or
//           there is none
//   low     refuted by a proof, or by a bounded search when it was medium, at
//           the mercy of a call nobody describes, or the replay contradicts
//           the witness
//
// With one engine asked for: medium, high when the witness replays.
//
// Tested by tests/unit/finding/confidence_test.cpp.

#pragma once

#include "finding/finding.h"
#include "witness/walker.h"

#include <optional>
#include <string_view>

namespace wt {

// The engine whose leaks are satisfiable paths, and whose *safe* means that there
// is no such path up to a bound.
inline constexpr std::string_view kPathFinder = "sat";

// Everything the engines said about one site.
struct Evidence {
  struct Claim { // this engine says: leaks
    std::string engine;
    std::optional<Replay::Outcome> replay; // none: it has no witness
    bool rests_on_unmodelled_call = false;
    bool is_cycle = false;
    bool is_lost_elsewhere = false; // by another function
  };
  struct Denial { // this engine says: safe
    std::string engine;
    Verdict::Strength strength = Verdict::Strength::kHeuristic;
    bool covers_cycles = false;
  };
  std::vector<Claim> claims; // at least one, in table order
  std::vector<Denial> denials;
  bool is_single_engine = false; // the user named one engine
};

struct Rating {
  Confidence confidence = Confidence::kMedium;
  std::vector<std::string> refuted_by; // engines with a proof to the contrary
};

Rating rate(const Evidence &evidence);

} // namespace wt
