// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One engine over mutants: see rerun.h.

#include "mutation/rerun.h"
#include "model/infer/infer.h"
#include "summary/named_cell.h"

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

bool names(const Program &program, ProcedureId p,
           const infer::NamedCell &cell) {
  const ir::Function &body = program.body(p);
  for (ir::ValueId v : body.insts.ids()) {
    ir::Op op = body.insts[v].op;
    bool is_address = op == ir::Op::kField || op == ir::Op::kGlobal;
    if (is_address && infer::cell_at(program, p, v) == cell)
      return true;
  }
  return false;
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
  case Outcome::Kind::kLow:
    return "low";
  case Outcome::Kind::kSilent:
    break;
  }
  return "silent";
}

// Summaries of the mutant where there are any, else of the baseline; nothing
// of the component that is being analysed.
class Rerun::Lookup final : public SummaryLookup {
public:
  Lookup(const Rerun &rerun, const Baseline &baseline)
      : rerun_(rerun), baseline_(baseline) {}

  const Summary *find(ProcedureId p) const override {
    if (rerun_.project_.program->procedures()[p].scc == hidden)
      return nullptr;
    if (auto changed = of_mutant.find(p); changed != of_mutant.end())
      return changed->second.get();
    return baseline_.summaries[p].get();
  }

  SccId hidden;
  std::map<ProcedureId, std::unique_ptr<Summary>> of_mutant;

private:
  const Rerun &rerun_;
  const Baseline &baseline_;
};

// From the mutated function upwards.
class Rerun::Climb {
public:
  Climb(Rerun &rerun, const Mutant &mutant)
      : rerun_(rerun), program_(*rerun.project_.program), mutant_(mutant),
        behaviours_(rerun.behaviours_of(mutant)),
        stages_(facts_of(rerun.project_, behaviours_), rerun.stages_) {
    for (std::size_t i = 0; i < rerun.rows_.size(); ++i) {
      engines_.push_back(rerun.rows_[i]->make(stages_, rerun.question_));
      lookups_.emplace_back(rerun, rerun.baselines_[i]);
    }
  }

  Outcome run(const std::set<ProcedureId> &naming) {
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
    pending_.clear();
    for (ProcedureId p : naming)
      if (analyse(rerun_.group_of(p), kMostLevels))
        return std::move(outcome_);
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
    Answers answers = rerun_.no_answers();
    std::set<ProcedureId> changed;
    bool is_over_budget = false;
    for (std::size_t i = 0; i < engines_.size(); ++i) {
      Lookup &lookup = lookups_[i];
      lookup.hidden = program_.procedures()[group[0]].scc;
      SccResult result = rerun_.analyse(i, *engines_[i], group, lookup);
      answers[i].verdicts = std::move(result.verdicts);
      is_over_budget |=
          std::ranges::find(result.over_budget, mutant_.procedure) !=
          result.over_budget.end();
      for (std::size_t m = 0; m < group.size(); ++m) {
        ProcedureId p = group[m];
        if (text_of(result.summaries[m].get()) != rerun_.known(p).summaries[i])
          changed.insert(p);
        lookup.of_mutant[p] = std::move(result.summaries[m]);
      }
    }
    outcome_.functions += group.size();
    if (look_for_leak(answers))
      return true;
    if (level == 0)
      explain(answers, is_over_budget);
    for (ProcedureId p : group)
      if (changed.contains(p) || behaviours_.of(p) != rerun_.behaviours_.of(p))
        add_callers(p, level);
    return false;
  }

  void add_callers(ProcedureId changed, int level) {
    has_changed_summary_ |= changed == mutant_.procedure;
    SccId scc = program_.procedures()[changed].scc;
    for (ProcedureId caller : program_.callers(changed))
      if (level < kMostLevels && program_.procedures()[caller].scc != scc)
        add(caller, level + 1);
  }

