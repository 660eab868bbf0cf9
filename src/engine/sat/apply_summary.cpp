// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What does a call of a summarised procedure do?  (Saturn, Section 4.5.3.)
//
// Access paths of the callee are turned into objects of the caller by loading
// step by step from the arguments; all of them before any effect is applied,
// since they name what was there when the call began.

#include "engine/sat/evaluate.h"

namespace wt::sat {

using ir::ValueId;
using model::Place;

Value Evaluation::resolve(ValueId v, const AccessPath &path) {
  Value out;
  if (path.is_global) {
    out = pointer_to(heap.global(path.global));
  } else {
    std::span<const ValueId> arguments = function.arguments(v);
    if (path.index >= arguments.size())
      return null_pointer();
    out = heap.converted(value(point_.node, arguments[path.index]),
                         kPointerShape);
  }
  for (std::int64_t step : path.steps) {
    std::vector<std::pair<Cond, Value>> choices;
    for (const Target &target : out.targets) {
      Point here = at(v);
      here.guard = table.both(here.guard, target.guard);
      if (target.object != kAddresses && !here.guard.is_no())
        choices.push_back(
            {target.guard, heap.load(target.object, target.offset.plus(step),
                                     kPointerShape, here)});
    }
    if (choices.empty())
      return null_pointer();
    out = heap.merged(choices, kPointerShape);
  }
  return out;
}

// `when`: the condition on top of the guard of the call under which a fresh
// object comes into being.
Value Evaluation::content_value(ValueId v, const Content &content, Shape shape,
                                const Place &place, Cond when,
                                const Value &before, const Value &named) {
  switch (content.kind) {
  case Content::Kind::kNumber:
    return shape.is_pointer ? pointer_to(kAddresses, {content.number, 0})
                            : integer(content.number, shape.width);
  case Content::Kind::kFresh:
    return fresh_value(v, place, content.family, content.may_fail, when, shape);
  case Content::Kind::kSame:
    return before;
  case Content::Kind::kObject: {
    Value out = named;
    for (Target &target : out.targets)
      if (target.object != kAddresses)
        target.offset = target.offset.plus(content.offset);
    if (content.may_fail) {
      Cond is_null = table.atom();
      out.targets = guarded(table, !is_null, out.targets);
      add_target(table, out.targets, {is_null, kAddresses, {}});
    }
    return heap.converted(out, shape);
  }
  case Content::Kind::kUnknown:
    break;
  }
  return heap.unknown(shape, v.value);
}

void Evaluation::apply_effect(ValueId v, const Effect &effect,
                              const Paths &paths, const Value &result,
                              Cond guard) {
  const Value &path = paths.object;
  Cond when = test(result, effect.when.result);
  if (effect.when.given)
    when = table.both(when, passes(v, *effect.when.given));
  Point here = at(v);
  switch (effect.kind) {
  case Effect::Kind::kKeep:
    heap.escape(path.targets, table.both(guard, when));
    return;
  case Effect::Kind::kFree:
    for (const Target &target : path.targets)
      if (effect.is_deep)
        heap.escape_contents(target.object, table.both(guard, target.guard));
    free_value(v, path, effect.family, when);
    return;
  case Effect::Kind::kForget:
    for (const Target &target : path.targets) {
      if (effect.is_deep)
        heap.escape_contents(target.object, table.both(guard, target.guard));
      heap.forget(target.object, target.guard, here, !effect.is_deep);
    }
    return;
  case Effect::Kind::kCopy:
    for (std::size_t i = 0; i < paths.then.targets.size(); ++i)
      for (Target to : path.targets) {
        Target from = paths.then.targets[i];
        to.offset = to.offset.plus(effect.offset);
        from.offset = from.offset.plus(effect.then.offset);
        heap.copy(to, from, effect.size, here, paths.log_sizes[i]);
      }
    return;
  case Effect::Kind::kWrite:
    break;
  }
  Place place{Place::Root::kArgument, effect.path.index,
              static_cast<std::uint32_t>(effect.path.steps.size() + 1)};
  for (const Target &target : path.targets) {
    if (target.object == kAddresses)
      continue;
    Offset cell = target.offset.plus(effect.offset);
    Point reading = here;
    reading.guard = table.both(here.guard, target.guard);
    if (reading.guard.is_no())
      continue;
    Value before = heap.load(target.object, cell, effect.shape, reading);
    // Two paths may name one cell: what this call put there is still there.
    if (effect.then.kind == Content::Kind::kUnknown ||
        effect.otherwise.kind == Content::Kind::kUnknown)
      for (const Target &held : before.targets)
        if (heap.objects[held.object].born.inst == v)
          heap.escape(std::span(&held, 1), reading.guard);
    Cond met = table.both(target.guard, when);
    Value then = content_value(v, effect.then, effect.shape, place, met, before,
                               paths.then);
    Value otherwise =
        when.is_yes() ? then
                      : content_value(v, effect.otherwise, effect.shape, place,
                                      table.both(target.guard, !when), before,
                                      paths.otherwise);
    std::pair<Cond, Value> choices[] = {{when, then}, {kYes, otherwise}};
    Target to = target;
    to.offset = cell;
    heap.store(to, heap.merged(choices, effect.shape), here);
  }
}

Cond Evaluation::passes(ValueId v, const ParameterTest &test) {
  std::span<const ValueId> arguments = function.arguments(v);
  if (test.parameter >= arguments.size())
    return table.atom();
  const Value argument = value(point_.node, arguments[test.parameter]);
  Cond is_zero = heap.equal(argument, integer(0, argument.shape().width));
  return test.is_zero ? is_zero : !is_zero;
}

// Of an unknown result the caller knows the range.
void Evaluation::assume_result(ValueId v, const Value &result,
                               const ProcedureSummary &summary) {
  for (const Relation &relation : summary.relations) {
    Cond given = table.both(point_.guard, passes(v, relation.given));
    Cond fact = !table.both(given, !test(result, relation.then));
    solver.add_fact(fact, fact);
  }
  if (summary.result.kind != Content::Kind::kUnknown)
    return;
  Cond fact = kYes;
  if (result.is_pointer) {
    if (summary.never_zero)
      fact = !null_guard(table, result);
  } else if (result.bits.size() > 1) {
    Cond is_one = summary.values.empty() ? kYes : kNo;
    for (std::int64_t value : summary.values)
      is_one = table.either(
          is_one, heap.equal(result, integer(value, result.bits.size())));
    fact = is_one;
    if (summary.never_negative)
      fact = table.both(fact, !result.bits.back());
    if (summary.never_zero)
      fact =
          table.both(fact, !heap.equal(result, integer(0, result.bits.size())));
  }
  solver.add_fact(fact, fact);
}

Value Evaluation::call_summary(ValueId v, const ProcedureSummary &summary,
                               Cond thrown) {
  std::vector<Paths> paths;
  auto named = [&](const Content &content) {
    return content.kind == Content::Kind::kObject ? resolve(v, content.object)
                                                  : Value{};
  };
  for (const Effect &effect : summary.effects) {
    paths.push_back({resolve(v, effect.path),
                     named(effect.then),
                     named(effect.otherwise),
                     {}});
    for (const Target &target : paths.back().then.targets)
      paths.back().log_sizes.push_back(heap.log(target.object).size());
    // An exception leaves the callee somewhere in the middle.
    heap.escape(paths.back().object.targets, thrown);
    heap.escape(paths.back().then.targets, thrown);
    heap.escape(paths.back().otherwise.targets, thrown);
  }
  Value result = integer(0, 1);
  if (function.insts[v].type != ir::TypeTable::void_type())
    result =
        content_value(v, summary.result, shape(v), {}, kYes,
                      heap.unknown(shape(v), v.value), named(summary.result));
  // What goes through `...` is out of sight.
  std::span<const ValueId> arguments = function.arguments(v);
  for (std::size_t i = summary.parameters; i < arguments.size(); ++i)
    heap.escape(value(point_.node, arguments[i]).targets, point_.guard);
  assume_result(v, result, summary);
  for (std::uint32_t parameter : summary.dereferenced)
    assume_not_null(resolve(v, {false, parameter}), v);
  // Writes last: their contents are named by paths from before the call.
  auto pass_of = [](Effect::Kind kind) {
    return kind == Effect::Kind::kWrite ? 2 : kind == Effect::Kind::kCopy;
  };
  for (int pass = 0; pass < 3; ++pass)
    for (std::size_t i = 0; i < paths.size(); ++i)
      if (pass_of(summary.effects[i].kind) == pass)
        apply_effect(v, summary.effects[i], paths[i], result, point_.guard);
  return result;
}

} // namespace wt::sat
