// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Engines over components: see analysis.h.

#include "driver/analysis.h"

#include "program/schedule.h"

#include <algorithm>

namespace wt::driver {

namespace {

class Lookup : public SummaryLookup {
public:
  explicit Lookup(const IdMap<ProcedureId, std::unique_ptr<Summary>> &summaries)
      : summaries_(summaries) {}
  const Summary *find(ProcedureId procedure) const override {
    return summaries_[procedure].get();
  }

private:
  const IdMap<ProcedureId, std::unique_ptr<Summary>> &summaries_;
};

// The members of a component that have a body; none if one of them crashed.
std::vector<ProcedureId> to_analyse(const Program &program, SccId scc,
                                    const Attempt &attempt) {
  std::vector<ProcedureId> members;
  for (ProcedureId p : program.sccs()[scc]) {
    if (attempt.crashed.contains(p))
      return {};
    if (program.procedures()[p].has_body)
      members.push_back(p);
  }
  return members;
}

class Runner {
public:
  Runner(const Facts &facts, const EngineRow &row, const Question &question,
         const AnalysisOptions &options, const Attempt &attempt,
         std::uint16_t stage)
      : facts_(facts), row_(row), engine_(row.make(facts, question)),
        options_(options), attempt_(attempt), stage_(stage),
        results_(facts.program.sccs().size()) {
    run_.engine = &row;
    run_.answers.engine = row.name;
    for (std::size_t i = 0; i < facts.program.procedures().size(); ++i)
      run_.summaries.push(nullptr);
  }

  bool run(const SccGraph &graph) {
    ScheduleOptions schedule;
    schedule.threads = options_.threads;
    schedule.cancelled = options_.cancelled;
    ScheduleResult done =
        run_bottom_up(graph, schedule, [this](SccId scc) { task(scc); });
    return done.is_complete;
  }

  EngineRun take() {
    for (SccResult &result : results_) {
      std::ranges::move(result.verdicts,
                        std::back_inserter(run_.answers.verdicts));
      run_.over_budget.insert(run_.over_budget.end(),
                              result.over_budget.begin(),
                              result.over_budget.end());
    }
    std::sort(run_.over_budget.begin(), run_.over_budget.end());
    return std::move(run_);
  }

private:
  void task(SccId scc) {
    std::vector<ProcedureId> members =
        to_analyse(facts_.program, scc, attempt_);
    if (members.empty())
      return;
    InFlight::Entry entry(attempt_.in_flight, members.front(), stage_);
    Budget budget(row_.steps_per_function * members.size(), options_.cancelled);
    // An exception is a crash, and ends here: the entry is still there.
    SccResult result = [&]() noexcept {
      return engine_->analyse(members, Lookup(run_.summaries), budget);
    }();
    for (std::size_t i = 0; i < result.summaries.size(); ++i)
      run_.summaries[members[i]] = std::move(result.summaries[i]);
    for (const Verdict &verdict : result.verdicts)
      found_ += verdict.answer == Verdict::Answer::kLeaks;
    results_[scc.value] = std::move(result);
    functions_ += members.size();
    if (options_.on_progress)
      options_.on_progress(functions_, found_);
  }

  const Facts &facts_;
  const EngineRow &row_;
  std::unique_ptr<Engine> engine_;
  const AnalysisOptions &options_;
  const Attempt &attempt_;
  std::uint16_t stage_;
  std::vector<SccResult> results_; // by component
  EngineRun run_;
  std::atomic<std::size_t> functions_ = 0, found_ = 0;
};

} // namespace

Analysis analyse(const Facts &facts, std::span<const EngineRow *const> engines,
                 const Question &question, const AnalysisOptions &options,
                 const Attempt &attempt) {
  Analysis analysis;
  SccGraph graph = scc_graph(facts.program);
  for (SccId scc : facts.program.sccs().ids()) {
    std::vector<ProcedureId> members = to_analyse(facts.program, scc, attempt);
    analysis.functions += members.size();
    if (members.empty())
      for (ProcedureId p : facts.program.sccs()[scc])
        if (facts.program.procedures()[p].has_body)
          analysis.left_out.push_back(p);
  }
  std::sort(analysis.left_out.begin(), analysis.left_out.end());
  std::uint16_t stage = 0;
  for (const EngineRow *row : engines) {
    Runner runner(facts, *row, question, options, attempt, ++stage);
    analysis.is_complete &= runner.run(graph);
    analysis.runs.push_back(runner.take());
    if (!analysis.is_complete)
      break;
  }
  return analysis;
}

} // namespace wt::driver
