// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Suspects, paths, verdicts: see verdicts.h.

#include "engine/absint/verdicts.h"

#include "engine/sites.h"

#include <algorithm>
#include <map>

namespace wt::absint {

using infer::Suspect;
using ir::ValueId;

namespace {

constexpr std::size_t kMaxLosingPlaces = 4;

const char *phrase(FindingKind kind) {
  switch (kind) {
  case FindingKind::kDoubleFree:
    return "it is freed twice";
  case FindingKind::kMismatchedFree:
    return "it is freed by a function for another kind of object";
  default:
    return "";
  }
}

class VerdictMaker {
public:
  VerdictMaker(const Setting &setting, ProcedureId procedure,
               Counters &counters)
      : setting_(setting), procedure_(procedure),
        function_(setting.facts.program.body(procedure)), counters_(counters) {}

  std::vector<Verdict> make() {
    for (const Site &site : sites_of(setting_.facts, procedure_)) {
      Verdict verdict;
      verdict.site = site;
      verdict.kind = kind_of_loss(setting_.facts.models, site);
      verdict.answer = Verdict::Answer::kSafe;
      verdict.covers_cycles = true;
      out_.push_back(std::move(verdict));
    }
    const Question &question = setting_.question;
    for (const Suspect &suspect :
         setting_.facts.behaviours.suspects(procedure_)) {
      bool is_asked = (question.at_exit || !suspect.is_at_exit) &&
                      (question.oom_throws || !suspect.needs_oom);
      if (Verdict *verdict = is_asked ? verdict_for(suspect) : nullptr)
        add(suspect, *verdict);
    }
    std::erase_if(out_, [](const Verdict &verdict) {
      return verdict.answer != Verdict::Answer::kLeaks &&
             (verdict.kind == FindingKind::kDoubleFree ||
              verdict.kind == FindingKind::kMismatchedFree);
    });
    sort_by_source(function_, out_);
    return std::move(out_);
  }

private:
  bool is_leak(FindingKind kind) const {
    return kind == FindingKind::kLeak || kind == FindingKind::kResourceLeak;
  }

  FindingKind kind_of(const Suspect &suspect, const Site &site) const {
    switch (suspect.kind) {
    case Suspect::Kind::kDoubleFree:
      return FindingKind::kDoubleFree;
    case Suspect::Kind::kMismatchedFree:
      return FindingKind::kMismatchedFree;
    case Suspect::Kind::kLeak:
      break;
    }
    return kind_of_loss(setting_.facts.models, site);
  }

  // Null: it is nothing that is reported.
  Verdict *verdict_for(const Suspect &suspect) {
    Site site;
    site.procedure = procedure_;
    if (!suspect.call.valid()) {
      site.kind = Site::Kind::kParameter;
      site.value = ValueId(suspect.place.root().index);
    } else {
      auto fresh = setting_.facts.behaviours.in(procedure_);
      auto is_it = [&](const infer::FreshPlace &place) {
        return place.call == suspect.call && place.place == suspect.place;
      };
      auto at = std::ranges::find_if(fresh, is_it);
      if (at == fresh.end())
        return nullptr;
      site = site_of(procedure_, *at);
      if (!setting_.facts.models.family(site.family).is_reported)
        return nullptr;
    }
    FindingKind kind = kind_of(suspect, site);
    for (Verdict &verdict : out_)
      if (verdict.site == site && verdict.kind == kind)
        return &verdict;
    Verdict verdict;
    verdict.site = site;
    verdict.kind = kind;
    verdict.answer = Verdict::Answer::kSafe;
    out_.push_back(std::move(verdict));
    return &out_.back();
  }

  void add(const Suspect &suspect, Verdict &verdict) {
    bool is_told = verdict.answer == Verdict::Answer::kLeaks;
    if (verdict.losing.size() >= kMaxLosingPlaces ||
        (is_told && suspect.is_at_exit && !verdict.is_at_exit))
      return;
    Budget &budget = steps_
                         .try_emplace({suspect.call, suspect.place},
                                      setting_.limits.path_steps)
                         .first->second;
    if (budget.exhausted())
      return;
    if (!interpreter_)
      interpreter_.emplace(setting_, procedure_);
    PathRunner::Path path = interpreter_->find_path(suspect, budget);
    ++counters_["suspects"];
    counters_[!path.blocks.empty() ? "confirmed"
              : path.is_complete   ? "refuted"
                                   : "undecided"] += 1;
    if (path.blocks.empty()) {
      if (!path.is_complete && !is_told) {
        verdict.answer = Verdict::Answer::kUnknown;
        verdict.reason = "no path that loses it was found in time";
      }
      return;
    }
    ValueId at = path.lost_at;
    if (std::ranges::find(verdict.losing, at) != verdict.losing.end())
      return;
    if (is_told && verdict.is_at_exit && !suspect.is_at_exit) {
      verdict.losing.clear(); // a loss before the end is the better story
      verdict.witnesses.clear();
    }
    if (!is_told)
      verdict.reason.clear();
    verdict.answer = Verdict::Answer::kLeaks;
    verdict.is_at_exit = suspect.is_at_exit;
    verdict.losing.push_back(at);
    if (verdict.reason.empty())
      verdict.reason =
          is_leak(verdict.kind) ? reason(at) : phrase(verdict.kind);
    // Where the process ends inside a callee, a path in this function does not
    // show it.
    bool is_inside_callee =
        suspect.is_at_exit && function_.insts[at].op == ir::Op::kCall;
    if (!is_inside_callee)
      verdict.witnesses.push_back(witness(suspect, path));
  }

  std::string reason(ValueId at) const {
    switch (function_.insts[at].op) {
    case ir::Op::kReturn:
    case ir::Op::kRethrow:
      return "it is not freed when the function is left";
    case ir::Op::kStore:
    case ir::Op::kAssign:
    case ir::Op::kMemCopy:
    case ir::Op::kMemFill:
      return "the last reference to it is overwritten";
    default:
      return "the last reference to it goes";
    }
  }

  Witness witness(const Suspect &suspect, const PathRunner::Path &path) const {
    Witness out;
    out.procedure = procedure_;
    // The path begins in the entry block, which is no step of its own.
    for (std::size_t i = 1; i < path.blocks.size(); ++i) {
      WitnessStep step;
      step.block = path.blocks[i];
      out.steps.push_back(step);
    }
    out.last = suspect.at;
    return out;
  }

  std::optional<PathRunner> interpreter_; // if there is a suspect
  const Setting &setting_;
  ProcedureId procedure_;
  const ir::Function &function_;
  Counters &counters_;
  // Left to find paths of an object.
  std::map<std::pair<ValueId, AccessPath>, Budget> steps_;
  std::vector<Verdict> out_;
};

} // namespace

std::vector<Verdict> verdicts_of(const Setting &setting, ProcedureId procedure,
                                 Counters &counters) {
  return VerdictMaker(setting, procedure, counters).make();
}

} // namespace wt::absint
