// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs an engine bottom-up over a small program and judges its verdicts; see
// compare.h.

#include "compare.h"

#include "model/infer/infer.h"
#include "witness/walker.h"

#include <algorithm>

namespace wt::agree {

namespace {

class Summaries final : public SummaryLookup {
public:
  explicit Summaries(std::size_t count) : summaries_(count) {}
  const Summary *find(ProcedureId procedure) const override {
    return summaries_[procedure.value].get();
  }
  void put(ProcedureId procedure, std::unique_ptr<Summary> summary) {
    summaries_[procedure.value] = std::move(summary);
  }

private:
  std::vector<std::unique_ptr<Summary>> summaries_;
};

std::vector<Verdict> run_engine(const driver::EngineRow &row,
                                const Program &program,
                                const model::ModelSet &models) {
  infer::Behaviours behaviours = infer::infer(program, models, {.threads = 1});
  FactStages stages({program, models, behaviours});
  std::unique_ptr<Engine> engine = row.make(stages, Question{});
  Summaries summaries(program.procedures().size());
  std::vector<Verdict> verdicts;
  for (const std::vector<ProcedureId> &scc : program.sccs()) {
    Budget budget(row.steps_per_function * scc.size());
    SccResult result = engine->analyse(scc, summaries, budget);
    for (std::size_t i = 0; i < result.summaries.size(); ++i)
      summaries.put(scc[i], std::move(result.summaries[i]));
    for (Verdict &verdict : result.verdicts)
      verdicts.push_back(std::move(verdict));
  }
  return verdicts;
}

std::string place(const Program &program, ProcedureId p, ir::ValueId v) {
  const ir::Inst &inst = program.body(p).insts[v];
  return std::string(program.procedures()[p].name) + ":" +
         std::to_string(inst.pos.line);
}

bool is_loss(FindingKind kind) {
  return kind == FindingKind::kLeak || kind == FindingKind::kResourceLeak;
}

// Does some path show what the verdict claims?
bool is_true(const OracleResult &oracle, const Verdict &verdict) {
  for (const Outcome &o : oracle.outcomes) {
    if (o.kind != verdict.kind)
      continue;
    if (o.site_procedure == verdict.site.procedure &&
        o.site == verdict.site.value)
      return true;
    // A second free or a use is also named by where it happens.
    if (!is_loss(o.kind) && o.procedure == verdict.site.procedure &&
        (o.at == verdict.site.value ||
         std::ranges::find(verdict.losing, o.at) != verdict.losing.end()))
      return true;
  }
  return false;
}

class Judge {
public:
  Judge(const driver::EngineRow &row, const Program &program,
        const model::ModelSet &models, const OracleView &oracle)
      : row_(row), program_(program), models_(models), oracle_(oracle) {}

  Tally judge() {
    tally_.programs = 1;
    std::vector<Verdict> verdicts = run_engine(row_, program_, models_);
    for (const Verdict &verdict : verdicts) {
      switch (verdict.answer) {
      case Verdict::Answer::kLeaks:
        judge_alarm(verdict);
        break;
      case Verdict::Answer::kSafe:
        judge_proof(verdict);
        break;
      case Verdict::Answer::kUnknown:
        ++tally_.unknown;
        break;
      }
    }
    count_leaks(verdicts);
    return std::move(tally_);
  }

private:
  void fail_with(const char *what, const Verdict &verdict,
                 const std::string &why) {
    tally_.failures.push_back(
        std::string(row_.name) + ": " + what + ": " + name_of(verdict.kind) +
        " " + place(program_, verdict.site.procedure, verdict.site.value) +
        (why.empty() ? "" : " (" + why + ")"));
  }

  void judge_alarm(const Verdict &verdict) {
    for (const Witness &witness : verdict.witnesses) {
      Replay replayed = replay(program_, models_, verdict, witness);
      tally_.replayed += replayed.outcome == Replay::Outcome::kConfirmed;
      tally_.undecided += replayed.outcome == Replay::Outcome::kUndecided;
      if (replayed.outcome == Replay::Outcome::kContradicted)
        fail_with("broken witness", verdict, replayed.why);
    }
    bool depends_on_caller =
        is_loss(verdict.kind) && verdict.site.kind != Site::Kind::kCall;
    if (depends_on_caller || is_true(oracle_.possible, verdict))
      return;
    if (verdict.witnesses.empty() || verdict.rests_on_unmodelled_call)
      ++tally_.weak_alarms;
    else
      fail_with("false alarm", verdict, verdict.reason);
  }

  void judge_proof(const Verdict &verdict) {
    if (verdict.strength != Verdict::Strength::kProved)
      return;
    if (is_true(oracle_.certain, verdict))
      fail_with("wrong proof", verdict, "");
    else
      ++tally_.proved;
  }

  void count_leaks(const std::vector<Verdict> &verdicts) {
    std::set<std::pair<ProcedureId, ir::ValueId>> leaking;
    for (const Outcome &o : oracle_.certain.outcomes)
      if (is_loss(o.kind) && o.site.valid())
        leaking.emplace(o.site_procedure, o.site);
    for (const auto &[procedure, site] : leaking) {
      bool is_found = std::ranges::any_of(verdicts, [&](const Verdict &v) {
        return v.answer == Verdict::Answer::kLeaks && is_loss(v.kind) &&
               v.site.procedure == procedure && v.site.value == site;
      });
      ++tally_.leaks;
      tally_.found += is_found;
      if (!is_found)
        tally_.missed.push_back(std::string(row_.name) + ": missed: leak " +
                                place(program_, procedure, site));
    }
    for (const auto &site : oracle_.certain.acquired)
      tally_.safe += !leaking.contains(site);
  }

  const driver::EngineRow &row_;
  const Program &program_;
  const model::ModelSet &models_;
  const OracleView &oracle_;
  Tally tally_;
};

} // namespace

void Tally::add(const Tally &other) {
  programs += other.programs;
  not_judged += other.not_judged;
  leaks += other.leaks;
  found += other.found;
  safe += other.safe;
  proved += other.proved;
  unknown += other.unknown;
  weak_alarms += other.weak_alarms;
  replayed += other.replayed;
  undecided += other.undecided;
  failures.insert(failures.end(), other.failures.begin(), other.failures.end());
}

OracleView look_at(const Program &program, const model::ModelSet &models) {
  OracleLimits limits;
  limits.visits_per_block = 12;
  OracleView view;
  limits.drop_undefined = true;
  view.certain = run_oracle(program, models, limits);
  limits.drop_undefined = false;
  limits.may_alias = true;
  limits.use_traps = false;
  view.possible = run_oracle(program, models, limits);
  return view;
}

Tally compare(const driver::EngineRow &row, const Program &program,
              const model::ModelSet &models, const OracleView &oracle) {
  if (!oracle.possible.gave_up.empty() || oracle.possible.is_bounded ||
      !oracle.certain.gave_up.empty() || oracle.certain.is_bounded) {
    Tally tally;
    tally.not_judged = 1;
    return tally;
  }
  return Judge(row, program, models, oracle).judge();
}

} // namespace wt::agree
