// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which regions may a callee change?  See workspace.h.

#include "engine/contradiction/workspace.h"

#include "engine/contradiction/call_names.h"
#include "model/polymorphic.h"
#include "summary/followed.h"

#include <algorithm>
#include <set>

namespace wt::contradiction {

using ir::Op;
using ir::ValueId;

namespace {

// Does every way of ending give a new object, or null?  What was inferred is
// not certain enough for a proof.
bool makes_result(const infer::Behaviour &behaviour) {
  return behaviour.source == infer::Behaviour::Source::kModel &&
         !behaviour.outcomes.empty() &&
         std::ranges::all_of(
             behaviour.outcomes, [](const infer::Outcome &outcome) {
               return outcome.value.is_new() ||
                      (outcome.value.kind == infer::Term::Kind::kNumber &&
                       outcome.value.number == 0);
             });
}

} // namespace

Workspace::Workspace(const Facts &facts, const pointer::Regions &division)
    : facts(facts), regions(division), exprs(regions) {}
Workspace::~Workspace() = default;

std::size_t
Workspace::NamesHash::operator()(const NamesKey &key) const noexcept {
  std::size_t hash = key.is_sound;
  for (std::size_t part :
       {std::size_t(key.caller.value), std::size_t(key.call.value),
        std::size_t(key.callee.value),
        std::hash<const infer::Outcome *>()(key.outcome)})
    hash = (hash ^ part) * 0x9E3779B97F4A7C15u + (hash >> 29);
  return hash;
}

const CallNames &Workspace::names(FunctionView &view, ValueId call,
                                  ProcedureId callee,
                                  const infer::Outcome &outcome,
                                  bool is_sound) {
  std::unique_ptr<const CallNames> &names =
      call_names_[{view.procedure, call, callee, &outcome, is_sound}];
  if (!names)
    names = std::make_unique<const CallNames>(*this, view, call, callee,
                                              outcome, is_sound);
  return *names;
}

const model::FunctionModel *Workspace::model(ProcedureId procedure) {
  auto [at, is_new] = models_.try_emplace(procedure, nullptr);
  if (is_new) {
    const Procedure &info = facts.program.procedures()[procedure];
    at->second = facts.models.find(info.link_name, info.name);
  }
  return at->second;
}

bool Workspace::is_container_routine(ProcedureId procedure) {
  const model::FunctionModel *known = model(procedure);
  return known && model::polymorphic(facts.models, *known);
}

FunctionView &Workspace::view(ProcedureId procedure) {
  if (last_view_ && last_view_->procedure == procedure)
    return *last_view_;
  std::unique_ptr<FunctionView> &view = views_[procedure];
  if (view)
    return *(last_view_ = view.get());
  view =
      std::make_unique<FunctionView>(facts.program, procedure, exprs, names_);
  const ir::Function &function = view->function;
  names_.values += static_cast<std::uint32_t>(function.insts.size());
  names_.variables += static_cast<std::uint32_t>(function.variables.size());
  std::vector<bool> makers(function.insts.size(), false);
  for (const infer::FreshPlace &fresh : facts.behaviours.in(procedure)) {
    std::span<const ProcedureId> callees =
        infer::followed(facts.program, procedure, fresh.call);
    makers[fresh.call.value] =
        fresh.place == AccessPath::result() && !callees.empty() &&
        std::ranges::all_of(callees, [&](ProcedureId callee) {
          return makes_result(facts.behaviours.of(callee));
        });
  }
  view->set_makers(std::move(makers));
  return *(last_view_ = view.get());
}

Beliefs &Workspace::beliefs(ProcedureId procedure) {
  std::unique_ptr<Beliefs> &beliefs = beliefs_[procedure];
  if (!beliefs)
    beliefs = std::make_unique<Beliefs>(facts, view(procedure), exprs);
  return *beliefs;
}

// False: it may change anything.
bool Workspace::add_modified(ProcedureId procedure, std::vector<RegionId> &out,
                             std::vector<ProcedureId> &todo) {
  const infer::Behaviour &behaviour = facts.behaviours.of(procedure);
  if (behaviour.source == infer::Behaviour::Source::kModel)
    return std::ranges::all_of(
        behaviour.outcomes, [](const infer::Outcome &outcome) {
          return std::ranges::none_of(
              outcome.effects, [](const infer::Effect &effect) {
                return effect.kind == infer::Effect::Kind::kWrite ||
                       effect.kind == infer::Effect::Kind::kForget;
              });
        });
  if (!facts.program.procedures()[procedure].has_body)
    return false;
  FunctionView &body = view(procedure);
  for (ir::BlockId block : body.function.blocks.ids())
    for (ValueId v : body.function.blocks[block].insts) {
      Op op = body.function.insts[v].op;
      if (op == Op::kUnknown)
        return false;
      if (op == Op::kStore || op == Op::kMemCopy || op == Op::kMemFill)
        for (RegionId region :
             regions[body.regions(body.function.operand(v, 0))])
          out.push_back(region);
      if (op != Op::kCall)
        continue;
      CallTargets targets = facts.program.targets(procedure, v);
      if (targets.certainty != CallTargets::Certainty::kExact ||
          targets.procedures.empty())
        return false;
      todo.insert(todo.end(), targets.procedures.begin(),
                  targets.procedures.end());
    }
  return true;
}

const std::optional<RegionSetId> &Workspace::modified(ProcedureId procedure) {
  auto [at, is_new] = modified_.try_emplace(procedure);
  if (!is_new)
    return at->second;
  std::vector<RegionId> all;
  std::set<ProcedureId> seen;
  std::vector<ProcedureId> todo{procedure};
  while (!todo.empty()) {
    ProcedureId next = todo.back();
    todo.pop_back();
    if (seen.insert(next).second && !add_modified(next, all, todo))
      return at->second;
  }
  std::ranges::sort(all);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  at->second = regions.add(std::move(all));
  return at->second;
}

} // namespace wt::contradiction