  bool look_for_leak(const Answers &answers) {
    std::vector<Leak> leaks = rerun_.leaks_in(answers);
    const Leak *best = nullptr;
    for (const Leak &leak : leaks) {
      if (contains(rerun_.known(leak.site.procedure).leaks, leak.site))
        continue;
      if (!leak.is_shown) {
        if (contains(rerun_.known(leak.site.procedure).low, leak.site))
          continue;
        outcome_.kind = Outcome::Kind::kLow;
        outcome_.reason = leak.told;
        continue;
      }
      if (!best ||
          (!is_origin(mutant_, best->site) && is_origin(mutant_, leak.site)))
        best = &leak;
    }
    if (!best)
      return false;
    const Verdict &verdict = *best->verdict;
    outcome_.kind = Outcome::Kind::kFound;
    outcome_.reason.clear();
    outcome_.site = best->site;
    outcome_.engines = best->engines;
    outcome_.is_at_origin = is_origin(mutant_, best->site);
    outcome_.has_witness = !verdict.witnesses.empty();
    if (outcome_.has_witness)
      outcome_.replay = replay(program_, *rerun_.project_.models, verdict,
                               verdict.witnesses[0])
                            .outcome;
    return true;
  }

  // What the engines said about the object itself instead of *leaks*.
  void explain(const Answers &answers, bool is_over_budget) {
    using Kind = Outcome::Kind;
    if (outcome_.kind == Kind::kSilent && is_over_budget) {
      outcome_.kind = Kind::kOverBudget;
      outcome_.reason = "the function is over budget";
    }
    for (const EngineVerdicts &engine : answers)
      for (const Verdict &verdict : engine.verdicts) {
        if (!is_origin(mutant_, verdict.site) || outcome_.kind == Kind::kLow)
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
  std::vector<std::unique_ptr<Engine>> engines_;
  std::vector<Lookup> lookups_;                    // by engine
  std::map<std::pair<SccId, Group>, int> pending_; // level; callees first
  bool has_changed_summary_ = false;
  Outcome outcome_;
};

infer::Behaviours Rerun::behaviours_of(const Mutant &mutant) const {
  return infer::infer_again(*project_.program, *project_.models, behaviours_,
                            std::span(&mutant.procedure, 1));
}

Rerun::Rerun(Project &project,
             std::span<const driver::EngineRow *const> engines,
             const Question &question)
    : project_(project), rows_(engines.begin(), engines.end()),
      question_(question),
      behaviours_(infer::infer(*project.program, *project.models)),
      stages_(facts_of(project, behaviours_)), baselines_(engines.size()) {}

Rerun::Answers Rerun::no_answers() const {
  Answers out;
  for (const driver::EngineRow *row : rows_)
    out.push_back({row->name, {}, row->is_proposer});
  return out;
}

double Rerun::run_baseline(unsigned threads) {
  double before = processor_seconds();
  Result<InFlight> in_flight = InFlight::create();
  if (!in_flight)
    return -1;
  std::remove_cvref_t<decltype(driver::Attempt::crashed)> crashed; // none
  driver::AnalysisOptions options;
  options.threads = threads;
  driver::Analysis analysis = driver::analyse(stages_, rows_, question_,
                                              options, {*in_flight, crashed});
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    Baseline &baseline = baselines_[i];
    baseline.summaries = std::move(analysis.runs[i].summaries);
    baseline.verdicts.resize(project_.program->procedures().size());
    for (Verdict &verdict : analysis.runs[i].answers.verdicts)
      baseline.verdicts[verdict.site.procedure].push_back(std::move(verdict));
  }
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

SccResult Rerun::analyse(std::size_t engine, const Engine &made,
                         const Group &group,
                         const SummaryLookup &callees) const {
  Budget budget(rows_[engine]->steps_per_function * group.size());
  return made.analyse(group, callees, budget);
}

// Of one engine whatever it says is shown, of several what their fusion shows.
void Rerun::look_at_confidence(const Answers &answers, Leak &leak) {
  if (rows_.size() == 1)
    return;
  Answers here = no_answers();
  for (std::size_t i = 0; i < answers.size(); ++i)
    for (const Verdict &verdict : answers[i].verdicts)
      if (verdict.site == leak.site)
        here[i].verdicts.push_back(verdict);
  leak.is_shown = false;
  for (const Finding &finding :
       fuse(*project_.program, *project_.models, here, {}, source_)) {
    if (finding.kind != FindingKind::kLeak &&
        finding.kind != FindingKind::kResourceLeak)
      continue;
    leak.is_shown |= finding.confidence != Confidence::kLow;
    leak.told = finding.at.file + ":" + std::to_string(finding.at.line) + ": " +
                finding.message + " (" + finding.evidence + "; " +
                finding.doubt + ")";
  }
}

std::vector<Rerun::Leak> Rerun::leaks_in(const Answers &answers) {
  std::vector<Leak> out;
  for (const EngineVerdicts &engine : answers)
    for (const Verdict &verdict : engine.verdicts) {
      if (!is_leak(verdict))
        continue;
      auto found = std::ranges::find(out, verdict.site, &Leak::site);
      if (found == out.end()) {
        out.push_back({verdict.site, &verdict, true, engine.engine});
        continue;
      }
      found->engines += "+" + engine.engine;
      if (found->verdict->witnesses.empty())
        found->verdict = &verdict;
    }
  for (Leak &leak : out)
    look_at_confidence(answers, leak);
  return out;
}

// Must not be asked for the first time about a body that is exchanged.
const Rerun::Known &Rerun::known(ProcedureId p) {
  auto [found, is_new] = known_.try_emplace(p);
  Known &known = found->second;
  if (!is_new)
    return known;
  SccId scc = project_.program->procedures()[p].scc;
  bool is_large = project_.program->sccs()[scc].size() > kMostMembers;
  Answers answers = no_answers();
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    if (!is_large) {
      answers[i].verdicts = baselines_[i].verdicts[p];
      known.summaries.push_back(text_of(baselines_[i].summaries[p].get()));
      continue;
    }
    Lookup lookup(*this, baselines_[i]);
    lookup.hidden = scc;
    SccResult result =
        analyse(i, *rows_[i]->make(stages_, question_), {p}, lookup);
    answers[i].verdicts = std::move(result.verdicts);
    known.summaries.push_back(text_of(result.summaries[0].get()));
  }
  for (const Leak &leak : leaks_in(answers))
    (leak.is_shown ? known.leaks : known.low).push_back(leak.site);
  return known;
}

// Functions that name the field or global the freed object was read from.
std::set<ProcedureId> Rerun::naming(const Mutant &mutant) const {
  const Program &program = *project_.program;
  const ir::Function &body = program.body(mutant.procedure);
  ir::ValueId freed = behind_casts(body, mutant.dropped.freed);
  std::set<ProcedureId> out;
  if (body.insts[freed].op != ir::Op::kLoad)
    return out;
  std::optional<infer::NamedCell> cell =
      infer::cell_at(program, mutant.procedure, body.operand(freed, 0));
  for (ProcedureId p : program.procedures().ids())
    if (cell && out.size() < kMostNaming && program.procedures()[p].has_body &&
        p != mutant.procedure && names(program, p, *cell))
      out.insert(p);
  return out;
}

Outcome Rerun::run(const Mutant &mutant) {
  std::set<ProcedureId> others = naming(mutant);
  known(mutant.procedure);
  double before = processor_seconds();
  Exchange exchange(project_, mutant.procedure,
                    without_call(project_.program->body(mutant.procedure),
                                 mutant.dropped.call));
  Outcome outcome = Climb(*this, mutant).run(others);
  outcome.seconds = processor_seconds() - before;
  return outcome;
}

} // namespace wt::mutation
