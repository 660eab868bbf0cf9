// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One list from many answers: see fuse.h.

#include "verdict/fuse.h"

#include "finding/describe.h"
#include "finding/merge.h"
#include "verdict/confidence.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace wt {

namespace {

using Outcome = Replay::Outcome;

// What makes two verdicts speak about the same thing.
using Key = std::tuple<ProcedureId, ir::ValueId, Site::Kind, model::Place::Root,
                       std::uint32_t, std::uint32_t, FindingKind>;

Key key_of(const Verdict &v) {
  return {v.site.procedure,
          v.site.value,
          v.site.kind,
          v.site.place.root,
          v.site.place.argument,
          v.site.place.dereferences,
          v.kind};
}

struct Answer {
  const std::string *engine;
  const Verdict *verdict;
};

// Executes all witnesses.  When one is confirmed, losing places whose path is
// contradicted are taken out of `verdict`.
std::optional<Replay> replay_all(const Program &program,
                                 const model::ModelSet &models,
                                 Verdict &verdict) {
  std::optional<Replay> best;
  std::vector<ir::ValueId> contradicted;
  for (const Witness &witness : verdict.witnesses) {
    Replay result = replay(program, models, verdict, witness);
    if (result.outcome == Outcome::kContradicted)
      contradicted.push_back(witness.last);
    auto rank = [](Outcome o) {
      return o == Outcome::kConfirmed ? 2 : o == Outcome::kUndecided ? 1 : 0;
    };
    if (!best || rank(result.outcome) > rank(best->outcome))
      best = std::move(result);
  }
  if (best && best->outcome == Outcome::kConfirmed)
    for (ir::ValueId place : contradicted) {
      std::erase(verdict.losing, place);
      std::erase_if(verdict.witnesses,
                    [&](const Witness &w) { return w.last == place; });
    }
  return best;
}

// Does the path come to no block of its function twice?  Then it is one of those
// that every bounded search looks at.
bool is_straight(const Witness &witness) {
  std::set<ir::BlockId> met;
  std::size_t depth = 0;
  for (const WitnessStep &step : witness.steps) {
    depth += step.kind == WitnessStep::Kind::kEnter;
    depth -= step.kind == WitnessStep::Kind::kLeave && depth > 0;
    if (step.kind == WitnessStep::Kind::kBlock && depth == 0 &&
        !met.insert(step.block).second)
      return false;
  }
  return true;
}

// Were all paths of the function looked at, up to a bound, and none found?
bool is_denied_within_bounds(const std::vector<Answer> &answers,
                             const Verdict &claim) {
  bool is_denied = false;
  for (const auto &[engine, verdict] : answers) {
    if (*engine != kPathFinder)
      continue;
    if (verdict->answer == Verdict::Answer::kLeaks) // one of several there
      return false;
    is_denied |= verdict->answer == Verdict::Answer::kSafe &&
                 verdict->strength == Verdict::Strength::kBounded &&
                 (verdict->covers_cycles || !claim.covers_cycles);
  }
  return is_denied;
}

// Nothing but silence or safety: no finding.
std::optional<Finding> judge(const Program &program,
                             const model::ModelSet &models,
                             const std::vector<Answer> &answers,
                             const FuseOptions &options) {
  Evidence evidence;
  evidence.is_single_engine = options.is_single_engine;
  std::optional<Verdict> told; // the claim with the best witness
  std::vector<BrokenRule> broken;
  std::string doubt;
  bool told_replays = false;
  for (const Answer &answer : answers) {
    const Verdict &verdict = *answer.verdict;
    if (verdict.answer == Verdict::Answer::kSafe)
      evidence.denials.push_back(
          {*answer.engine, verdict.strength, verdict.covers_cycles});
    if (verdict.answer != Verdict::Answer::kLeaks)
      continue;
    broken.insert(broken.end(), verdict.broken.begin(), verdict.broken.end());
    Verdict claim = verdict;
    std::optional<Replay> result = replay_all(program, models, claim);
    std::optional<Outcome> outcome;
    if (result && is_denied_within_bounds(answers, claim) &&
        std::ranges::all_of(claim.witnesses, is_straight)) {
      result->outcome = Outcome::kContradicted;
      result->why = "a search over all paths does not find it";
    }
    if (result)
      outcome = result->outcome;
    evidence.claims.push_back({*answer.engine, outcome,
                               verdict.rests_on_unmodelled_call,
                               verdict.covers_cycles,
                               verdict.is_lost_elsewhere});
    bool replays = outcome == Outcome::kConfirmed;
    if (!told || (replays && !told_replays)) {
      told = std::move(claim);
      told_replays = replays;
      doubt = result ? result->why : "";
    }
  }
  if (!told)
    return std::nullopt;
  told->broken = std::move(broken); // whoever found the path
  Finding finding = describe(program, models, *told);
  Rating rating = rate(evidence);
  finding.confidence = rating.confidence;
  finding.refuted_by = rating.refuted_by;
  finding.doubt = doubt;
  for (const Evidence::Claim &claim : evidence.claims)
    if (std::ranges::find(finding.engines, claim.engine) ==
        finding.engines.end())
      finding.engines.push_back(claim.engine);
  return finding;
}

using AnswersBySite = std::map<Key, std::vector<Answer>>;

AnswersBySite by_site(std::span<const EngineVerdicts> answers) {
  AnswersBySite out;
  for (const EngineVerdicts &engine : answers)
    for (const Verdict &verdict : engine.verdicts)
      out[key_of(verdict)].push_back({&engine.engine, &verdict});
  return out;
}

} // namespace

std::vector<Finding> fuse(const Program &program, const model::ModelSet &models,
                          std::span<const EngineVerdicts> answers,
                          const FuseOptions &options, SourceText &source) {
  std::vector<Finding> findings;
  for (const auto &[key, group] : by_site(answers)) {
    std::shared_ptr<void> token;
    if (options.mark)
      token = options.mark(std::get<ProcedureId>(key));
    if (std::optional<Finding> finding = judge(program, models, group, options))
      findings.push_back(std::move(*finding));
  }
  return merge(std::move(findings), source);
}

std::size_t count_undecided(std::span<const EngineVerdicts> answers) {
  return std::ranges::count_if(by_site(answers), [](const auto &entry) {
    return std::ranges::all_of(entry.second, [](const Answer &answer) {
      return answer.verdict->answer == Verdict::Answer::kUnknown;
    });
  });
}

} // namespace wt
