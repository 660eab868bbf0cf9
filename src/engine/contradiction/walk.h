// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Is there a way back from a lost reference to where its object was made?
//
// The demand-driven worklist of the paper (Section 4.4, Appendix B).  A probe
// says what would hold right before an instruction if it lost the last
// reference; the walk goes backwards from there, block by block, with one cell
// for each way it came.  Where all ways end in a contradiction the instruction
// loses nothing.
//
// Two manners:
//
//   search   for people who look for bugs.  Cells with other access paths are
//            taken to be other cells, callees do what their behaviours say,
//            code that nobody knows keeps what it is given, and a way on which
//            nothing certain points to the object any more is given up.  An
//            object is *found* where an acquiring call gave exactly it, and
//            the conditions of the way from the entry can all hold.
//   proof    sound for what it answers: callees are entered, cells are joined
//            as the paper says, and what cannot be handled stops the proof and
//            is named.
//
// A proof may be about one object: the one that a certain call of the probed
// function makes, and that is never in memory (whereabouts.h).  Then nothing
// stops it that is not given the object, and no way leads further back than the
// entry.
//
// Ways that reach the entry of a function that nobody calls are *open*: some
// heap that a caller passes may make the leak real.
//
// Tested by tests/prove/ and tests/leak/.

#pragma once

#include "engine/contradiction/probe.h"
#include "engine/contradiction/refutations.h"
#include "engine/contradiction/transfer.h"
#include "engine/contradiction/whereabouts.h"
#include "engine/contradiction/workspace.h"

namespace wt::contradiction {

enum class Manner : std::uint8_t { kSearch, kProof };

// Transfer functions are counted as the paper has them: one for each statement
// of its language that is passed (an assignment, an allocation, a free, a
// condition, a call, a return, also of a whole block of memory).  Loads, casts,
// addresses and arithmetic are parts of its expressions, and the ends of
// locals a part of its return: none is counted.
struct WalkLimits {
  std::uint64_t transfers = 500; // applied per probe
  std::uint64_t telling = 1000;  // from what was found to the entry
  std::uint64_t repeated = 150;  // instead, for a variable that took too many
  std::size_t regions = 50;      // in S
  std::size_t apart = 6;         // cells kept apart at one place
  std::size_t apart_again = 40;  // where what was found is no way
  std::size_t found = 4;         // acquiring calls told per probe
  std::size_t told = 8;          // ways that nobody believes
  std::size_t depth = SIZE_MAX;  // proof: callees entered from one another
};

// One step of a way, backwards; the next one is `later` in time.
using TrailId = Id<struct TrailTag>;
struct TrailStep {
  enum class Kind : std::uint8_t {
    kBlock, // control was in `block`
    kLeft,  // the callee of `call` returned: what follows is inside it
    kCalled // and what follows is before the call again
  };
  Kind kind = Kind::kBlock;
  TrailId later;
  ProcedureId procedure;
  ir::BlockId block;
  ir::ValueId call;
  TrailId back; // kCalled: what follows its kLeft; invalid: the step says it
  bool exceptional = false; // kBlock: left by its exceptional successor
  // What calls of the block returned, as far as the way depends on it.
  std::vector<std::pair<ir::ValueId, std::int64_t>> numbers;
};

// An acquiring call whose object may be lost.
struct Found {
  ProcedureId procedure;
  ir::ValueId call;
  AccessPath place; // in terms of the callee
  model::FamilyId family;
  TrailId trail;            // from the entry, once is_complete
  bool is_complete = false; // the conditions from the entry on hold too
};

struct Answer {
  enum class Kind : std::uint8_t {
    kContradicted, // the probed instruction loses nothing
    kFound,        // see `found`
    kOpen,         // proof: it depends on what callers pass; see `trail`
    kElsewhere,    // search: what may be lost was not made in the function
    kLost,         // search: what was known is too little
    kAbandoned,    // a limit was reached
    kStopped       // proof: something that cannot be handled; see `why`
  };
  Kind kind = Kind::kContradicted;
  std::vector<Found> found;
  TrailId trail; // kOpen, kStopped: from where the walk ended
  std::string why;
  ProcedureId why_in; // kStopped: where
  ir::ValueId why_at;
  std::uint64_t transfers = 0;   // applied
  std::size_t disbelieved = 0;   // ways that were told
  std::size_t cells = 0;         // kept ...
  std::size_t places = 0;        // ... at so many places
  std::vector<TrailStep> trails; // what TrailIds mean
};

// Are callees walked through, or does a model say what they do?
bool is_entered(const Facts &facts, ProcedureId callee);

// Can the way be executed?  If not, another one is looked for.
using Believes = std::function<bool(const Answer &, const Found &)>;

// `refuted`: of the searches in the same function; kept and used.
Answer walk(Workspace &workspace, Manner manner, const WalkLimits &limits,
            const Probe &probe, Refutations *refuted = nullptr,
            const Believes &believes = {});
// A proof about this object alone.
Answer walk(Workspace &workspace, const WalkLimits &limits, const Probe &probe,
            const Whereabouts &object);

} // namespace wt::contradiction
