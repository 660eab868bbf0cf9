// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How sure are we of a finding?
//
// Low, whatever else is known: an engine proved the opposite; the walker
// contradicts all paths and confirms none; nothing shows the first free of what
// is freed again; or only engines that propose say so, and no path is
// confirmed.
//
// Else what was measured decides: the evidence of a finding (engines, what the
// walker said, whether a bounded search denies it, whether it rests on a
// belief) is a row of a table of judged findings (confidence_table.h, written
// by bench/triage.py).  A row with too few of them falls back to the coarser
// one.  Where nothing was measured, by rule: high if a path is confirmed and
// two engines agree, else medium; a denial lowers by one step.
//
// With one engine asked for: medium, high when the witness replays.
// In words in docs/user/confidence.md.
//
// Tested by tests/unit/finding/confidence_test.cpp.

#pragma once

#include "finding/finding.h"
#include "witness/walker.h"

#include <optional>
#include <span>
#include <string_view>

namespace wt {

// The engine whose leaks are satisfiable paths, and whose *safe* means that
// there is no such path up to a bound.
inline constexpr std::string_view kPathFinder = "sat";

// Everything the engines said about one site.
struct Evidence {
  struct Claim { // this engine says: leaks
    std::string engine;
    std::optional<Replay::Outcome> replay; // none: it has no witness
    bool rests_on_unmodelled_call = false;
    bool is_cycle = false;
    bool is_lost_elsewhere = false; // by another function
    bool is_proposal = false;       // says little where no path is confirmed
    bool is_at_exit = false;        // proofs are about functions that return
  };
  struct Denial { // this engine says: safe
    std::string engine;
    Verdict::Strength strength = Verdict::Strength::kHeuristic;
    bool covers_cycles = false;
  };
  std::vector<Claim> claims; // at least one, in table order
  std::vector<Denial> denials;
  bool is_single_engine = false; // the user named one engine
  // The search that denies it has looked at the very path that is told.
  bool is_excluded = false;
  bool shows_event = true; // the trace has what is claimed
};

struct Rating {
  Confidence confidence = Confidence::kMedium;
  std::vector<std::string> refuted_by; // engines with a proof to the contrary
  // "absint+sat, confirmed", "ownership, undecided, denied": a row of the
  // table.
  std::string evidence;
};

// Judged findings with the same evidence.
struct MeasuredRow {
  std::string_view evidence; // or a coarser row, which counts all below it
  unsigned are_true, are_false;
};

Rating rate(const Evidence &evidence, std::span<const MeasuredRow> measured);
Rating rate(const Evidence &evidence); // by what was measured

} // namespace wt
