// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Candidates become questions (see judge.h).

#include "engine/sat/judge.h"

#include "engine/sat/passes.h"
#include "engine/sat/questions.h"

#include <algorithm>

namespace wt::sat {
namespace {

using Answer = Verdict::Answer;

constexpr const char *kTooLarge = "the function is too large";

bool is_loss(FindingKind kind) {
  return kind == FindingKind::kLeak || kind == FindingKind::kResourceLeak;
}

Verdict answer(const Setting &setting, const Candidate &candidate, Answer is,
               const char *reason = "") {
  Verdict out;
  out.site.procedure = setting.procedure;
  if (candidate.site)
    out.site = *candidate.site;
  out.kind = candidate.kind;
  out.answer = is;
  out.reason = reason;
  if (is == Answer::kSafe) {
    out.strength = Verdict::Strength::kBounded;
    out.covers_cycles = true;
  }
  return out;
}

class Judge {
public:
  explicit Judge(Evaluation &evaluation)
      : e_(evaluation), questions_(evaluation) {}

  Verdict judge(const Candidate &candidate) {
    if (!is_loss(candidate.kind))
      return judge_misuse(candidate);
    std::vector<Site> sites;
    for (const Site &site : questions_.sites()) {
      bool is_memory = e_.setting.facts.models.family(site.family).is_memory;
      bool is_meant = candidate.site
                          ? site == *candidate.site
                          : is_memory == (candidate.kind == FindingKind::kLeak);
      if (is_meant)
        sites.push_back(site);
    }
    if (sites.empty() && candidate.site)
      return not_acquired(candidate);
    return first_of(sites, candidate, [&](const Site &site) {
      return questions_.can_be_lost(site, candidate.losing);
    });
  }

private:
  Verdict judge_misuse(const Candidate &candidate) {
    std::vector<Misuse> meant;
    for (const Misuse &misuse : questions_.misuses())
      if (misuse.kind == candidate.kind &&
          (!candidate.site ||
           questions_.site_of(misuse.object) == *candidate.site) &&
          (!candidate.losing.valid() || misuse.at.inst == candidate.losing))
        meant.push_back(misuse);
    if (meant.empty() && candidate.site && !is_followed(*candidate.site))
      return not_acquired(candidate);
    Verdict verdict = first_of(meant, candidate, [&](const Misuse &misuse) {
      return questions_.can_happen(misuse);
    });
    if (verdict.answer == Answer::kSafe && candidate.site &&
        questions_.was_in_container(*candidate.site))
      return answer(e_.setting, candidate, Answer::kUnknown, kInContainer);
    return verdict;
  }

  // The first that can happen; else what could not be decided; else none can.
  template <class Asked, class Ask>
  Verdict first_of(const std::vector<Asked> &all, const Candidate &candidate,
                   Ask &&ask) {
    std::optional<Verdict> open;
    for (const Asked &one : all) {
      Verdict verdict = ask(one);
      if (verdict.answer == Answer::kLeaks)
        return verdict;
      if (verdict.answer == Answer::kUnknown && !open)
        open = std::move(verdict);
    }
    return open ? *open : answer(e_.setting, candidate, Answer::kSafe);
  }

  // Are frees of what is found there recorded?
  bool is_followed(const Site &site) const {
    if (site.family.valid() &&
        e_.setting.facts.models.family(site.family).is_handle)
      return false; // numbers are used again
    return site.kind == Site::Kind::kParameter ||
           (site.kind == Site::Kind::kCall &&
            !questions_.acquired_at(site).empty());
  }

  // No object of the evaluation comes from the site.
  Verdict not_acquired(const Candidate &candidate) const {
    const Site &site = *candidate.site;
    if (site.kind != Site::Kind::kCall)
      return answer(e_.setting, candidate, Answer::kUnknown,
                    "objects that were there before are not followed");
    if (!is_loss(candidate.kind))
      return answer(e_.setting, candidate, Answer::kUnknown,
                    "what is closed twice is not followed");
    bool is_site = std::ranges::any_of(
        e_.setting.facts.behaviours.in(site.procedure),
        [&](const infer::FreshPlace &f) { return f.call == site.value; });
    bool is_made = false;
    for (ObjectId id : e_.heap.objects.ids()) {
      const Object &object = e_.heap.objects[id];
      is_made |=
          object.kind == Object::Kind::kFresh && object.born.inst == site.value;
    }
    if (is_site && !is_made) // no path comes there
      return answer(e_.setting, candidate, Answer::kSafe);
    return answer(e_.setting, candidate, Answer::kUnknown,
                  is_site ? "the object is not surely this function's"
                          : "nothing is known to be acquired there");
  }

  Evaluation &e_;
  Questions questions_;
};

} // namespace

std::vector<Verdict> judge(const Facts &facts, const Question &question,
                           const Limits &limits, const PassedBits &passed,
                           ProcedureId procedure,
                           std::span<const Candidate> candidates,
                           Budget &budget) {
  Relevance relevance(facts, procedure);
  Setting setting{facts, question, limits, procedure, relevance, passed};
  std::vector<Verdict> out;
  std::uint64_t steps = std::min(limits.steps, budget.left());
  Budget own(steps);
  if (facts.program.procedures()[procedure].has_body && !candidates.empty())
    evaluate_procedure(setting, own, [&](Evaluation &evaluation) {
      Judge judge(evaluation);
      while (out.size() < candidates.size()) {
        Verdict verdict = judge.judge(candidates[out.size()]);
        if (own.exhausted()) // what was answered before stays
          return;
        out.push_back(std::move(verdict));
      }
    });
  budget.spend(std::min(budget.left(), steps - own.left()));
  while (out.size() < candidates.size())
    out.push_back(
        answer(setting, candidates[out.size()], Answer::kUnknown, kTooLarge));
  return out;
}

} // namespace wt::sat
