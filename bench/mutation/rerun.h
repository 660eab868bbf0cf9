// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Does an engine notice that a deallocation call is missing?
//
// The engine runs once over the whole program.  For each mutant the call is
// dropped in the body of its function and only what depends on it runs again:
// the component of that function, then callers upwards as long as the text of a
// summary changed, within bounds; and functions that name the field or global
// that the freed object was read from, because what is put there may be lost
// now.  Found: a verdict *leaks* at a site where the first run gave none.
//
// Several engines are fused as in `watertight check`: found is what is reported
// there, a finding of medium or high confidence; low is one that is not shown.
//
// Components of more than kMostMembers functions would cost more than all the
// rest: their members are analysed one by one, with nothing known of the other
// members, in the mutant and in the run it is compared with.
//
// The engine is seen through engine/engine.h alone, and is made anew for each
// mutant: it may look at the whole program when it is made.
//
// Tested by tests/unit/mutation/rerun_test.cpp.

#pragma once

#include "driver/analysis.h"
#include "mutation/mutant.h"
#include "mutation/project.h"
#include "witness/walker.h"

namespace wt::mutation {

struct Outcome {
  enum class Kind : std::uint8_t {
    kFound,
    kMasked,  // the site is reported without the mutation, too
    kSafe,    // the engine says the acquired object is safe
    kUnknown, // the engine says it does not know
    kOverBudget,
    kLow,   // several engines: only a finding of low confidence
    kSilent // no verdict about the object, and no new one elsewhere
  };
  Kind kind = Kind::kSilent;
  std::string reason;        // not found: one phrase
  std::optional<Site> site;  // found: where
  bool is_at_origin = false; // found: where the freed object was acquired
  bool has_witness = false;
  std::optional<Replay::Outcome> replay; // of the first witness
  std::string engines;                   // found: by whom
  std::size_t functions = 0;             // analysed again
  double seconds = 0;                    // of processor time
};
const char *name_of(Outcome::Kind kind); // "found", "masked", ...

class Rerun {
public:
  static constexpr std::size_t kMostMembers = 24;    // of a component
  static constexpr std::size_t kMostComponents = 40; // analysed per mutant
  static constexpr int kMostLevels = 4;              // of callers
  static constexpr std::size_t kMostNaming = 40;     // that name the field

  Rerun(Project &project, std::span<const driver::EngineRow *const> engines,
        const Question &question = {});

  // Over the whole program; the processor time it took, in seconds.
  double run_baseline(unsigned threads);
  Outcome run(const Mutant &mutant);

private:
  using Group = std::vector<ProcedureId>; // analysed together
  using Answers = std::vector<EngineVerdicts>;
  struct Known {                        // of one procedure, unmutated
    std::vector<Site> leaks, low;       // shown, and not shown
    std::vector<std::string> summaries; // as text, by engine
  };
  struct Baseline { // of one engine
    IdMap<ProcedureId, std::unique_ptr<Summary>> summaries;
    IdMap<ProcedureId, std::vector<Verdict>> verdicts;
  };
  struct Leak {
    Site site;
    const Verdict *verdict = nullptr; // the first, or one with a witness
    bool is_shown = true;
    std::string engines;
    std::string told; // not shown: the finding
  };
  class Lookup;
  class Climb;

  infer::Behaviours behaviours_of(const Mutant &mutant) const;
  std::set<ProcedureId> naming(const Mutant &mutant) const;
  Group group_of(ProcedureId procedure) const;
  SccResult analyse(std::size_t engine, const Engine &made, const Group &group,
                    const SummaryLookup &callees) const;
  std::vector<Leak> leaks_in(const Answers &answers);
  void look_at_confidence(const Answers &answers, Leak &leak);
  Answers no_answers() const;
  const Known &known(ProcedureId procedure);

  Project &project_;
  std::vector<const driver::EngineRow *> rows_;
  Question question_;
  infer::Behaviours behaviours_;
  FactStages stages_;
  std::vector<Baseline> baselines_; // by engine
  std::map<ProcedureId, Known> known_;
  SourceText source_;
};

} // namespace wt::mutation
