// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which of the suspects of the one interpretation does a single path show?
//
// What a body may lose is known (summary/suspect.h): it was noted where its
// behaviour was found.  Each suspect that the question is about is looked for
// on single paths; callees are applied as their behaviours say.

#include "engine/absint/absint.h"

#include "engine/absint/from_behaviour.h"
#include "engine/absint/verdicts.h"
#include "engine/sites.h"

#include <algorithm>
#include <iterator>
#include <map>

namespace wt::absint {
namespace {

// A behaviour in the words of the paper, made when somebody reads it.
class Told final : public Summary {
public:
  Told(const Facts &facts, ProcedureId procedure)
      : facts_(facts), procedure_(procedure) {}
  void print(std::ostream &out) const override {
    from_behaviour(facts_, procedure_).print(out);
  }
  void print_graph(std::ostream &out) const override {
    from_behaviour(facts_, procedure_).print_graph(out);
  }

private:
  Facts facts_;
  ProcedureId procedure_;
};

class AbsintEngine final : public Engine {
public:
  AbsintEngine(const Facts &facts, const Question &question,
               const Limits &limits)
      : facts_(facts), question_(question), limits_(limits),
        passed_(facts.program) {}

  bool needs_summaries() const override { return false; }
  bool is_repeatable() const override { return true; }
  std::unique_ptr<Summary> read_summary(ProcedureId p, ByteReader &,
                                        const IdReader &) const override {
    return std::make_unique<Told>(facts_, p);
  }

  SccResult analyse(std::span<const ProcedureId> scc, const SummaryLookup &,
                    Budget &) const override {
    SccResult result;
    for (ProcedureId p : scc) {
      result.summaries.push_back(std::make_unique<Told>(facts_, p));
      if (facts_.program.procedures()[p].has_body)
        std::ranges::move(verdicts(p, result),
                          std::back_inserter(result.verdicts));
    }
    return result;
  }

private:
  std::vector<Verdict> verdicts(ProcedureId p, SccResult &result) const {
    if (!facts_.behaviours.of(p).is_known()) {
      result.over_budget.push_back(p);
      return unknown_verdicts(facts_, p, "the function is too large");
    }
    std::map<ProcedureId, ProcedureSummary> known;
    Setting setting{
        facts_, question_, limits_, passed_,
        [&](ProcedureId callee) -> const ProcedureSummary & {
          auto at = known.find(callee);
          if (at == known.end())
            at = known.emplace(callee, from_behaviour(facts_, callee)).first;
          return at->second;
        }};
    return verdicts_of(setting, p, result.counters);
  }

  Facts facts_;
  Question question_;
  Limits limits_;
  PassedBits passed_;
};

} // namespace

bool set_option(Limits &limits, std::string_view name, std::uint64_t value) {
  if (name != "loops_iterate")
    return false;
  limits.loops_iterate = value != 0;
  return true;
}

std::unique_ptr<Engine> make_engine(const Facts &facts,
                                    const Question &question,
                                    const Limits &limits) {
  return std::make_unique<AbsintEngine>(facts, question, limits);
}

} // namespace wt::absint
