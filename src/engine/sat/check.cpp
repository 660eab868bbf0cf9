// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The questions to the solver (Saturn, Section 4.4): for each acquired object,
// can it be valid, not freed and not escaped at an exit?  The copies of one
// call in several loop iterations are one site.

#include "engine/sat/check.h"

#include "engine/sat/escape.h"
#include "engine/sat/witness.h"

#include <algorithm>

namespace wt::sat {
namespace {

using Answer = logic::Solver::Answer;
using Kind = Object::Kind;

class Checker {
public:
  explicit Checker(Evaluation &evaluation)
      : e_(evaluation),
        procedure_(evaluation.setting.facts.program
                       .procedures()[evaluation.setting.procedure]),
        is_main_(procedure_.link_name == "main") {}

  std::vector<Verdict> run() {
    Escapes escapes(e_, {.locals = is_main_});
    std::optional<Escapes> at_exit;
    if (e_.setting.question.at_exit)
      at_exit.emplace(
          e_, Hands{.returns = is_main_, .throws = false, .ends = true});
    std::vector<Site> done;
    for (std::size_t i = 0; i < e_.acquired.size(); ++i) {
      Site site = site_of(e_.acquired[i]);
      const model::Family &family = e_.setting.facts.models.family(site.family);
      if (!family.is_reported || std::ranges::find(done, site) != done.end())
        continue;
      done.push_back(site);
      std::vector<ObjectId> copies;
      for (ObjectId other : e_.acquired)
        if (site_of(other) == site)
          copies.push_back(other);
      out_.push_back(
          judge(site, copies, escapes, at_exit ? &*at_exit : nullptr));
    }
    for (ObjectId object : e_.heap.objects.ids())
      check_frees(object);
    check_late_uses();
    return std::move(out_);
  }

private:
  Site site_of(ObjectId id) const {
    const Object &object = e_.heap.objects[id];
    Site site;
    site.procedure = e_.setting.procedure;
    if (object.kind == Kind::kFresh) {
      site.value = object.born.inst;
      site.place = object.place;
      site.family = object.family;
    } else {
      site.kind = Site::Kind::kParameter;
      site.value = ir::ValueId(object.name);
    }
    return site;
  }

  // Re-asks a satisfiable question so that the answer decides every branch.
  bool decide(std::span<const Cond> parts) {
    if (!branches_decided_) {
      decide_all_branches(e_);
      branches_decided_ = true;
    }
    return e_.solver.solve(parts) == Answer::kSatisfiable;
  }

  Verdict judge(const Site &site, const std::vector<ObjectId> &copies,
                const Escapes &escapes, const Escapes *at_exit) {
    Verdict verdict;
    verdict.site = site;
    bool is_memory = e_.setting.facts.models.family(site.family).is_memory;
    verdict.kind = is_memory ? FindingKind::kLeak : FindingKind::kResourceLeak;
    bool gave_up = false;
    for (ObjectId copy : copies)
      collect_losses(verdict, copy, escapes.lost(copy), gave_up);
    if (verdict.losing.empty() && at_exit)
      for (ObjectId copy : copies) {
        collect_losses(verdict, copy, at_exit->lost(copy), gave_up);
        verdict.is_at_exit = !verdict.losing.empty();
      }
    if (!verdict.losing.empty()) {
      verdict.answer = Verdict::Answer::kLeaks;
    } else if (gave_up) {
      verdict.reason = "a satisfiability question exceeded its budget";
    } else {
      verdict.answer = Verdict::Answer::kSafe;
      verdict.strength = Verdict::Strength::kBounded;
      verdict.covers_cycles = true;
    }
    return verdict;
  }

  void collect_losses(Verdict &verdict, ObjectId object, Cond lost,
                      bool &gave_up) {
    Answer answer = e_.solver.solve(lost);
    gave_up |= answer == Answer::kUnknown;
    if (answer != Answer::kSatisfiable)
      return;
    std::vector<Cond> parts{lost};
    while (verdict.losing.size() < e_.setting.limits.max_losing_places &&
           decide(parts)) {
      // Which exit does this assignment take?  Ask for another one next.
      std::vector<Cond> others = parts;
      for (const Exit &exit : e_.exits)
        if (e_.solver.value(exit.at.guard))
          others.push_back(!exit.at.guard);
      Loss loss = explain_loss(e_, object, parts);
      parts = std::move(others);
      if (!loss.at.valid())
        return;
      if (std::ranges::find(verdict.losing, loss.at) != verdict.losing.end())
        continue;
      if (verdict.reason.empty())
        verdict.reason = loss.reason;
      verdict.losing.push_back(loss.at);
      if (loss.witness.last.valid())
        verdict.witnesses.push_back(std::move(loss.witness));
    }
  }

