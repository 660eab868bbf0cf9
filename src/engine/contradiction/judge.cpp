// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Judging what others report.  See judge.h.

#include "engine/contradiction/judge.h"

#include "engine/contradiction/function_search.h"
#include "engine/contradiction/outcomes.h"
#include "engine/contradiction/refutation.h"
#include "engine/contradiction/verdicts.h"

#include <algorithm>

namespace wt::contradiction {

namespace {

using ir::Op;
using ir::ValueId;

class Judge {
public:
  Judge(const Facts &facts, const Limits &limits,
        const pointer::Regions &division, ProcedureId procedure, Budget &budget)
      : workspace_(facts, division), limits_(limits), procedure_(procedure),
        budget_(budget),
        probes_(find_probes(workspace_, procedure, ProbeOptions{})),
        searches_(workspace_, limits.walk, procedure), leaks_(probes_.size()) {}

  Verdict operator()(const Candidate &candidate) {
    Verdict out;
    if (candidate.site)
      out.site = *candidate.site;
    out.kind = candidate.kind;
    out.reason = "nothing contradicts it, and no way was found";
    if (!candidate.site || (candidate.kind != FindingKind::kLeak &&
                            candidate.kind != FindingKind::kResourceLeak)) {
      out.reason = "only the loss of an object is judged";
      return out;
    }
    if (std::optional<Verdict> found = search(candidate))
      return *found;
    std::string open = why_not_refuted(*candidate.site);
    if (open.empty()) {
      out.answer = Verdict::Answer::kSafe;
      out.strength = Verdict::Strength::kProved;
    }
    out.reason = open;
    return out;
  }

private:
  std::optional<Verdict> search(const Candidate &candidate) {
    const ir::Function &function = workspace_.facts.program.body(procedure_);
    for (std::size_t i = 0; i < probes_.size(); ++i) {
      if (candidate.losing.valid() && probes_[i].at != candidate.losing &&
          losing_instruction(function, probes_[i]) != candidate.losing)
        continue;
      if (!leaks_[i] && !look_for_leaks(i))
        return std::nullopt;
      auto same =
          std::ranges::find(*leaks_[i], *candidate.site, &Verdict::site);
      if (same != leaks_[i]->end())
        return *same;
    }
    return std::nullopt;
  }

  // From each probe once for all candidates.  False: over budget.
  bool look_for_leaks(std::size_t i) {
    Answer answer = searches_.from(probes_[i]);
    leaks_[i].emplace();
    for (const Found &found : answer.found)
      leaks_[i]->push_back(verdict_of(workspace_, probes_[i], answer, found));
    return budget_.spend(answer.transfers + 1);
  }

  // "": every way back from every place that may lose the object of the site
  // contradicts itself.  Once for all candidates of a site.
  const std::string &why_not_refuted(const Site &site) {
    auto same = std::ranges::find(refuted_, site, &Refuted::site);
    if (same == refuted_.end())
      same = refuted_.insert(same, {site, refute(site)});
    return same->why_not;
  }

  std::string refute(const Site &site) {
    if (!unsafe_call_)
      unsafe_call_ = unsafe_call();
    if (!unsafe_call_->empty())
      return *unsafe_call_;
    Whereabouts object(workspace_.facts, site);
    if (!object.why_not().empty())
      return object.why_not();
    if (object.homes().empty())
      return Refutation(workspace_, object, budget_).why_not();
    HomeRegions division(object);
    Workspace workspace(workspace_.facts, division);
    workspace.homes = &object;
    return Refutation(workspace, object, budget_).why_not();
  }

  // Control may leave the function, or come back to it, unseen.
  std::string unsafe_call() {
    const ir::Function &function = workspace_.facts.program.body(procedure_);
    for (ValueId v : function.insts.ids()) {
      if (function.insts[v].op != Op::kCall || !function.insts[v].block.valid())
        continue;
      if (function.call(v).may_throw)
        return "a call may throw";
      for (ProcedureId callee :
           workspace_.facts.program.targets(procedure_, v).procedures)
        if (returns_twice(workspace_, callee))
          return "a call may return twice";
    }
    return "";
  }

  struct Refuted {
    Site site;
    std::string why_not;
  };

  Workspace workspace_;
  const Limits &limits_;
  ProcedureId procedure_;
  Budget &budget_;
  std::vector<Probe> probes_;
  FunctionSearch searches_;
  std::vector<std::optional<std::vector<Verdict>>> leaks_; // by probe
  std::vector<Refuted> refuted_;                           // asked before
  std::optional<std::string> unsafe_call_;
};

} // namespace

std::vector<Verdict> judge(const Facts &facts, const Limits &limits,
                           const pointer::Regions &division,
                           ProcedureId procedure,
                           std::span<const Candidate> candidates,
                           Budget &budget) {
  Judge one(facts, limits, division, procedure, budget);
  std::vector<Verdict> out;
  for (const Candidate &candidate : candidates)
    out.push_back(one(candidate));
  return out;
}

} // namespace wt::contradiction
