// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Judging what others report.  See judge.h.

#include "engine/contradiction/judge.h"

#include "engine/contradiction/function_search.h"
#include "engine/contradiction/outcomes.h"
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

  // "": every way back from every place that may lose the object of the site
  // contradicts itself.  Once for all candidates of a site.
  const std::string &why_not_refuted(const Site &site) {
    auto same = std::ranges::find(refuted_, site, &Refuted::site);
    if (same == refuted_.end())
      same = refuted_.insert(same, {site, refute(site)});
    return same->why_not;
  }

  std::string refute(const Site &site) {
    if (site.family.valid() &&
        workspace_.facts.models.family(site.family).is_handle)
      return "descriptors have no probes";
    if (!unsafe_call_)
      unsafe_call_ = unsafe_call();
    if (!unsafe_call_->empty())
      return *unsafe_call_;
    Whereabouts object(workspace_, site);
    if (!object.why_not().empty())
      return object.why_not();
    if (std::string why = unseen_end(object); !why.empty())
      return why;
    for (const Probe &probe : proof_probes())
      if (is_about(probe, object))
        if (std::string why = refute(probe, object); !why.empty())
          return why;
    return "";
  }

  std::string refute(const Probe &probe, const Whereabouts &object) {
    if (probe.used_by.valid())
      return hands_on(probe.used_by) ? "" : "a value outlives its variable";
    Answer answer = walk(workspace_, kJudgeLimits, probe, object);
    if (!budget_.spend(answer.transfers + 1))
      return "too many steps";
    if (answer.kind == Answer::Kind::kContradicted)
      return "";
    return answer.why.empty() ? "nothing contradicts it, and no way was found"
                              : answer.why;
  }

  // Does somebody get the value who has probes of his own?
  bool hands_on(ValueId user) const {
    Op op = workspace_.facts.program.body(procedure_).insts[user].op;
    return op == Op::kReturn || op == Op::kAssign || op == Op::kPhi ||
           op == Op::kSelect;
  }

  // Can this probe lose it?  The object is in no memory.
  bool is_about(const Probe &probe, const Whereabouts &object) {
    if (probe.variable.valid())
      return object.variables().contains(probe.variable);
    if (probe.kind != Probe::Kind::kIgnored)
      return false;
    FunctionView &view = workspace_.view(procedure_);
    return std::ranges::any_of(probe.cell.hits, [&](ExprId e) {
      return !workspace_.exprs.is_value(e) ||
             object.may_be(procedure_, view.value_of(e));
    });
  }

  // Where the object may end without a probe; "" when there is nothing of it.
  std::string unseen_end(const Whereabouts &object) {
    const ir::Function &function = workspace_.facts.program.body(procedure_);
    for (ValueId v : unprobed_values(workspace_, procedure_))
      if (object.may_be(procedure_, v))
        return "a value is in no variable";
    std::set<ir::VariableId> ended;
    for (ValueId v : function.insts.ids())
      if (function.insts[v].op == Op::kScopeEnd &&
          function.insts[v].block.valid())
        ended.insert(function.variable(v));
    for (ir::VariableId variable : object.variables())
      if (!function.variables[variable].is_param && !ended.contains(variable))
        return "the end of a variable is not seen";
    return "";
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

  const std::vector<Probe> &proof_probes() {
    if (!proof_probes_)
      proof_probes_ =
          find_probes(workspace_, procedure_, {.is_proof = true});
    return *proof_probes_;
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
  std::vector<Refuted> refuted_;                // asked before
  std::optional<std::string> unsafe_call_;
  std::optional<std::vector<Probe>> proof_probes_;
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