  void report(FindingKind kind, ObjectId object, const Point &at, Cond when,
              const char *reason) {
    Verdict verdict;
    verdict.site = site_of(object);
    verdict.kind = kind;
    // Only what is surely the same object both times.
    when = e_.table.both(when, !e_.heap.objects[object].blurred);
    bool is_known = std::ranges::any_of(out_, [&](const Verdict &other) {
      return other.kind == kind && other.site == verdict.site;
    });
    if (is_known || e_.solver.solve(when) != Answer::kSatisfiable ||
        !decide(std::span(&when, 1)))
      return;
    verdict.answer = Verdict::Answer::kLeaks;
    verdict.reason = reason;
    verdict.losing.push_back(at.inst);
    Witness witness = path_to(e_, at.node, at.inst, std::span(&when, 1));
    if (witness.last.valid())
      verdict.witnesses.push_back(std::move(witness));
    out_.push_back(std::move(verdict));
  }

  // Is it freed again, or by the wrong function?  Only for what was acquired
  // here, and for what a parameter points to.
  void check_frees(ObjectId id) {
    const Object object = e_.heap.objects[id];
    bool is_parameter = object.kind == Kind::kEntry && !object.parent.valid();
    if (object.kind != Kind::kFresh && !is_parameter)
      return;
    if (object.family.valid() &&
        e_.setting.facts.models.family(object.family).is_handle)
      return; // numbers are used again
    for (const FreeEvent &event : object.frees) {
      if (event.family.valid() &&
          e_.setting.facts.models.family(event.family).is_handle)
        continue;
      bool is_used_first = // by the callee that frees it
          std::ranges::any_of(e_.late_uses, [&](const LateUse &use) {
            return use.object == id && use.at.inst == event.at.inst;
          });
      if (!is_used_first)
        report(FindingKind::kDoubleFree, id, event.at,
               e_.table.both(event.at.guard, event.before),
               "it is freed twice");
      if (object.kind == Kind::kFresh && event.family.valid() &&
          object.family.valid() && event.family != object.family)
        report(FindingKind::kMismatchedFree, id, event.at, event.at.guard,
               "it is freed by a function for another kind of object");
    }
  }

  void check_late_uses() {
    for (const LateUse &use : e_.late_uses)
      report(FindingKind::kUseAfterFree, use.object, use.at,
             e_.table.both(use.at.guard, use.before),
             "it is used after it was freed");
  }

  Evaluation &e_;
  const Procedure &procedure_;
  bool is_main_;
  bool branches_decided_ = false;
  std::vector<Verdict> out_;
};

} // namespace

std::vector<Verdict> check(Evaluation &evaluation) {
  return Checker(evaluation).run();
}

std::vector<Verdict> unknown_verdicts(const Setting &setting,
                                      const std::string &reason) {
  std::vector<Verdict> out;
  const Program &program = setting.facts.program;
  const ir::Function &function = program.body(setting.procedure);
  for (ir::BlockId block : function.blocks.ids())
    for (ir::ValueId v : function.blocks[block].insts) {
      if (function.insts[v].op != ir::Op::kCall)
        continue;
      CallTargets targets = program.targets(setting.procedure, v);
      if (targets.procedures.size() != 1)
        continue;
      const Procedure &callee = program.procedures()[targets.procedures[0]];
      const model::FunctionModel *model =
          setting.facts.models.find(callee.link_name, callee.name);
      if (!model)
        continue;
      for (const model::Effect &effect : model->effects) {
        if (effect.kind != model::Effect::Kind::kFresh || effect.region)
          continue;
        Verdict verdict;
        verdict.site = {setting.procedure, Site::Kind::kCall, v, effect.place,
                        effect.family};
        verdict.reason = reason;
        out.push_back(std::move(verdict));
      }
    }
  return out;
}

} // namespace wt::sat
