// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Behaviours of callees, backwards.  See outcomes.h.

#include "engine/contradiction/outcomes.h"

#include "engine/contradiction/declared_types.h"
#include "engine/contradiction/frames.h"
#include "engine/contradiction/one_outcome.h"
#include "summary/followed.h"

#include <algorithm>

namespace wt::contradiction {

using infer::Behaviour;
using infer::Effect;
using infer::Outcome;
using ir::ValueId;

// What a model writes in memory that was there before.
Outcomes::Change Outcomes::change_by(ValueId call, ProcedureId callee) {
  Change out = Change::kNothing;
  std::span<const ValueId> arguments = view_.function.arguments(call);
  for (const Outcome &outcome : workspace_.facts.behaviours.of(callee).outcomes)
    for (const Effect &effect : outcome.effects) {
      PathRoot root = effect.path.root();
      bool is_change = effect.kind == Effect::Kind::kWrite ||
                       effect.kind == Effect::Kind::kForget;
      if (!is_change || root.kind == PathRoot::Kind::kSite)
        continue;
      if (effect.kind == Effect::Kind::kForget &&
          root.kind == PathRoot::Kind::kParameter &&
          effect.path.length() == 0 && root.index < arguments.size()) {
        if (!view_.unit.types.is_pointer(
                view_.function.insts[arguments[root.index]].type) ||
            is_given_to_its_library(workspace_, view_.procedure, call, callee,
                                    root.index))
          continue;
        if (points_to_numbers(workspace_, view_.procedure,
                              arguments[root.index])) {
          out = Change::kNumbers;
          continue;
        }
      }
      if (effect.kind == Effect::Kind::kForget &&
          root.kind == PathRoot::Kind::kParameter &&
          root.index >= arguments.size())
        continue; // the call has fewer
      return Change::kAnything;
    }
  return out;
}

// What is given to code that keeps it is not lost.
bool Outcomes::keep_arguments(BeforeCall &way, ValueId call,
                              infer::Arguments spared) {
  if (way.made)
    return true;
  std::span<const ValueId> arguments = view_.function.arguments(call);
  for (std::size_t i = 0; i < arguments.size(); ++i)
    if (!spared.has(i) &&
        !transfer_.cells.add_miss(way.cell, view_.expr(arguments[i])))
      return false;
  return true;
}

// Is an argument chosen from several, one of them the address of a local that
// holds the error cell?  The callee has it by another name.
bool Outcomes::is_given_by_choice(const ErrorCell &post, ValueId call) {
  const ir::Function &function = view_.function;
  auto holds = [&](ValueId choice) {
    if (function.insts[choice].op != ir::Op::kSlot)
      return false;
    PathRoot local = workspace_.exprs[view_.expr(choice)].root;
    return std::ranges::any_of(post.hits, [&](ExprId e) {
      return workspace_.exprs.any_root(
          e, [&](PathRoot root) { return root == local; });
    });
  };
  return std::ranges::any_of(function.arguments(call), [&](ValueId argument) {
    ir::Op op = function.insts[argument].op;
    return (op == ir::Op::kPhi || op == ir::Op::kSelect) &&
           std::ranges::any_of(function.operands_of(argument), holds);
  });
}

bool returns_twice(Workspace &workspace, ProcedureId callee) {
  const model::FunctionModel *model = workspace.model(callee);
  return model && model->returns_twice;
}

void Outcomes::back_over(const ErrorCell &after, ValueId call,
                         ProcedureId callee, bool exceptional, bool is_complete,
                         BackOverCall &out) {
  Change change =
      is_sound_ && !is_complete ? change_by(call, callee) : Change::kNothing;
  const ErrorCell post =
      change == Change::kNumbers
          ? before_numbers(workspace_, transfer_.cells, after, std::nullopt)
          : after;
  const Behaviour &behaviour =
      workspace_.facts.behaviours.at(view_.procedure, callee);
  auto is_given = [&](std::uint32_t argument, ValueId value) {
    ExprId object = workspace_.exprs.strip(view_.expr(value));
    return std::ranges::any_of(post.hits, [&](ExprId e) {
      bool is_itself = e == object;
      return is_itself ? !behaviour.spared.has(argument)
                       : workspace_.exprs.contains(e, object);
    });
  };
  // After the second return the body has gone on from here once already.
  if (!is_sound_ && returns_twice(workspace_, callee) &&
      !transfer_.cells.known_of(post, view_.value(call)).may_be_zero()) {
    out.is_assumption = true;
    return;
  }
  if ((!behaviour.is_known() || behaviour.keeps_all) && !is_complete) {
    if (is_sound_) {
      out.stopped_by = "a call of code that is not known";
      return;
    }
    std::uint32_t argument = 0;
    for (ValueId value : view_.function.arguments(call))
      if (is_given(argument++, value)) {
        out.is_assumption = true;
        return;
      }
  }
  if (change == Change::kAnything) {
    out.stopped_by = "a call that changes memory by its model";
    return;
  }
  bool keeps = (!behaviour.is_known() || behaviour.keeps_all) && !is_complete;
  static const Outcome kNothingKnown;
  auto add = [&](const Outcome &outcome) {
    OneOutcome one(workspace_, view_, transfer_, is_sound_, call, callee,
                   outcome);
    auto way = is_complete ? one.conditions(post) : one.back(post);
    out.is_assumption |= one.is_assumption;
    if (out.stopped_by.empty())
      out.stopped_by = one.stopped_by;
    if (way && (!keeps || keep_arguments(*way, call, behaviour.spared)))
      out.ways.push_back(std::move(*way));
  };
  if (!behaviour.is_known()) {
    if (!exceptional)
      add(kNothingKnown);
    return;
  }
  for (const Outcome &outcome : behaviour.outcomes)
    if (outcome.throws == exceptional &&
        (is_sound_ ||
         !view_.ignored.rules_out(call, behaviour.outcomes, outcome)))
      add(outcome);
}

BackOverCall Outcomes::back_over(const ErrorCell &post, ValueId call,
                                 bool exceptional, bool is_complete) {
  BackOverCall out;
  if (!is_sound_ && !is_complete && is_given_by_choice(post, call)) {
    out.is_assumption = true;
    return out;
  }
  std::span<const ProcedureId> callees =
      infer::followed(workspace_.facts.program, view_.procedure, call);
  for (ProcedureId callee : callees)
    back_over(post, call, callee, exceptional, is_complete, out);
  if (!callees.empty() || exceptional)
    return out;
  // Nobody knows who is called.
  if (is_sound_) {
    out.stopped_by = "a call through a pointer";
    return out;
  }
  ErrorCell pre = post;
  if (!is_complete)
    for (ValueId value : view_.function.arguments(call)) {
      ExprId object = workspace_.exprs.strip(view_.expr(value));
      if (std::ranges::any_of(post.hits, [&](ExprId e) {
            return workspace_.exprs.contains(e, object);
          })) {
        out.is_assumption = true;
        return out;
      }
    }
  BeforeCall way{std::move(pre), std::nullopt, std::nullopt};
  if (transfer_.define(way.cell, view_.value(call), std::nullopt) &&
      (is_complete || keep_arguments(way, call, {})))
    out.ways.push_back(std::move(way));
  return out;
}

} // namespace wt::contradiction
