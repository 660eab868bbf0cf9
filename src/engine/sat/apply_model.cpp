// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What does a call of a modelled function do?
//
// The effects of the model, each under its tests on the result and on
// arguments.  Places name what was there before the call; what is fresh is made
// last.  An argument that no effect mentions is only read, but numbers behind
// it may be written.

#include "engine/sat/evaluate.h"

#include <algorithm>

namespace wt::sat {

using ir::ValueId;
using model::Place;

// Does a model allow that the callee writes through this argument?
bool Evaluation::may_write(const model::FunctionModel &model,
                           std::uint32_t argument) const {
  if (argument < hidden_arguments_)
    return true;
  std::uint32_t number = argument - hidden_arguments_;
  for (const model::Effect &effect : model.effects)
    if (effect.kind == model::Effect::Kind::kFree &&
        effect.place == Place{Place::Root::kArgument, number, 0, 0})
      return false; // gone, not changed
  if (!model.has_shape)
    return true;
  if (number >= model.shape.params.size())
    return !model.only_reads_rest;
  return std::ranges::find(model.written, number) != model.written.end();
}

// A test that a model makes on an argument.
Cond Evaluation::given(ValueId v, const model::ArgumentTest &test) {
  Place place{Place::Root::kArgument, test.argument, 0, 0};
  return this->test(place_value(v, place, {}), test.test);
}

// A handle is a number that is not negative, not zero and, so that tests
// against the standard streams are passed, not small.
Value Evaluation::new_handle(std::uint32_t width) {
  Value out = integer(logic::unknown(table, width));
  out.bits.back() = kNo;
  if (width > 6)
    out.bits[5] = kYes;
  return out;
}

Value Evaluation::fresh_value(ValueId v, const Place &place,
                              const Making &making, Cond when, Shape shape) {
  const model::Family &kind = setting.facts.models.family(making.family);
  Cond failed =
      making.may_fail ? table.either(making.fails, table.atom()) : kNo;
  Cond valid = table.both(table.both(point_.guard, when), !failed);
  ObjectId object =
      heap.fresh(at(v), place, making.family, valid, making.is_zeroed);
  acquired.push_back(object);
  if (shape.is_pointer) {
    Value out{true, {{!failed, object, {}}}, {}};
    add_target(table, out.targets, {failed, kAddresses, {kind.no_object, 0}});
    return out;
  }
  heap.set_escaped(object, standard_closed_);
  Value out = new_handle(shape.width);
  out.bits = logic::choose(
      table, failed, logic::constant(kind.no_object, shape.width), out.bits);
  add_target(table, out.targets, {!failed, object, {}});
  return out;
}

// The value at a place of a model: the result, an argument, or what is
// loaded through it.
Value Evaluation::place_value(ValueId v, const Place &place,
                              const Value &result) {
  std::span<const ValueId> arguments = function.arguments(v);
  std::uint32_t number = place.argument + hidden_arguments_;
  if (place.root == Place::Root::kArgument && number >= arguments.size())
    return null_pointer();
  Value out = place.root == Place::Root::kResult
                  ? result
                  : value(point_.node, arguments[number]);
  for (std::uint32_t i = 0; i < place.dereferences; ++i) {
    Value pointer = heap.converted(out, kPointerShape);
    std::vector<std::pair<Cond, Value>> choices;
    for (const Target &target : pointer.targets) {
      Point here = at(v);
      here.guard = table.both(here.guard, target.guard);
      if (target.object != kAddresses && !here.guard.is_no())
        choices.push_back({target.guard, heap.load(target.object, target.offset,
                                                   kPointerShape, here)});
    }
    if (choices.empty())
      return null_pointer();
    out = heap.merged(choices, kPointerShape);
  }
  return out;
}

void Evaluation::free_value(ValueId v, const Value &value,
                            model::FamilyId family, Cond when) {
  Point here = at(v);
  here.guard = table.both(here.guard, when);
  std::optional<std::int64_t> number = constant_of(value);
  if (!value.is_pointer && number && *number >= 0 && *number <= 2)
    standard_closed_ = table.either(standard_closed_, here.guard);
  bool is_shallow =
      !family.valid() || setting.facts.models.family(family).is_memory;
  for (const Target &target : value.targets) {
    if (!is_shallow)
      heap.escape_contents(target.object, table.both(here.guard, target.guard));
    heap.mark_freed(target, family, here);
  }
}

// Element `element` of a fresh place that is not the result itself.
void Evaluation::make_through_argument(ValueId v, const model::Effect &effect,
                                       std::uint32_t element, Cond when,
                                       const Value &result) {
  if (effect.place.dereferences == 0)
    return; // the result: made before
  Place holder = effect.place;
  --holder.dereferences;
  Place place = effect.place;
  place.element += element;
  Value pointer = heap.converted(place_value(v, holder, result), kPointerShape);
  bool is_handle = setting.facts.models.family(effect.family).is_handle;
  Shape shape = is_handle ? Shape{false, 32} : kPointerShape;
  // Nothing is put behind a null pointer.
  Cond made_when = table.both(when, !null_guard(table, pointer));
  Value made =
      fresh_value(v, place, {effect.family, effect.may_fail}, made_when, shape);
  if (effect.region || effect.may_skip)
    heap.escape(made.targets, kYes);
  Point met = at(v), not_met = at(v);
  met.guard = table.both(point_.guard, when);
  not_met.guard = table.both(point_.guard, !when);
  for (Target target : pointer.targets) {
    target.offset = target.offset.plus(place.element * shape.bytes());
    heap.store(target, made, met);
    if (heap.objects[target.object].kind == Object::Kind::kSlot)
      heap.forget_cell(target.object, target.offset, shape.bytes(),
                       target.guard, not_met);
  }
}

// strtol(s, &end): a pointer variable afterwards points into the object.
// Containers are not followed; false: the object is in one.
bool Evaluation::store_in_variable(ValueId v, const model::Effect &effect,
                                   Cond guard, const Value &result) {
  Value into =
      heap.converted(place_value(v, effect.into, result), kPointerShape);
  for (const Target &target : into.targets) {
    const Object &object = heap.objects[target.object];
    if (target.is_null())
      continue;
    if (object.kind != Object::Kind::kSlot ||
        !unit.types.is_pointer(
            function.variables[ir::VariableId(object.name)].type))
      return false;
  }
  Value held =
      heap.converted(place_value(v, effect.place, result), kPointerShape);
  for (Target &target : held.targets)
    if (target.object != kAddresses)
      target.offset = kSomewhere;
  Point here = at(v);
  here.guard = guard;
  for (const Target &target : into.targets)
    heap.store(target, held, here);
  return true;
}

void Evaluation::apply_model_effect(ValueId v, const model::Effect &effect,
                                    Value &result) {
  using Kind = model::Effect::Kind;
  Cond when = test(result, effect.when);
  if (effect.given)
    when = table.both(when, given(v, *effect.given));
  Cond guard = table.both(point_.guard, when);
  switch (effect.kind) {
  case Kind::kFresh:
    for (std::uint32_t i = 0; i < effect.count; ++i)
      make_through_argument(v, effect, i, when, result);
    return;
  case Kind::kFree: {
    Value freed = place_value(v, effect.place, result);
    bool is_resource = effect.family.valid() &&
                       !setting.facts.models.family(effect.family).is_memory;
    if (is_resource && freed.is_pointer) // fclose(NULL) does not return
      assume_not_null(freed);
    note_alive(freed);
    if (effect.may_skip)
      heap.escape(freed.targets, guard);
    else
      free_value(v, freed, effect.family, when);
    return;
  }
  case Kind::kAlias:
  case Kind::kEmpty: // objects of regions are not tracked
    return;
  case Kind::kCall:
    heap.escape(place_value(v, effect.into, result).targets, guard);
    return;
  case Kind::kStore:
    if (store_in_variable(v, effect, guard, result))
      return;
    [[fallthrough]];
  case Kind::kKeep:
  case Kind::kAcquire:
  case Kind::kRelease:
    heap.escape(place_value(v, effect.place, result).targets, guard, keeper_);
    return;
  }
}

// realloc and its kind: what the old object held is held by the new one.
void Evaluation::move_contents(ValueId v, const model::FunctionModel &model,
                               const Value &result) {
  using Kind = model::Effect::Kind;
  for (const model::Effect &effect : model.effects) {
    if (effect.kind != Kind::kFree)
      continue;
    Value old = place_value(v, effect.place, result);
    bool is_moved = false;
    for (const Target &to : result.targets)
      for (const Target &from : old.targets)
        if (heap.objects[to.object].born.inst == v &&
            to.object != from.object) {
          heap.copy(to, from, -1, at(v));
          is_moved = true;
        }
    // Whether realloc(p, 0) frees differs between libraries: nobody loses p.
    for (ValueId argument : function.arguments(v)) {
      const Value size = value(point_.node, argument);
      if (is_moved && !size.is_pointer)
        heap.escape(old.targets,
                    table.both(point_.guard,
                               heap.equal(size, integer(0, size.bits.size()))));
    }
  }
}

// A modelled function looks at what its named arguments point to, unless all it
// does is free it.
void Evaluation::note_arguments(ValueId v, const model::FunctionModel &model) {
  using Kind = model::Effect::Kind;
  std::span<const ValueId> arguments = function.arguments(v);
  for (std::uint32_t i = hidden_arguments_; i < arguments.size(); ++i) {
    std::uint32_t number = i - hidden_arguments_;
    if (!model.has_shape)
      return;
    if (number >= model.shape.params.size()) {
      if (model.only_reads_rest) // formatted
        note_alive(value(point_.node, arguments[i]));
      continue;
    }
    bool is_freed = std::ranges::any_of(model.effects, [&](const auto &effect) {
      return effect.kind == Kind::kFree && effect.place.argument == number;
    });
    const Value argument = value(point_.node, arguments[i]);
    if (!is_freed && argument.is_pointer)
      note_use(argument, v);
  }
}

// What a function answers that only looks at its arguments: the same when it is
// asked again and nothing was written there (`strcmp(path, "-")`).  Where a
// pointer is one of several, each of them is a question of its own.
std::optional<Value> Evaluation::answer(ValueId v,
                                        const model::FunctionModel &model) {
  if (!model.effects.empty() || !model.written.empty() || model.may_throw ||
      model.returns_twice || model.does_not_return)
    return std::nullopt;
  return answer_of(v, &model);
}

std::optional<Value> Evaluation::answer_of(ValueId v, const void *who) {
  constexpr std::size_t kMaxQuestions = 12;
  if (shape(v).is_pointer)
    return std::nullopt;
  bool looks_at_something = false; // unlike rand(), getpid()
  std::vector<std::pair<Cond, Asked>> questions{{kYes, {who, {}}}};
  for (ValueId argument : function.arguments(v)) {
    const Value given = value(point_.node, argument);
    looks_at_something |= given.is_pointer;
    std::vector<std::pair<Cond, Asked>> longer;
    for (auto &[guard, question] : questions) {
      for (Cond bit : given.bits)
        question.words.push_back(bit.code);
      for (const Target &target : given.targets) {
        if (target.offset.symbol == Offset::kAny)
          return std::nullopt;
        Cond when = table.both(guard, target.guard);
        if (when.is_no() && given.is_pointer)
          continue;
        Asked next = question;
        next.words.insert(next.words.end(),
                          {target.object.value,
                           static_cast<std::uint64_t>(target.offset.base),
                           target.offset.symbol,
                           heap.writes_before(target.object, at(v))});
        if (given.is_pointer)
          longer.push_back({when, std::move(next)});
        else
          question = std::move(next);
      }
    }
    if (given.is_pointer)
      questions = std::move(longer);
    if (questions.empty() || questions.size() > kMaxQuestions)
      return std::nullopt;
  }
  if (!looks_at_something)
    return std::nullopt;
  std::vector<std::pair<Cond, Value>> answers;
  for (const auto &[guard, question] : questions) {
    auto known = answers_.find(question);
    if (known == answers_.end())
      known = answers_.emplace(question, heap.unknown(shape(v), v.value)).first;
    answers.push_back({guard, known->second});
  }
  return heap.merged(answers, shape(v));
}

Value Evaluation::call_model(ValueId v, const model::FunctionModel &model) {
  using Kind = model::Effect::Kind;
  note_arguments(v, model);
  bool is_void = function.insts[v].type == ir::TypeTable::void_type();
  std::vector<std::pair<Cond, Value>> choices;
  for (const model::Effect &effect : model.effects) {
    if (is_void)
      break;
    Cond when = effect.given ? given(v, *effect.given) : kYes;
    if (effect.kind == Kind::kFresh && effect.place == Place{}) {
      Making making{effect.family, effect.may_fail, effect.is_zeroed};
      for (const model::ArgumentTest &test : model.fails_when)
        making.fails = table.either(making.fails, given(v, test));
      Value made = fresh_value(v, effect.place, making, when, shape(v));
      // A test that the caller of this function decides is no fact.
      bool is_sure = table.surely_implies(point_.guard, when);
      if (effect.region || effect.may_skip || !is_sure)
        heap.escape(made.targets, kYes);
      choices.push_back({when, std::move(made)});
    } else if (effect.kind == Kind::kAlias) {
      Cond is_null = effect.may_fail || effect.may_skip ? table.atom() : kNo;
      Value same = place_value(v, effect.place, {});
      same.targets = guarded(table, !is_null, same.targets);
      for (Target &target : same.targets)
        if (target.object != kAddresses && !effect.is_exact)
          target.offset = kSomewhere;
      add_target(table, same.targets, {is_null, kAddresses, {}});
      choices.push_back({when, heap.converted(same, shape(v))});
    }
  }
  if (!is_void && (choices.empty() || !choices.back().first.is_yes()))
    choices.push_back({kYes, unknown_result(v)});
  Value result = is_void ? integer(0, 1) : heap.merged(choices, shape(v));
  if (std::optional<Value> known = is_void ? std::nullopt : answer(v, model))
    result = std::move(*known);
  if (model.is_never_negative && !result.is_pointer)
    solver.add_fact(!table.both(point_.guard, result.bits.back()),
                    result.bits.back());
  move_contents(v, model, result);
  forget_outputs(v, &model);
  if (model.returns_twice)
    note_second_return(v, result);
  // Places name what was there before the call; fresh ones come last.
  for (bool fresh : {false, true})
    for (const model::Effect &effect : model.effects)
      if ((effect.kind == Kind::kFresh) == fresh)
        apply_model_effect(v, effect, result);
  return result;
}

} // namespace wt::sat
