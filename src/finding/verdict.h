// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What does an engine answer about a site, and how does it prove it?
//
// A Verdict is three-valued.  `leaks` comes with a Witness where the engine
// has a path: blocks, calls entered and values chosen, executed again by the
// walker (witness/walker.h), which shares no code with any engine.

#pragma once

#include "finding/site.h"

#include <string>
#include <vector>

namespace wt {

enum class FindingKind : std::uint8_t {
  kLeak,
  kResourceLeak,
  kDoubleFree,
  kUseAfterFree,
  kMismatchedFree
};
inline constexpr FindingKind kLastFindingKind = FindingKind::kMismatchedFree;
const char *name_of(FindingKind kind); // "leak", "double-free", ...

// One step of a path.  The path starts in the entry block of its procedure.
struct WitnessStep {
  enum class Kind : std::uint8_t {
    kBlock, // control goes to `block` of the current frame
    kEnter, // the call `value` is entered: `callee`'s entry block
    kLeave, // the current frame returned (or unwound, if `exceptional`)
    kValue, // `value` of the current frame has the number `number`
    kEvent, // nothing happens; `message` is told to the reader at `value`
  };
  Kind kind = Kind::kBlock;
  ir::BlockId block;
  ir::ValueId value;
  ProcedureId callee;
  std::int64_t number = 0;
  bool exceptional = false;
  std::string message;
};

struct Witness {
  ProcedureId procedure; // where the path starts
  std::vector<WitnessStep> steps;
  ir::ValueId last; // instruction at which the object is lost / freed again
  // The path may pass the site several times: which time, from 1, the object
  // was acquired.  0: the last time.
  std::uint32_t passing = 0;
};

// A rule of the engine that the program breaks: `ownership` has them, with
// priorities.
struct BrokenRule {
  std::string priority; // how much the engine trusts it, one word
  std::string reason;   // one phrase
  ir::ValueId at;       // the instruction that must keep it; may be invalid
};

struct Verdict {
  enum class Answer : std::uint8_t { kLeaks, kSafe, kUnknown };
  enum class Strength : std::uint8_t { kHeuristic, kBounded, kProved };

  Site site;
  FindingKind kind = FindingKind::kLeak;
  Answer answer = Answer::kUnknown;
  Strength strength = Strength::kHeuristic; // of kSafe
  bool covers_cycles = false;               // scope of kSafe
  bool rests_on_unmodelled_call = false;    // kLeaks: at most low confidence
  // kLeaks: another function loses it; paths of this one say nothing of that.
  bool is_lost_elsewhere = false;
  bool is_at_exit = false; // lost only because the process ends (--at-exit)
  std::string reason;      // of kUnknown; of kLeaks: how it is lost, one phrase
  std::vector<BrokenRule> broken;  // of kLeaks; what is trusted most first
  std::vector<ir::ValueId> losing; // instructions where it is lost
  ir::ValueId freed_before; // freed again, used late: the free before, if known
  std::vector<Witness> witnesses; // at most one per losing place
};

} // namespace wt
