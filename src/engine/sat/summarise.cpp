// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Making a summary by satisfiability questions (Saturn, Section 4.5.2).
//
// Saturn asks two: can the result be anything but null or a new object that
// nobody else holds; and which objects reachable from parameters escape.  Here
// each effect is asked for on all returns first, then for those returns where
// the result passes a test and on no others (`free(p)` just when it returns
// 0), and is told as "perhaps" when neither is true.
//
// What has no access path the caller could follow (an element at an unknown
// index, an object at the end of a long chain) is told as "changes and may
// keep all that the nearest named object holds".

#include "engine/sat/summariser.h"

namespace wt::sat {

using Answer = logic::Solver::Answer;
using Kind = Object::Kind;
using model::ResultTest;

// A new object that only this place holds, or the value for failure.
Content Summariser::fresh_content(const Value &value, Cond when,
                                  const std::vector<Target> &targets,
                                  bool is_result, ObjectId cell,
                                  Offset offset) {
  Content out;
  Cond is_fresh = kNo;
  for (const Target &target : targets) {
    const Object &object = heap_.objects[target.object];
    if (object.kind != Kind::kFresh)
      continue;
    if (out.family.valid() && out.family != object.family)
      return {};
    out.family = object.family;
    is_fresh = t_.either(is_fresh, target.guard);
    Cond other =
        escapes_.escaped_otherwise(target.object, is_result, cell, offset);
    bool is_first = is_fresh == target.guard;
    if (!target.offset.is_known() ||
        (!is_first && out.offset != target.offset.base) ||
        is_possible(when, t_.both(target.guard, other)))
      return {};
    out.offset = target.offset.base;
  }
  if (!out.family.valid())
    return {};
  std::int64_t failure = e_.setting.facts.models.family(out.family).no_object;
  Cond failed = value.is_pointer
                    ? heap_.equal(value, pointer_to(kAddresses, {failure, 0}))
                    : heap_.equal(value, integer(failure, value.bits.size()));
  if (is_possible(when, t_.both(!is_fresh, !failed)))
    return {};
  out.kind = Content::Kind::kFresh;
  out.may_fail = is_possible(when, !is_fresh);
  return out;
}

Content Summariser::content(const Value &value, Cond when, bool is_result,
                            ObjectId cell, Offset offset) {
  if (!value.is_pointer && value.bits.empty())
    return {};
  std::vector<Target> targets;
  for (const Target &target : value.targets)
    if (target.object != kAddresses && is_possible(when, target.guard))
      targets.push_back(target);
  bool has_fresh = std::ranges::any_of(targets, [&](const Target &target) {
    return heap_.objects[target.object].kind == Kind::kFresh;
  });
  if (has_fresh)
    return fresh_content(value, when, targets, is_result, cell, offset);
  if (targets.empty()) { // a number, if always the same
    if (auto number = constant_of(value))
      return {.kind = Content::Kind::kNumber, .number = *number};
    if (e_.solver.solve(when) != Answer::kSatisfiable)
      return {};
    std::int64_t number = 0;
    if (!value.is_pointer)
      number =
          logic::sign_extended(e_.solver.number(value.bits), value.bits.size());
    Value expected =
        value.is_pointer ? null_pointer() : integer(number, value.bits.size());
    if (is_impossible(when, !heap_.equal(value, expected)))
      return {.kind = Content::Kind::kNumber, .number = number};
    return {};
  }
  // One object that the caller can name.
  if (!value.is_pointer || targets.size() != 1 || !targets[0].offset.is_known())
    return {};
  auto path = path_of(targets[0].object);
  if (!path || heap_.objects[targets[0].object].kind != Kind::kEntry)
    return {};
  Content out{.kind = Content::Kind::kObject, .object = *path};
  out.offset = targets[0].offset.base;
  Cond exists = heap_.objects[targets[0].object].exists;
  out.may_fail = is_possible(when, t_.both(exists, !targets[0].guard));
  return out;
}

void Summariser::find_result() {
  if (!has_result())
    return;
  std::vector<std::pair<Cond, Value>> choices;
  for (const Exit &exit : e_.exits)
    if (exit.kind == Exit::Kind::kReturn)
      choices.push_back({exit.at.guard, exit.result});
  Value result = heap_.merged(choices, choices[0].second.shape());
  out_->result = content(result, escapes_.exit(), true, {}, {});
  if (out_->result.kind == Content::Kind::kUnknown)
    find_values(result);
  if (out_->result.kind == Content::Kind::kUnknown || out_->result.may_fail)
    find_relations(result);
  // What else the result may be was handed to the caller, which does not
  // know it by this name: it counts as kept.
  if (out_->result.kind == Content::Kind::kUnknown)
    for (const Target &target : result.targets)
      if (heap_.objects[target.object].kind == Kind::kEntry &&
          is_possible(escapes_.exit(), target.guard))
        keep(target.object);
}

// Which numbers can it be?
void Summariser::find_values(const Value &result) {
  Cond exit = escapes_.exit();
  if (result.is_pointer) {
    out_->never_zero = is_impossible(exit, null_guard(t_, result));
    return;
  }
  std::vector<Cond> parts{exit};
  std::vector<std::int64_t> values;
  while (values.size() <= kMaxValues) {
    Answer answer = e_.solver.solve(parts);
    if (answer == Answer::kUnsatisfiable) {
      std::ranges::sort(values);
      out_->values = std::move(values);
      return;
    }
    if (answer == Answer::kUnknown)
      return;
    std::uint64_t number = e_.solver.number(result.bits);
    values.push_back(logic::sign_extended(number, result.bits.size()));
    parts.push_back(!heap_.equal(result, integer(number, result.bits.size())));
  }
  out_->never_negative = is_impossible(exit, result.bits.back());
  Value zero = integer(0, result.bits.size());
  out_->never_zero = is_impossible(exit, heap_.equal(result, zero));
}

// `if (!p) return -1;`: what does the result say about a parameter?
void Summariser::find_relations(const Value &result) {
  if (e_.function.param_count > kMaxRelated)
    return;
  Cond exit = escapes_.exit();
  for (std::uint32_t i = 0; i < e_.function.param_count; ++i) {
    const Value parameter = e_.value(NodeId(0), ir::ValueId(i));
    Cond is_zero = heap_.equal(parameter, integer(0, parameter.shape().width));
    for (bool zero : {true, false}) {
      Cond given = t_.both(exit, zero ? is_zero : !is_zero);
      if (is_impossible(given))
        continue;
      for (const auto &[one, other] : kSplits)
        for (const ResultTest &then : {one, other}) {
          Cond holds = e_.test(result, then);
          if (is_impossible(given, !holds) && is_possible(exit, !holds))
            out_->relations.push_back({{i, zero}, then});
        }
    }
  }
}

// Is an object that existed before the call freed or kept?
void Summariser::find_fate(ObjectId id) {
  const Object object = heap_.objects[id];
  Cond exit = exit_with(id);
  Cond kept = t_.either(object.escaped, escapes_.held_by_new(id));
  std::optional<AccessPath> path = path_of(id);
  if (is_possible(exit, kept)) {
    std::optional<Circumstance> when = when_exactly(exit, kept);
    if (path && when)
      add({.kind = Effect::Kind::kKeep, .path = *path, .when = *when});
    else
      keep(id);
  }
  if (object.freed.is_no() || is_impossible(exit, object.freed))
    return;
  std::optional<Circumstance> when = when_exactly(exit, object.freed);
  if (!path || !when)
    return keep(id);
  Effect effect{.kind = Effect::Kind::kFree, .path = *path, .when = *when};
  effect.is_deep = frees_in_loops_;
  effect.family = object.frees[0].family;
  for (const FreeEvent &event : object.frees)
    if (event.family != effect.family)
      effect.family = {};
  add(std::move(effect));
}

// The test on the result or on a parameter that holds just when `happens`
// does.
std::optional<Circumstance> Summariser::when_exactly(Cond exit, Cond happens) {
  if (is_impossible(exit, !happens))
    return Circumstance{};
  auto is_exact = [&](Cond holds) {
    return is_impossible(t_.both(exit, holds), !happens) &&
           is_impossible(t_.both(exit, !holds), happens);
  };
  if (has_result())
    for (const auto &[one, other] : kSplits)
      for (const ResultTest &when : {one, other})
        if (is_exact(test(when)))
          return Circumstance{when, {}};
  for (std::uint32_t i = 0; i < e_.function.param_count; ++i) {
    const Value parameter = e_.value(NodeId(0), ir::ValueId(i));
    Cond is_zero = heap_.equal(parameter, integer(0, parameter.shape().width));
    for (bool zero : {true, false})
      if (is_exact(zero ? is_zero : !is_zero))
        return Circumstance{{}, ParameterTest{i, zero}};
  }
  return std::nullopt;
}

std::unique_ptr<ProcedureSummary> summarise(Evaluation &evaluation,
                                            bool is_recursive) {
  return Summariser(evaluation, is_recursive).run();
}

} // namespace wt::sat
