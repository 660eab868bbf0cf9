// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What does the user see?
//
// A Finding is a Verdict (or several, fused) in source terms.  It no longer
// refers to the Program, so reports, stores and baselines need nothing else.
// The fields are those of the JSON record in docs/user/output.md.

#pragma once

#include "finding/fix.h"
#include "finding/verdict.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace wt {

enum class Confidence : std::uint8_t { kLow, kMedium, kHigh };
const char *name_of(Confidence confidence); // "low", "medium", "high"

// How much it matters: a note comes last and does not fail a build.
enum class Severity : std::uint8_t { kNote, kWarning };
const char *name_of(Severity severity); // "note", "warning"

struct Location {
  std::string file; // absolute, normalised
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  auto operator<=>(const Location &) const = default;
};

struct TraceStep {
  Location at;
  std::string message;
  bool operator==(const TraceStep &) const = default;
};

// A BrokenRule in source terms.
struct RuleNote {
  Location at;
  std::string priority;
  std::string reason;
  bool operator==(const RuleNote &) const = default;
};

struct Finding {
  FindingKind kind = FindingKind::kLeak;
  Location at;          // the site; for a double free the second free
  std::string function; // plain source name, qualified for C++
  std::string variable; // "" when none is known
  std::string message;  // one sentence
  Confidence confidence = Confidence::kMedium;
  Severity severity = Severity::kWarning;
  std::vector<std::string> engines;    // that say so, in table order
  std::vector<std::string> refuted_by; // non-empty implies low
  std::optional<Location> alloc;       // underlying allocation, if known
  std::string alloc_function;
  std::vector<Location> lost;
  std::vector<TraceStep> trace;
  std::vector<RuleNote> broken; // shown by `explain` and in JSON
  std::string advice;           // what to do, one sentence; "": not known
  std::vector<Fix> proposals;   // that may mend it, the best first
  std::optional<Fix> fix;       // the one that was found to mend it
  std::string doubt;            // why its path was not confirmed, or ""
  std::string macro;            // outermost macro at the site, or ""
  std::string fingerprint;      // of kind, function, site text, ordinal
  std::string evidence;         // what the confidence rests on (confidence.h)
  bool shows_event = true;      // false: a second free without a first one
  std::string cause;            // see cause.h; only until the roots are named
  std::string root;             // fingerprint of the first with the same cause
};

} // namespace wt
