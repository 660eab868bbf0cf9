// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Judging what others report.  See judge.h.

#include "engine/contradiction/judge.h"

#include "engine/contradiction/function_search.h"
#include "engine/contradiction/prove.h"
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
        searches_(workspace_, limits.walk, procedure),
        leaks_(probes_.size()) {}

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
    if (is_proved()) {
      out.answer = Verdict::Answer::kSafe;
      out.strength = Verdict::Strength::kProved;
      out.reason.clear();
    }
    return out;
  }

private:
  std::optional<Verdict> search(const Candidate &candidate) {
    const ir::Function &function =
        workspace_.facts.program.body(procedure_);
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

  // Once for all candidates of the function.
  bool is_proved() {
    if (!is_proved_)
      is_proved_ = probes_.size() <= kMostProbesOfJudge &&
                   keeps_to_variables() && calls_are_plain() &&
                   unseen_handle(workspace_, procedure_).empty() &&
                   unsafe_construct(workspace_, procedure_).empty() &&
                   all_are_proved();
    return *is_proved_;
  }
  bool all_are_proved() {
    std::vector<Probe> probes =
        find_probes(workspace_, procedure_, {.is_proof = true});
    return std::ranges::all_of(probes, [&](const Probe &probe) {
      ProbeReport report = prove(workspace_, probe, kJudgeLimits);
      return budget_.spend(report.answer.transfers + 1) &&
             report.verdict == ProbeReport::Verdict::kProved;
    });
  }

  // What a function puts into memory may end up in a cycle: the proof does not
  // cover it.  References may also go in a callee.
  bool keeps_to_variables() const {
    const ir::Function &function = workspace_.facts.program.body(procedure_);
    return std::ranges::none_of(function.insts, [](const ir::Inst &inst) {
      return inst.block.valid() && inst.op == Op::kStore;
    });
  }
  bool calls_are_plain() {
    const Program &program = workspace_.facts.program;
    const ir::Function &function = program.body(procedure_);
    for (ValueId v : function.insts.ids()) {
      if (function.insts[v].op != Op::kCall)
        continue;
      CallTargets targets = program.targets(procedure_, v);
      if (targets.certainty != CallTargets::Certainty::kExact ||
          targets.procedures.empty())
        return false;
      for (ProcedureId callee : targets.procedures) {
        const std::optional<RegionSetId> &changed =
            workspace_.modified(callee);
        if (!changed || !workspace_.regions[*changed].empty())
          return false;
      }
    }
    return true;
  }

  Workspace workspace_;
  const Limits &limits_;
  ProcedureId procedure_;
  Budget &budget_;
  std::vector<Probe> probes_;
  FunctionSearch searches_;
  std::vector<std::optional<std::vector<Verdict>>> leaks_; // by probe
  std::optional<bool> is_proved_;
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
