// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One engine over mutants: see rerun.h.

#include "mutation/rerun.h"
#include "model/infer/infer.h"

#include <algorithm>
#include <ctime>
#include <sstream>

namespace wt::mutation {

using Answer = Verdict::Answer;

namespace {

double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) +
         static_cast<double>(now.tv_nsec) * 1e-9;
}

bool is_leak(const Verdict &verdict) {
  return verdict.answer == Answer::kLeaks && !verdict.is_at_exit &&
         (verdict.kind == FindingKind::kLeak ||
          verdict.kind == FindingKind::kResourceLeak);
}

bool contains(const std::vector<Site> &sites, const Site &site) {
  return std::ranges::find(sites, site) != sites.end();
}

// Is the site where the object freed by the dropped call was acquired?
bool is_origin(const Mutant &mutant, const Site &site) {
  return site.procedure == mutant.procedure &&
         std::ranges::any_of(mutant.origins, [&](const Origin &origin) {
           bool is_result = site.place.root == model::Place::Root::kResult;
           return site.value == origin.call &&
                  is_result == !origin.slot.valid();
         });
}

std::string text_of(const Summary *summary) {
  std::ostringstream out;
  if (summary)
    summary->print(out);
  return std::move(out).str();
}

// The facts of the program as it is now; everything that an engine reads and
// that depends on bodies has to be made here.
Facts facts_of(const Project &project, const infer::Behaviours &behaviours) {
  return Facts{*project.program, *project.models, behaviours};
}

const char *strength_name(Verdict::Strength strength) {
  switch (strength) {
  case Verdict::Strength::kProved:
    return "proved";
  case Verdict::Strength::kBounded:
    return "bounded";
  case Verdict::Strength::kHeuristic:
    break;
  }
  return "heuristic";
}

} // namespace

const char *name_of(Outcome::Kind kind) {
  switch (kind) {
  case Outcome::Kind::kFound:
    return "found";
  case Outcome::Kind::kMasked:
    return "masked";
  case Outcome::Kind::kSafe:
    return "safe";
  case Outcome::Kind::kUnknown:
    return "unknown";
  case Outcome::Kind::kOverBudget:
    return "over-budget";
  case Outcome::Kind::kSilent:
    break;
  }
  return "silent";
}

// Summaries of the mutant where there are any, else of the baseline; nothing
// of the component that is being analysed.
class Rerun::Lookup final : public SummaryLookup {
public:
  explicit Lookup(const Rerun &rerun) : rerun_(rerun) {}

  const Summary *find(ProcedureId p) const override {
    if (rerun_.project_.program->procedures()[p].scc == hidden)
      return nullptr;
    if (auto changed = of_mutant.find(p); changed != of_mutant.end())
      return changed->second.get();
    return rerun_.summaries_[p].get();
  }

  SccId hidden;
  std::map<ProcedureId, std::unique_ptr<Summary>> of_mutant;

private:
  const Rerun &rerun_;
};

// From the mutated function upwards.
class Rerun::Climb {
public:
  Climb(Rerun &rerun, const Mutant &mutant)
      : rerun_(rerun), program_(*rerun.project_.program), mutant_(mutant),
        behaviours_(rerun.behaviours_of(mutant)),
        stages_(facts_of(rerun.project_, behaviours_), rerun.stages_),
        engine_(rerun.row_.make(stages_, rerun.question_)), lookup_(rerun) {}

  Outcome run() {
    add(mutant_.procedure, 0);
    std::size_t components = 0;
    while (!pending_.empty() && components++ < kMostComponents) {
      auto first = pending_.begin();
      Group group = first->first.second;
      int level = first->second;
      pending_.erase(first);
      if (analyse(group, level))
        return std::move(outcome_);
    }
    if (outcome_.kind == Outcome::Kind::kSilent)
      outcome_.reason = why_silent();
    return std::move(outcome_);
  }

private:
  void add(ProcedureId p, int level) {
    if (program_.procedures()[p].has_body)
      pending_.try_emplace({program_.procedures()[p].scc, rerun_.group_of(p)},
                           level);
  }

  // True: found.
  bool analyse(const Group &group, int level) {
    lookup_.hidden = program_.procedures()[group[0]].scc;
    SccResult result = rerun_.analyse(*engine_, group, lookup_);
    outcome_.functions += group.size();
    if (look_for_leak(result))
      return true;
    if (level == 0)
      explain(result);
    for (std::size_t i = 0; i < group.size(); ++i) {
      ProcedureId p = group[i];
      bool is_changed =
          text_of(result.summaries[i].get()) != rerun_.known(p).summary ||
          behaviours_.of(p) != rerun_.behaviours_.of(p);
      lookup_.of_mutant[p] = std::move(result.summaries[i]);
      if (!is_changed)
        continue;
      has_changed_summary_ |= p == mutant_.procedure;
      for (ProcedureId caller : program_.callers(p))
        if (level < kMostLevels &&
            program_.procedures()[caller].scc != lookup_.hidden)
          add(caller, level + 1);
    }
    return false;
  }

