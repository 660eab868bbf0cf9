// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which functions are looked at, and what becomes of those over budget.

#include "engine/sat/sat.h"

#include "engine/sat/check.h"
#include "engine/sat/judge.h"
#include "engine/sat/passes.h"
#include "engine/sites.h"
#include "summary/followed.h"

#include <algorithm>

namespace wt::sat {
namespace {

class SatEngine final : public Engine {
public:
  SatEngine(const Facts &facts, const Question &question, const Limits &limits)
      : facts_(facts), question_(question), limits_(limits),
        passed_(facts.program) {}

  SccResult analyse(std::span<const ProcedureId> scc, const SummaryLookup &,
                    Budget &budget) const override {
    SccResult result;
    for (ProcedureId procedure : scc) {
      result.summaries.push_back(nullptr);
      if (!facts_.program.procedures()[procedure].has_body ||
          !is_worth_asking(procedure))
        continue;
      Relevance relevance(facts_, procedure);
      Setting setting{facts_,    question_, limits_,
                      procedure, relevance, passed_};
      std::uint64_t steps = std::min(limits_.steps, budget.left());
      Budget own(steps);
      std::vector<Verdict> verdicts;
      if (!analyse_one(setting, own, verdicts, result.counters)) {
        result.over_budget.push_back(procedure);
        add_unknown(setting, verdicts);
      }
      sort_by_source(facts_.program.body(procedure), verdicts);
      std::ranges::move(verdicts, std::back_inserter(result.verdicts));
      budget.spend(std::min(budget.left(), steps - own.left()));
    }
    return result;
  }

  bool needs_summaries() const override { return false; }

  bool is_repeatable() const override { return true; }

  bool is_judge() const override { return true; }
  std::vector<Verdict> judge(ProcedureId procedure,
                             std::span<const Candidate> candidates,
                             Budget &budget) const override {
    return sat::judge(facts_, question_, limits_, passed_, procedure,
                      candidates, budget);
  }

private:
  // Something is acquired here, may be freed twice, or is lost by its owner.
  bool is_worth_asking(ProcedureId procedure) const {
    if (!facts_.behaviours.in(procedure).empty())
      return true;
    const ir::Function &function = facts_.program.body(procedure);
    std::size_t frees = 0;
    bool fills_owned = false;
    bool reads_owned = false, writes_owned = false;
    auto is_owned = [&](ir::ValueId access) {
      return facts_.behaviours.owned()
          .at(facts_.program, procedure, function.operand(access, 0))
          .valid();
    };
    for (ir::BlockId block : function.blocks.ids())
      for (ir::ValueId v : function.blocks[block].insts) {
        ir::Op op = function.insts[v].op;
        if (op == ir::Op::kCall)
          for (ProcedureId callee :
               infer::followed(facts_.program, procedure, v)) {
            frees += frees_something(facts_.behaviours.of(callee));
            fills_owned |= fills_global(facts_.behaviours.of(callee));
          }
        reads_owned |= op == ir::Op::kLoad && is_owned(v);
        writes_owned |= op == ir::Op::kStore && is_owned(v);
      }
    if (fills_owned || (reads_owned && (writes_owned || frees > 0)))
      return true;
    return frees > 1 || (frees > 0 && !find_loops(function).loops.empty());
  }

  bool fills_global(const infer::Behaviour &behaviour) const {
    for (const infer::Outcome &outcome : behaviour.outcomes)
      for (std::size_t n = 0; n < outcome.objects.size(); ++n)
        if (owned_global_of_new(facts_, outcome, n))
          return true;
    return false;
  }

  static bool frees_something(const infer::Behaviour &behaviour) {
    for (const infer::Outcome &outcome : behaviour.outcomes)
      for (const infer::Effect &effect : outcome.effects)
        if (effect.kind == infer::Effect::Kind::kFree)
          return true;
    return false;
  }

  // False: over budget.
  bool analyse_one(const Setting &setting, Budget &budget,
                   std::vector<Verdict> &verdicts, Counters &counters) const {
    bool is_done = evaluate_procedure(setting, budget, [&](Evaluation &e) {
      verdicts = check(e);
      count(e, counters);
    });
    return is_done && !budget.exhausted();
  }

  // What was found before the steps ran out stays; the rest is not known.
  static void add_unknown(const Setting &setting,
                          std::vector<Verdict> &verdicts) {
    std::erase_if(verdicts, [](const Verdict &verdict) {
      return verdict.answer != Verdict::Answer::kLeaks;
    });
    for (Verdict &unknown : unknown_verdicts(setting.facts, setting.procedure,
                                             "the function is too large"))
      if (std::ranges::find(verdicts, unknown.site, &Verdict::site) ==
          verdicts.end())
        verdicts.push_back(std::move(unknown));
  }

  static void count(const Evaluation &evaluation, Counters &counters) {
    const logic::Solver::Layers &layers = evaluation.solver.layers();
    counters["constant"] += layers.constant;
    counters["contradiction"] += layers.contradiction;
    counters["assignment"] += layers.assignment;
    counters["refuted"] += layers.refuted;
    counters["search"] += layers.search;
    counters["solver"] += layers.solver;
    counters["conditions"] += evaluation.table.size();
  }

  Facts facts_;
  Question question_;
  Limits limits_;
  PassedBits passed_;
};

} // namespace

std::unique_ptr<Engine> make_engine(const Facts &facts,
                                    const Question &question,
                                    const Limits &limits) {
  return std::make_unique<SatEngine>(facts, question, limits);
}

} // namespace wt::sat
