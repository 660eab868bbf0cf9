// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One list from many answers: see fuse.h.

#include "verdict/fuse.h"

#include "finding/describe.h"
#include "finding/merge.h"
#include "finding/real_loss.h"
#include "verdict/confidence.h"
#include "verdict/severity.h"

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
  const EngineVerdicts *engine;
  const Verdict *verdict;
};

// Where an engine says that the object is lost, and what became of it.
struct LosingPlace {
  ir::ValueId at;
  std::optional<Witness> witness;
  std::optional<Replay> replay; // of the witness
  std::string excuse;           // "": a warning

  Outcome outcome() const {
    return replay ? replay->outcome : Outcome::kUndecided;
  }
};

// What one engine says.
struct Claim {
  const EngineVerdicts *engine;
  Verdict verdict;
  std::vector<LosingPlace> places; // at least one; the worst first
};

int rank(Outcome outcome) {
  return outcome == Outcome::kConfirmed ? 2 : outcome == Outcome::kUndecided;
}

// The losing places of a verdict, each with its witness.
std::vector<LosingPlace> places_of(const Verdict &verdict) {
  std::vector<LosingPlace> places;
  for (std::size_t i = 0; i < verdict.losing.size(); ++i) {
    LosingPlace place{verdict.losing[i], {}, {}, {}};
    for (const Witness &witness : verdict.witnesses)
      if (witness.last == place.at)
        place.witness = witness;
    if (!place.witness && verdict.witnesses.size() == verdict.losing.size())
      place.witness = verdict.witnesses[i];
    places.push_back(std::move(place));
  }
  if (places.empty()) {
    places.push_back({verdict.site.value, {}, {}, {}});
    if (!verdict.witnesses.empty())
      places[0].witness = verdict.witnesses[0];
  }
  return places;
}

// Executes all witnesses.  When one is confirmed, losing places whose path is
// contradicted are taken out.
Claim claim_of(const Program &program, const model::ModelSet &models,
               const Answer &answer, const FuseOptions &options) {
  Claim claim{answer.engine, *answer.verdict, places_of(*answer.verdict)};
  bool is_confirmed = false;
  for (LosingPlace &place : claim.places) {
    if (!place.witness)
      continue;
    auto execute = [&](Witness &witness) {
      return replay_for_severity(program, models, claim.verdict, witness);
    };
    place.replay = options.replay
                       ? options.replay(claim.verdict, *place.witness, execute)
                       : execute(*place.witness);
    is_confirmed |= place.outcome() == Outcome::kConfirmed;
    place.at =
        real_loss(program, models, claim.verdict, place.at, *place.witness);
  }
  if (is_confirmed)
    std::erase_if(claim.places, [](const LosingPlace &place) {
      return place.outcome() == Outcome::kContradicted;
    });
  return claim;
}

// Finds excuses; the worst losing place comes first: it is the one that is
// told.
void weigh(const Program &program, const model::ModelSet &models,
           Claim &claim) {
  for (LosingPlace &place : claim.places)
    place.excuse = excuse_of(program, models, claim.verdict, place.at,
                             place.replay ? &*place.replay : nullptr);
  std::ranges::stable_sort(claim.places, {}, [](const LosingPlace &place) {
    return std::tuple(place.outcome() == Outcome::kContradicted,
                      !place.excuse.empty(), -rank(place.outcome()));
  });
}

Severity severity_of(const LosingPlace &place) {
  return place.excuse.empty() ? Severity::kWarning : Severity::kNote;
}

bool is_contradicted(const Claim &claim) {
  return claim.places[0].outcome() == Outcome::kContradicted;
}

// Of the worst place, among those that the walker does not contradict.
Severity severity_of(const std::vector<Claim> &claims) {
  bool all_contradicted = std::ranges::all_of(claims, is_contradicted);
  Severity worst = Severity::kNote;
  for (const Claim &claim : claims)
    if (all_contradicted || !is_contradicted(claim))
      worst = std::max(worst, severity_of(claim.places[0]));
  return worst;
}

// The best replay of what is reported with that severity.
const LosingPlace *best_place(const Claim &claim, Severity severity) {
  const LosingPlace *best = nullptr;
  for (const LosingPlace &place : claim.places)
    if (severity_of(place) >= severity && place.replay &&
        (!best || rank(place.outcome()) > rank(best->outcome())))
      best = &place;
  return best;
}