  bool look_for_leak(const SccResult &result) {
    const Verdict *best = nullptr;
    for (const Verdict &verdict : result.verdicts) {
      if (!is_leak(verdict) ||
          contains(rerun_.known(verdict.site.procedure).leaks, verdict.site))
        continue;
      if (!best ||
          (!is_origin(mutant_, best->site) && is_origin(mutant_, verdict.site)))
        best = &verdict;
    }
    if (!best)
      return false;
    outcome_.kind = Outcome::Kind::kFound;
    outcome_.reason.clear();
    outcome_.site = best->site;
    outcome_.is_at_origin = is_origin(mutant_, best->site);
    outcome_.has_witness = !best->witnesses.empty();
    if (outcome_.has_witness)
      outcome_.replay =
          replay(program_, *rerun_.project_.models, *best, best->witnesses[0])
              .outcome;
    return true;
  }

  // What the engine said about the object itself instead of *leaks*.
  void explain(const SccResult &result) {
    using Kind = Outcome::Kind;
    if (std::ranges::find(result.over_budget, mutant_.procedure) !=
        result.over_budget.end()) {
      outcome_.kind = Kind::kOverBudget;
      outcome_.reason = "the function is over budget";
    }
    for (const Verdict &verdict : result.verdicts) {
      if (!is_origin(mutant_, verdict.site))
        continue;
      if (is_leak(verdict)) {
        outcome_.kind = Kind::kMasked;
        outcome_.reason = "reported without the mutation";
        return;
      }
      if (verdict.answer == Answer::kUnknown &&
          outcome_.kind != Kind::kOverBudget) {
        outcome_.kind = Kind::kUnknown;
        outcome_.reason = verdict.reason;
      } else if (verdict.answer == Answer::kSafe &&
                 outcome_.kind == Kind::kSilent) {
        outcome_.kind = Kind::kSafe;
        outcome_.reason = strength_name(verdict.strength);
      }
    }
  }

  std::string why_silent() const {
    if (!has_changed_summary_)
      return "the summary of the function is unchanged";
    return outcome_.functions == 1 ? "nobody calls the function"
                                   : "no caller loses anything";
  }

  Rerun &rerun_;
  const Program &program_;
  const Mutant &mutant_;
  infer::Behaviours behaviours_;
  FactStages stages_; // a call less: where pointers point stays true
  std::unique_ptr<Engine> engine_;
  Lookup lookup_;
  std::map<std::pair<SccId, Group>, int> pending_; // level; callees first
  bool has_changed_summary_ = false;
  Outcome outcome_;
};

infer::Behaviours Rerun::behaviours_of(const Mutant &mutant) const {
  return infer::infer_again(*project_.program, *project_.models, behaviours_,
                            std::span(&mutant.procedure, 1));
}

Rerun::Rerun(Project &project, const driver::EngineRow &engine,
             const Question &question)
    : project_(project), row_(engine), question_(question),
      behaviours_(infer::infer(*project.program, *project.models)),
      stages_(facts_of(project, behaviours_)),
      leaks_(project.program->procedures().size()) {}

double Rerun::run_baseline(unsigned threads) {
  double before = processor_seconds();
  Result<InFlight> in_flight = InFlight::create();
  if (!in_flight)
    return -1;
  std::remove_cvref_t<decltype(driver::Attempt::crashed)> crashed; // none
  driver::AnalysisOptions options;
  options.threads = threads;
  const driver::EngineRow *rows[] = {&row_};
  driver::Analysis analysis =
      driver::analyse(stages_, rows, question_, options, {*in_flight, crashed});
  driver::EngineRun &run = analysis.runs[0];
  summaries_ = std::move(run.summaries);
  for (const Verdict &verdict : run.answers.verdicts)
    if (is_leak(verdict))
      leaks_[verdict.site.procedure].push_back(verdict.site);
  return processor_seconds() - before;
}

Rerun::Group Rerun::group_of(ProcedureId p) const {
  const Group &members =
      project_.program->sccs()[project_.program->procedures()[p].scc];
  if (members.size() > kMostMembers)
    return {p};
  Group group;
  for (ProcedureId member : members)
    if (project_.program->procedures()[member].has_body)
      group.push_back(member);
  return group;
}

SccResult Rerun::analyse(const Engine &engine, const Group &group,
                         const SummaryLookup &callees) const {
  Budget budget(row_.steps_per_function * group.size());
  return engine.analyse(group, callees, budget);
}

// Must not be asked for the first time about a body that is exchanged.
const Rerun::Known &Rerun::known(ProcedureId p) {
  auto [found, is_new] = known_.try_emplace(p);
  Known &known = found->second;
  if (!is_new)
    return known;
  SccId scc = project_.program->procedures()[p].scc;
  if (project_.program->sccs()[scc].size() <= kMostMembers) {
    known.leaks = leaks_[p];
    known.summary = text_of(summaries_[p].get());
    return known;
  }
  Lookup lookup(*this);
  lookup.hidden = scc;
  std::unique_ptr<Engine> engine = row_.make(stages_, question_);
  SccResult result = analyse(*engine, {p}, lookup);
  for (const Verdict &verdict : result.verdicts)
    if (is_leak(verdict))
      known.leaks.push_back(verdict.site);
  known.summary = text_of(result.summaries[0].get());
  return known;
}

Outcome Rerun::run(const Mutant &mutant) {
  known(mutant.procedure);
  double before = processor_seconds();
  Exchange exchange(project_, mutant.procedure,
                    without_call(project_.program->body(mutant.procedure),
                                 mutant.dropped.call));
  Outcome outcome = Climb(*this, mutant).run();
  outcome.seconds = processor_seconds() - before;
  return outcome;
}

} // namespace wt::mutation
