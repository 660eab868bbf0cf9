// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where an object may be that is in no memory.  See whereabouts.h.

#include "engine/contradiction/whereabouts.h"

#include "engine/contradiction/walk.h"

#include <algorithm>

namespace wt::contradiction {

using ir::Op;
using ir::ValueId;

Whereabouts::Whereabouts(Workspace &workspace, const Site &site)
    : workspace_(workspace), site_(site) {
  if (site.kind != Site::Kind::kCall || site.place != model::Place{}) {
    why_not_ = "it is not the result of a call";
    return;
  }
  add(*body(site.procedure), site.value);
  for (bool changed = true; changed && why_not_.empty();) {
    changed = false;
    std::vector<ProcedureId> known; // more may come
    for (const auto &[procedure, body] : bodies_)
      known.push_back(procedure);
    for (ProcedureId procedure : known)
      changed |= pass_all(procedure);
  }
}

bool Whereabouts::may_be(ProcedureId procedure, ValueId v) const {
  auto at = bodies_.find(procedure);
  return at != bodies_.end() && at->second.may_be[v.value];
}

bool Whereabouts::is_given(ProcedureId procedure, ValueId call) const {
  return std::ranges::any_of(
      workspace_.facts.program.body(procedure).arguments(call),
      [&](ValueId v) { return may_be(procedure, v); });
}

// Null: there are too many.
Whereabouts::Body *Whereabouts::body(ProcedureId procedure) {
  auto at = bodies_.find(procedure);
  if (at != bodies_.end())
    return &at->second;
  if (bodies_.size() >= kMostBodies)
    return nullptr;
  Body &made = bodies_[procedure];
  made.may_be.resize(
      workspace_.facts.program.body(procedure).insts.size(), false);
  return &made;
}

bool Whereabouts::add(Body &body, ValueId v) {
  bool is_new = !body.may_be[v.value];
  body.may_be[v.value] = true;
  return is_new;
}

bool Whereabouts::escape(const std::string &why, ProcedureId procedure,
                         ValueId at) {
  why_not_ =
      why + " at line " +
      std::to_string(
          workspace_.facts.program.body(procedure).insts[at].pos.line);
  return false;
}

bool Whereabouts::pass_all(ProcedureId procedure) {
  const ir::Function &function = workspace_.facts.program.body(procedure);
  bool changed = false;
  for (ValueId v : function.insts.ids())
    if (function.insts[v].block.valid() && why_not_.empty())
      changed |= pass(procedure, v);
  return changed;
}

bool Whereabouts::pass(ProcedureId procedure, ValueId v) {
  const ir::Function &function = workspace_.facts.program.body(procedure);
  Body &here = bodies_.at(procedure);
  const ir::Inst &inst = function.insts[v];
  auto is_it = [&](ValueId operand) { return here.may_be[operand.value]; };
  if (std::ranges::none_of(function.operands_of(v), is_it))
    return false;
  switch (inst.op) {
  case Op::kLoad:
  case Op::kCompare:
  case Op::kMemCopy:
  case Op::kMemFill:
  case Op::kBranch:
  case Op::kSwitch:
  case Op::kScopeEnd:
    return false;
  case Op::kStore:
    return is_it(function.operand(v, 1))
               ? escape("it is put into memory", procedure, v)
               : false;
  case Op::kAssign:
    if (!workspace_.facts.program.unit_of(procedure).types.is_pointer(
            function.insts[function.operand(v, 0)].type))
      return escape("it is kept as a number", procedure, v);
    return procedure == site_.procedure &&
           variables_.insert(function.variable(v)).second;
  case Op::kReturn:
    return !std::exchange(here.returns_it, true);
  case Op::kField:
  case Op::kElement:
  case Op::kPhi:
  case Op::kSelect:
  case Op::kCast:
    return add(here, v);
  case Op::kBinop: { // the distance of two places in it is no pointer
    bool is_distance =
        static_cast<ir::BinaryOp>(inst.code) == ir::BinaryOp::kSub &&
        is_it(function.operand(v, 0)) && is_it(function.operand(v, 1));
    return !is_distance && add(here, v);
  }
  case Op::kCall:
    return pass_call(procedure, v);
  default:
    return escape("something that is not modelled is done with it", procedure,
                  v);
  }
}

bool Whereabouts::pass_call(ProcedureId procedure, ValueId call) {
  CallTargets targets = workspace_.facts.program.targets(procedure, call);
  if (targets.certainty != CallTargets::Certainty::kExact ||
      targets.procedures.empty())
    return escape("it is given to code that is not known", procedure, call);
  bool changed = false;
  for (ProcedureId callee : targets.procedures)
    if (why_not_.empty())
      changed |= is_entered(workspace_.facts, callee)
                     ? pass_to_body(procedure, call, callee)
                     : pass_to_model(procedure, call, callee);
  return changed;
}

bool Whereabouts::pass_to_model(ProcedureId procedure, ValueId call,
                                ProcedureId callee) {
  const infer::Behaviour &behaviour = workspace_.facts.behaviours.of(callee);
  if (!behaviour.is_known() || behaviour.keeps_all)
    return escape("it is given to code that is not known", procedure, call);
  Body &here = bodies_.at(procedure);
  std::span<const ValueId> arguments =
      workspace_.facts.program.body(procedure).arguments(call);
  auto is_it = [&](const AccessPath &path) {
    return path.root().kind == PathRoot::Kind::kParameter &&
           path.root().index < arguments.size() && path.length() == 0 &&
           here.may_be[arguments[path.root().index].value];
  };
  bool changed = false;
  for (const infer::Outcome &outcome : behaviour.outcomes) {
    for (const infer::Effect &effect : outcome.effects) {
      bool is_kept = effect.kind == infer::Effect::Kind::kKeep &&
                     is_it(effect.path);
      bool is_written = effect.kind == infer::Effect::Kind::kWrite &&
                        effect.value.kind == infer::Term::Kind::kPath &&
                        is_it(effect.value.path);
      if (is_kept || is_written)
        return escape("a call keeps it", procedure, call);
    }
    bool is_returned = outcome.value.kind == infer::Term::Kind::kUnknown ||
                       is_it(outcome.value.path);
    if (is_returned)
      changed |= add(here, call);
  }
  return changed;
}

bool Whereabouts::pass_to_body(ProcedureId procedure, ValueId call,
                               ProcedureId callee) {
  Body *there = body(callee);
  if (!there)
    return escape("too many functions are given it", procedure, call);
  const Program &program = workspace_.facts.program;
  std::span<const ValueId> arguments =
      program.body(procedure).arguments(call);
  Body &here = bodies_.at(procedure);
  bool changed = false;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (!here.may_be[arguments[i].value])
      continue;
    if (i >= program.body(callee).param_count)
      return escape("it is one of a variable number of arguments", procedure,
                    call);
    changed |= add(*there, ValueId(i));
  }
  return (there->returns_it && add(here, call)) || changed;
}

} // namespace wt::contradiction
