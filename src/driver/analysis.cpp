// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Engines over components: see analysis.h.

#include "driver/analysis.h"

#include "engine/partwise.h"
#include "program/schedule.h"
#include "program/work.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace wt::driver {

namespace {

class Lookup : public SummaryLookup {
public:
  explicit Lookup(const IdMap<ProcedureId, std::unique_ptr<Summary>> &summaries)
      : summaries_(summaries) {}
  const Summary *find(ProcedureId procedure) const override {
    ReadLog::note(Read::Kind::kSummary, procedure.value);
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

// What engines report about the objects of each procedure.
using Candidates = std::map<ProcedureId, std::vector<Candidate>>;

class Runner {
public:
  Runner(const FactStages &stages, const EngineRow &row,
         const Question &question, const AnalysisOptions &options,
         const Attempt &attempt, std::uint16_t stage)
      : facts_(stages.facts()), row_(row), engine_(row.make(stages, question)),
        options_(options), attempt_(attempt), stage_(stage) {
    run_.engine = &row;
    run_.answers.engine = row.name;
    run_.answers.is_proposer = row.is_proposer;
    for (std::size_t i = 0; i < facts_.program.procedures().size(); ++i) {
      run_.summaries.push(nullptr);
      task_of_.push(kNone);
    }
    for (SccId scc : facts_.program.sccs().ids())
      add_tasks(to_analyse(facts_.program, scc, attempt));
    results_.resize(tasks_.size());
    if (options.kept && engine_->is_repeatable())
      kept_.emplace(*options.kept, *engine_, row.name, run_.summaries);
  }

  // `graph`: of the components.
  bool run(const SccGraph &graph) {
    if (!engine_->needs_summaries()) {
      std::vector<std::size_t> order = largest_first(tasks_);
      return run_each(order.size(), schedule_options(),
                      [&](std::size_t i) { task(order[i]); });
    }
    std::vector<std::uint64_t> insts;
    for (SccId scc : facts_.program.sccs().ids())
      insts.push_back(task_of(scc) == kNone
                          ? 0
                          : work_of(facts_.program, tasks_[task_of(scc)]));
    auto run_task = [this](SccId scc) {
      if (task_of(scc) != kNone)
        task(task_of(scc));
    };
    return run_bottom_up(graph, schedule_options(), run_task, insts)
        .is_complete;
  }

  bool is_judge() const { return engine_->is_judge(); }
  void finish() {
    if (kept_)
      kept_->finish();
  }

  // Adds what this engine says of the candidates.
  bool judge(const Candidates &candidates) {
    std::vector<std::vector<ProcedureId>> asked;
    for (const auto &[procedure, about] : candidates)
      if (task_of_[procedure] != kNone)
        asked.push_back({procedure});
    std::vector<std::size_t> order = largest_first(asked);
    std::vector<std::vector<Verdict>> answers(asked.size());
    bool is_complete =
        run_each(order.size(), schedule_options(), [&](std::size_t i) {
          ProcedureId p = asked[order[i]].front();
          answers[order[i]] = judge(p, candidates.at(p));
        });
    for (std::size_t i = 0; i < asked.size(); ++i)
      std::ranges::move(
          answers[i],
          std::back_inserter(results_[task_of_[asked[i].front()]].verdicts));
    return is_complete;
  }

  // What it reports and `judge` has no answer to.
  void add_candidates(const Runner &judge, Candidates &candidates) const {
    for (const SccResult &result : results_)
      for (const Verdict &verdict : result.verdicts)
        if (verdict.answer == Verdict::Answer::kLeaks &&
            !judge.has_answer(verdict))
          add(verdict, candidates[verdict.site.procedure]);
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
  static constexpr std::size_t kNone = -1;

  // One for the component, or one for each member.
  void add_tasks(std::vector<ProcedureId> members) {
    for (ProcedureId p : members) {
      if (p == members.front() || !engine_->needs_summaries())
        tasks_.push_back({});
      task_of_[p] = tasks_.size() - 1;
      tasks_.back().push_back(p);
    }
  }

  // Of an engine with summaries: one for all members that are analysed.
  std::size_t task_of(SccId scc) const {
    for (ProcedureId p : facts_.program.sccs()[scc])
      if (task_of_[p] != kNone)
        return task_of_[p];
    return kNone;
  }

  ScheduleOptions schedule_options() const {
    ScheduleOptions schedule;
    schedule.threads = options_.threads;
    schedule.cancelled = options_.cancelled;
    return schedule;
  }

  // Indices of `tasks`, by the instructions of the first procedure.
  std::vector<std::size_t>
  largest_first(const std::vector<std::vector<ProcedureId>> &tasks) const {
    std::vector<std::size_t> order(tasks.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, std::ranges::greater(), [&](std::size_t i) {
      return facts_.program.body(tasks[i].front()).insts.size();
    });
    return order;
  }

  static void add(const Verdict &verdict, std::vector<Candidate> &candidates) {
    auto is_this = [&](const Candidate &known) {
      return known.site == verdict.site && known.kind == verdict.kind;
    };
    if (std::ranges::none_of(candidates, is_this))
      candidates.push_back({verdict.site, {}, verdict.kind});
  }

  bool has_answer(const Verdict &about) const {
    std::size_t task = task_of_[about.site.procedure];
    return task != kNone &&
           std::ranges::any_of(results_[task].verdicts, [&](const Verdict &v) {
             return v.site == about.site && v.kind == about.kind;
           });
  }

  std::vector<Verdict> judge(ProcedureId procedure,
                             std::span<const Candidate> candidates) const {
    InFlight::Entry entry(attempt_.in_flight, procedure, stage_);
    Budget budget(row_.steps_per_function, options_.cancelled);
    auto work = [&]() noexcept {
      return engine_->judge(procedure, candidates, budget);
    };
    return kept_ ? kept_->judged(procedure, candidates, work) : work();
  }

  SccResult analyse(const std::vector<ProcedureId> &part) {
    Budget budget(row_.steps_per_function * part.size(), options_.cancelled);
    // An exception is a crash, and ends here: the entry is still there.
    auto work = [&]() noexcept {
      return engine_->analyse(part, Lookup(run_.summaries), budget);
    };
    return kept_ ? kept_->analysed(part, work) : work();
  }

  // Of these parts, for those that ask from now on.
  void publish(std::vector<std::vector<ProcedureId>> &parts,
               std::vector<std::unique_ptr<Summary>> &summaries) {
    std::size_t next = 0;
    for (const std::vector<ProcedureId> &part : parts)
      for (ProcedureId p : part)
        if (next < summaries.size())
          run_.summaries[p] = std::move(summaries[next++]);
    parts.clear();
    summaries.clear();
  }

  void task(std::size_t task) {
    const std::vector<ProcedureId> &members = tasks_[task];
    InFlight::Entry entry(attempt_.in_flight, members.front(), stage_);
    SccResult all;
    std::vector<std::vector<ProcedureId>> hidden; // summaries come at the end
    const auto *partwise = dynamic_cast<const PartwiseEngine *>(engine_.get());
    for (std::vector<ProcedureId> &part :
         partwise ? partwise->parts(members) : PartwiseEngine::Parts{members}) {
      SccResult result = analyse(part);
      std::ranges::move(result.verdicts, std::back_inserter(all.verdicts));
      std::ranges::move(result.over_budget,
                        std::back_inserter(all.over_budget));
      std::ranges::move(result.summaries, std::back_inserter(all.summaries));
      hidden.push_back(std::move(part));
      if (partwise && partwise->sees_earlier_parts())
        publish(hidden, all.summaries);
    }
    publish(hidden, all.summaries);
    for (const Verdict &verdict : all.verdicts)
      found_ += verdict.answer == Verdict::Answer::kLeaks;
    results_[task] = std::move(all);
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
  std::vector<std::vector<ProcedureId>> tasks_; // callees first
  IdMap<ProcedureId, std::size_t> task_of_;     // kNone: not analysed
  std::vector<SccResult> results_;              // by task
  EngineRun run_;
  mutable std::optional<KeptEngine> kept_;
  std::atomic<std::size_t> functions_ = 0, found_ = 0;
};

// Engines that judge are asked about what the others report; all candidates
// are collected first, so that the order of the judges does not matter.
void let_judge(std::span<const std::unique_ptr<Runner>> runners,
               Analysis &analysis) {
  std::vector<Candidates> asked(runners.size());
  for (std::size_t judge = 0; judge < runners.size(); ++judge)
    if (runners[judge]->is_judge())
      for (const std::unique_ptr<Runner> &other : runners)
        if (other != runners[judge])
          other->add_candidates(*runners[judge], asked[judge]);
  for (std::size_t judge = 0; judge < runners.size(); ++judge)
    if (!asked[judge].empty() && analysis.is_complete)
      analysis.is_complete = runners[judge]->judge(asked[judge]);
}

} // namespace

Analysis analyse(const FactStages &stages,
                 std::span<const EngineRow *const> engines,
                 const Question &question, const AnalysisOptions &options,
                 const Attempt &attempt) {
  Analysis analysis;
  const Facts &facts = stages.facts();
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
  std::vector<std::unique_ptr<Runner>> runners;
  for (const EngineRow *row : engines) {
    if (!analysis.is_complete)
      break;
    runners.push_back(std::make_unique<Runner>(
        stages, *row, question, options, attempt,
        static_cast<std::uint16_t>(runners.size() + 1)));
    analysis.is_complete = runners.back()->run(graph);
  }
  let_judge(runners, analysis);
  for (const std::unique_ptr<Runner> &runner : runners)
    runner->finish();
  if (options.kept && analysis.is_complete)
    options.kept->save();
  for (const std::unique_ptr<Runner> &runner : runners)
    analysis.runs.push_back(runner->take());
  return analysis;
}

} // namespace wt::driver
