// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What does every engine promise?
//
// Constant facts, small limits and a budget in; a three-valued verdict per
// site out.  Running out is an answer (*unknown*), not an error.  An engine
// prints nothing, reads no options and keeps no state between calls, so two
// may run at once and results do not depend on the number of threads.
//
// Bottom-up engines are called once per strongly connected component of the
// call graph, callees first.  What a caller needs to know of a procedure is
// its Summary.  Engines that need none of each other's are given one procedure
// at a time.  Adding an engine: docs/dev/adding-an-engine.md.

#pragma once

#include "finding/verdict.h"
#include "summary/facts.h"
#include "support/budget.h"

#include <iosfwd>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace wt {

class ByteReader;
class ByteWriter;
class IdReader;
class IdWriter;

// Summaries of the procedures below; null: not analysed, assume the worst.
class SummaryLookup {
public:
  virtual ~SummaryLookup() = default;
  virtual const Summary *find(ProcedureId procedure) const = 0;
};

// What an engine counted, for benchmarks: names are its own.
using Counters = std::map<std::string_view, std::uint64_t>;

struct SccResult {
  std::vector<std::unique_ptr<Summary>>
      summaries;                        // one per procedure, in order
  std::vector<Verdict> verdicts;        // in source order
  std::vector<ProcedureId> over_budget; // summarised conservatively
  Counters counters;
};

// What some engine reports, as a question to another: can this object be lost
// (or freed twice, ...), there?  Either half may be missing.
struct Candidate {
  std::optional<Site> site; // of the procedure; none: any object
  ir::ValueId losing;       // instruction where it happens; invalid: anywhere
  FindingKind kind = FindingKind::kLeak;
};

class Engine {
public:
  virtual ~Engine() = default;
  virtual SccResult analyse(std::span<const ProcedureId> scc,
                            const SummaryLookup &callees,
                            Budget &budget) const = 0;

  // False: it looks at each procedure by itself and asks for no summaries, so
  // it may be given procedures one by one and in any order.
  virtual bool needs_summaries() const { return true; }

  // May what it says be kept, and used again while all that it read is the
  // same?  It then reads nothing but facts that are noted when they are asked
  // for (support/reads.h), summaries of callees, and what write_tables()
  // writes.
  virtual bool is_repeatable() const { return false; }
  // Its words have lines of the source in them, or it looks at all types of a
  // unit.
  virtual bool sees_lines() const { return false; }
  // What it has found out about the whole program, as far as it is asked for
  // while one procedure is analysed.
  virtual void write_tables(ByteWriter &, IdWriter &) const {}
  // Of an engine with summaries.
  virtual void write_summary(const Summary &, ByteWriter &, IdWriter &) const {}
  virtual std::unique_ptr<Summary> read_summary(ProcedureId, ByteReader &,
                                                const IdReader &) const {
    return nullptr;
  }

  // One verdict per candidate, in order; of an engine that judges.
  virtual bool is_judge() const { return false; }
  virtual std::vector<Verdict>
  judge(ProcedureId, std::span<const Candidate> candidates, Budget &) const {
    return std::vector<Verdict>(candidates.size());
  }
};

} // namespace wt