// The verdict as it is reported: one witness for each place.
Verdict told_verdict(const Program &program, Claim &claim, Excuses &excuses) {
  Verdict verdict = std::move(claim.verdict);
  bool has_places = !verdict.losing.empty();
  verdict.losing.clear();
  verdict.witnesses.clear();
  for (LosingPlace &place : claim.places) {
    excuses.emplace(place.at, place.excuse);
    bool is_new =
        std::ranges::find(verdict.losing, place.at) == verdict.losing.end();
    if (has_places && is_new)
      verdict.losing.push_back(place.at);
    if (place.witness && is_new)
      verdict.witnesses.push_back(
          has_places ? cut_at(program, std::move(*place.witness), place.at)
                     : std::move(*place.witness));
  }
  return verdict;
}

// Does the path come to no block of its function twice?  Then it is one of
// those that every bounded search looks at.
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

// Were all paths of the function looked at, up to a bound, this one among them,
// and none found?
bool is_excluded(const std::vector<Answer> &answers, const Verdict &claim) {
  if (claim.witnesses.empty() ||
      !std::ranges::all_of(claim.witnesses, is_straight))
    return false;
  bool is_denied = false;
  for (const auto &[engine, verdict] : answers) {
    if (engine->engine != kPathFinder)
      continue;
    if (verdict->answer == Verdict::Answer::kLeaks) // one of several there
      return false;
    is_denied |= verdict->answer == Verdict::Answer::kSafe &&
                 verdict->strength == Verdict::Strength::kBounded &&
                 (verdict->covers_cycles || !claim.covers_cycles);
  }
  return is_denied;
}

std::vector<Claim> claims_of(const Program &program,
                             const model::ModelSet &models,
                             const std::vector<Answer> &answers,
                             const FuseOptions &options) {
  std::vector<Claim> claims;
  for (const Answer &answer : answers) {
    if (answer.verdict->answer != Verdict::Answer::kLeaks)
      continue;
    Claim claim = claim_of(program, models, answer, options);
    weigh(program, models, claim);
    claims.push_back(std::move(claim));
  }
  return claims;
}

std::vector<Evidence::Denial> denials_of(const std::vector<Answer> &answers) {
  std::vector<Evidence::Denial> denials;
  for (const auto &[engine, verdict] : answers)
    if (verdict->answer == Verdict::Answer::kSafe)
      denials.push_back(
          {engine->engine, verdict->strength, verdict->covers_cycles});
  return denials;
}

// Nothing but silence or safety: no finding.
std::optional<Finding> judge(const Program &program,
                             const model::ModelSet &models,
                             const std::vector<Answer> &answers,
                             const FuseOptions &options) {
  std::vector<Claim> claims = claims_of(program, models, answers, options);
  if (claims.empty())
    return std::nullopt;
  Severity severity = severity_of(claims);
  Evidence evidence;
  evidence.is_single_engine = options.is_single_engine;
  evidence.denials = denials_of(answers);
  evidence.is_excluded = std::ranges::all_of(claims, [&](const Claim &claim) {
    return is_excluded(answers, claim.verdict);
  });
  Claim *told = nullptr; // of that severity, with the best witness
  const LosingPlace *shown = nullptr;
  std::vector<BrokenRule> broken; // whoever found the path
  for (Claim &claim : claims) {
    const Verdict &verdict = claim.verdict;
    broken.insert(broken.end(), verdict.broken.begin(), verdict.broken.end());
    const LosingPlace *best = best_place(claim, severity);
    std::optional<Outcome> outcome;
    if (best)
      outcome = best->outcome();
    else if (claim.places[0].replay) // of something that matters less
      outcome =
          is_contradicted(claim) ? Outcome::kContradicted : Outcome::kUndecided;
    evidence.claims.push_back({claim.engine->engine, outcome,
                               verdict.rests_on_unmodelled_call,
                               verdict.covers_cycles, verdict.is_lost_elsewhere,
                               claim.engine->is_proposer, verdict.is_at_exit});
    bool is_better = !told || rank(claim.places[0].outcome()) >
                                  rank(told->places[0].outcome());
    if (severity_of(claim.places[0]) == severity && is_better) {
      told = &claim;
      shown = best;
    }
  }
  std::string doubt = shown ? shown->replay->why : "";
  Excuses excuses;
  Verdict verdict = told_verdict(program, *told, excuses);
  verdict.broken = std::move(broken);
  Finding finding = describe(program, models, verdict, excuses);
  if (options.annotate)
    options.annotate(verdict, finding);
  evidence.shows_event = finding.shows_event;
  Rating rating = rate(evidence);
  finding.evidence = rating.evidence;
  finding.confidence = rating.confidence;
  finding.refuted_by = rating.refuted_by;
  finding.severity = severity;
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
      out[key_of(verdict)].push_back({&engine, &verdict});
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
