// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which functions are looked at, and what becomes of those over budget.

#include "engine/valueflow/valueflow.h"

#include "engine/sites.h"
#include "engine/valueflow/check.h"

#include <algorithm>

namespace wt::valueflow {
namespace {

class ValueFlowEngine final : public Engine {
public:
  ValueFlowEngine(const PointerFacts &facts, const Limits &limits)
      : facts_(facts), limits_(limits) {}

  SccResult analyse(std::span<const ProcedureId> scc, const SummaryLookup &,
                    Budget &budget) const override {
    SccResult result;
    for (ProcedureId procedure : scc) {
      result.summaries.push_back(nullptr);
      if (!facts_.program.procedures()[procedure].has_body ||
          facts_.behaviours.in(procedure).empty())
        continue;
      std::uint64_t steps = std::min(limits_.steps, budget.left());
      Budget own(steps);
      std::vector<Verdict> verdicts =
          analyse_one(procedure, own, result.counters);
      if (own.exhausted())
        result.over_budget.push_back(procedure);
      std::ranges::move(verdicts, std::back_inserter(result.verdicts));
      budget.spend(std::min(budget.left(), steps - own.left()));
    }
    return result;
  }

private:
  std::vector<Verdict> analyse_one(ProcedureId procedure, Budget &budget,
                                   Counters &counters) const {
    Setting setting{facts_, limits_, procedure};
    std::unique_ptr<Body> body = make_body(setting, budget, counters);
    std::vector<Verdict> out =
        body ? check(*body, counters)
             : unknown_verdicts(facts_, procedure, "the function is too large");
    const ir::Function &function = facts_.program.body(procedure);
    std::ranges::stable_sort(out, {}, [&](const Verdict &verdict) {
      const SourcePos &pos = function.insts[verdict.site.value].pos;
      return std::tuple(pos.line, pos.column, verdict.site.value.value);
    });
    return out;
  }

  const PointerFacts &facts_;
  Limits limits_;
};

} // namespace

std::unique_ptr<Engine> make_engine(const PointerFacts &facts, const Question &,
                                    const Limits &limits) {
  return std::make_unique<ValueFlowEngine>(facts, limits);
}

} // namespace wt::valueflow
