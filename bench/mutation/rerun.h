// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Does an engine notice that a deallocation call is missing?
//
// The engine runs once over the whole program.  For each mutant the call is
// dropped in the body of its function and only what depends on it runs again:
// the component of that function, then callers upwards as long as the text of a
// summary changed, within bounds.  Found: a verdict *leaks* at a site where the
// first run gave none.
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
    kSilent // no verdict about the object, and no new one elsewhere
  };
  Kind kind = Kind::kSilent;
  std::string reason;        // not found: one phrase
  std::optional<Site> site;  // found: where
  bool is_at_origin = false; // found: where the freed object was acquired
  bool has_witness = false;
  std::optional<Replay::Outcome> replay; // of the first witness
  std::size_t functions = 0;             // analysed again
  double seconds = 0;                    // of processor time
};
const char *name_of(Outcome::Kind kind); // "found", "masked", ...

class Rerun {
public:
  static constexpr std::size_t kMostMembers = 24;    // of a component
  static constexpr std::size_t kMostComponents = 40; // analysed per mutant
  static constexpr int kMostLevels = 4;              // of callers

  Rerun(Project &project, const driver::EngineRow &engine,
        const Question &question = {});

  // Over the whole program; the processor time it took, in seconds.
  double run_baseline(unsigned threads);
  Outcome run(const Mutant &mutant);

private:
  using Group = std::vector<ProcedureId>; // analysed together
  struct Known {                          // of one procedure, unmutated
    std::vector<Site> leaks;
    std::string summary; // as text
  };
  class Lookup;
  class Climb;

  infer::Behaviours behaviours_of(const Mutant &mutant) const;
  Group group_of(ProcedureId procedure) const;
  SccResult analyse(const Engine &engine, const Group &group,
                    const SummaryLookup &callees) const;
  const Known &known(ProcedureId procedure);

  Project &project_;
  const driver::EngineRow &row_;
  Question question_;
  infer::Behaviours behaviours_;
  FactStages stages_;
  IdMap<ProcedureId, std::unique_ptr<Summary>> summaries_;
  IdMap<ProcedureId, std::vector<Site>> leaks_; // reported by the baseline
  std::map<ProcedureId, Known> known_;
};

} // namespace wt::mutation
