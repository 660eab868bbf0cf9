// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What does a call do when a model, or nothing at all, explains it?
//
// A model is executed literally: the result is decided first (an allocation
// succeeds or fails, an alias is an alias, anything else is an input), then
// every effect whose test on the result holds.  A function that frees an
// argument and returns a fresh object moves the contents, as realloc does.
// A function without model and body keeps all it is given and may write it.

#include "interpreter.h"

#include <limits>

namespace wt::agree {

using model::Effect;
using model::FunctionModel;
using model::Place;
using model::ResultTest;

Value Interpreter::unknown_result() {
  ir::ValueId v = machine_.top().inst();
  return machine_.new_input(unit().types, inst(v).type);
}

void Interpreter::keep(const Value &value) {
  for (ObjectId id : machine_.reachable_from(value))
    machine_.object(id).is_kept = true;
}

void Interpreter::call_unknown(const std::vector<Value> &arguments) {
  ir::ValueId v = machine_.top().inst();
  const ir::CallInfo &call = machine_.top().function->call(v);
  std::set<ObjectId> given;
  for (const Value &argument : arguments)
    given.merge(machine_.reachable_from(argument));
  bool writes = !given.empty() && machine_.choices().choose(2) == 1;
  for (ObjectId id : given) {
    machine_.object(id).is_kept = true;
    if (writes)
      machine_.clear(id); // anything may be in it now
  }
  if (call.may_throw && (call.does_not_return || machine_.choices().choose(2)))
    return unwind();
  if (call.does_not_return)
    end_process();
  finish_call(std::nullopt);
}

void Interpreter::call_modelled(const FunctionModel &model,
                                const std::vector<Value> &arguments) {
  ir::ValueId v = machine_.top().inst();
  const ir::CallInfo &call = machine_.top().function->call(v);
  bool acquires = false;
  for (const Effect &effect : model.effects)
    acquires |= effect.kind == Effect::Kind::kFresh;
  bool may_throw = model.may_throw && (!acquires || setting_.limits.oom_throws);
  if (may_throw && (model.does_not_return || machine_.choices().choose(2)))
    return unwind();
  if (model.does_not_return || call.does_not_return)
    end_process();
  std::optional<Value> result = modelled_result(model, arguments);
  for (const Effect &effect : model.effects)
    if (is_given(effect, arguments) && holds(effect.when, result) &&
        !(effect.may_skip && machine_.choices().choose(2)))
      apply(effect, result, arguments);
  finish_call(result);
}

// Does the test on an argument hold, if there is one?
bool Interpreter::is_given(const Effect &effect,
                           const std::vector<Value> &arguments) {
  if (!effect.given)
    return true;
  std::uint32_t argument = effect.given->argument;
  return argument < arguments.size() &&
         holds(effect.given->test, arguments[argument]);
}

// The value that comes back, before any effect on memory.
std::optional<Value>
Interpreter::modelled_result(const FunctionModel &model,
                             const std::vector<Value> &arguments) {
  ir::ValueId v = machine_.top().inst();
  for (const Effect &effect : model.effects) {
    if (!is_given(effect, arguments))
      continue;
    if (effect.kind == Effect::Kind::kFresh &&
        effect.place.root == Place::Root::kResult &&
        effect.place.dereferences == 0) {
      const model::Family &family = setting_.models.family(effect.family);
      bool fails = (effect.may_fail && machine_.choices().choose(2)) ||
                   (effect.may_skip && machine_.choices().choose(2));
      if (fails)
        return Value::of(family.no_object);
      ObjectId made = acquire(effect);
      for (const Effect &other : model.effects)
        if (other.kind == Effect::Kind::kFree &&
            other.place.root == Place::Root::kArgument) {
          Value old = at_place(other.place, other.place.dereferences,
                               std::nullopt, arguments);
          if (old.is_pointer() && !machine_.object(old.object).is_freed) {
            machine_.object(made).cells = machine_.object(old.object).cells;
            machine_.object(made).fills = machine_.object(old.object).fills;
            machine_.object(made).holds = machine_.object(old.object).holds;
          }
        }
      return Value::pointer(made);
    }
    if (effect.kind == Effect::Kind::kAlias) {
      bool may_be_null = effect.may_skip || effect.may_fail ||
                         effect.when.kind != ResultTest::Kind::kAlways;
      if (may_be_null && machine_.choices().choose(2))
        return Value::of(0);
      return at_place(effect.place, effect.place.dereferences, std::nullopt,
                      arguments);
    }
  }
  if (inst(v).type == ir::TypeTable::void_type())
    return std::nullopt;
  return unknown_result();
}

bool Interpreter::holds(const ResultTest &test,
                        const std::optional<Value> &result) {
  if (test.kind == ResultTest::Kind::kAlways)
    return true;
  if (!result)
    throw PathEnd{PathEnd::Why::kGaveUp, "a test on no result"};
  Value value = machine_.look(*result);
  bool is_number = value.is_number();
  switch (test.kind) {
  case ResultTest::Kind::kEquals:
    return is_number && value.number == test.value;
  case ResultTest::Kind::kDiffers:
    return !is_number || value.number != test.value;
  case ResultTest::Kind::kNegative:
    return is_number && value.number < 0;
  default:
    return !is_number || value.number >= 0;
  }
}

Value Interpreter::at_place(const Place &place, std::uint32_t dereferences,
                            const std::optional<Value> &result,
                            const std::vector<Value> &arguments) {
  Value value;
  if (place.root == Place::Root::kResult) {
    if (result)
      value = *result;
  } else if (place.argument < arguments.size()) {
    value = arguments[place.argument];
  }
  value = machine_.look(value);
  // What lies behind an untyped pointer is read as a pointer.
  ir::TypeId pointer;
  for (ir::TypeId id : unit().types.ids())
    if (unit().types.is_pointer(id))
      pointer = id;
  for (std::uint32_t i = 0; i < dereferences; ++i)
    value = machine_.look(machine_.load(
        value, 8, unit().types, pointer ? pointer : ir::TypeTable::unknown()));
  return value;
}

ObjectId Interpreter::acquire(const Effect &effect) {
  ObjectId id = machine_.new_object(Object::Kind::kAcquired);
  Object &object = machine_.object(id);
  object.family = effect.family;
  object.is_handle = setting_.models.family(effect.family).is_handle;
  for (const Frame &frame : machine_.frames())
    object.acquired.push_back(
        {frame.activation, frame.procedure, frame.inst()});
  for (const Acquisition &site : object.acquired)
    result_.acquired.emplace(site.procedure, site.call);
  return id;
}

void Interpreter::release(const Value &value, const Effect &effect) {
  if (value.is_number())
    return; // free(NULL), close(-1)
  if (!value.is_pointer())
    throw PathEnd{PathEnd::Why::kUndefined, "free of a function"};
  Object &object = machine_.object(value.object);
  ir::ValueId at = machine_.top().inst();
  if (object.is_freed && object.kind != Object::Kind::kLocal) {
    record(FindingKind::kDoubleFree, object, machine_.top(), at);
    throw PathEnd{PathEnd::Why::kUndefined, "double free"};
  }
  if (object.kind == Object::Kind::kLocal ||
      object.kind == Object::Kind::kGlobal || value.number != 0)
    throw PathEnd{PathEnd::Why::kUndefined, "free of what was not allocated"};
  if (object.family && effect.family && *object.family != effect.family)
    record(FindingKind::kMismatchedFree, object, machine_.top(), at);
  if (effect.kind == Effect::Kind::kRelease && --object.references > 0)
    return;
  free_with_region(value.object);
}

void Interpreter::free_with_region(ObjectId first) {
  std::vector<ObjectId> open = {first};
  while (!open.empty()) {
    ObjectId id = open.back();
    open.pop_back();
    machine_.settle(id, 0, std::numeric_limits<std::int64_t>::max());
    machine_.object(id).is_freed = true;
    for (ObjectId other : machine_.object(id).region)
      if (!machine_.object(other).is_freed)
        open.push_back(other);
    machine_.clear(id);
  }
}

void Interpreter::apply(const Effect &effect, std::optional<Value> &result,
                        const std::vector<Value> &arguments) {
  auto place = [&](const Place &p) {
    return at_place(p, p.dereferences, result, arguments);
  };
  switch (effect.kind) {
  case Effect::Kind::kFresh: {
    Value made;
    if (effect.place.dereferences > 0) {
      Value where = at_place(effect.place, effect.place.dereferences - 1,
                             result, arguments);
      for (std::uint32_t i = 0; i < effect.count; ++i) {
        made = Value::pointer(acquire(effect));
        std::uint32_t size = machine_.object(made.object).is_handle ? 4 : 8;
        machine_.store(where, made, size);
        where.number += size;
      }
    } else if (result) {
      made = *result; // modelled_result() made it
    }
    if (effect.region && made.is_pointer()) {
      Value region = place(*effect.region);
      if (region.is_pointer())
        machine_.object(region.object).region.insert(made.object);
    }
    break;
  }
  case Effect::Kind::kFree:
  case Effect::Kind::kRelease:
    release(place(effect.place), effect);
    break;
  case Effect::Kind::kKeep:
    keep(place(effect.place));
    break;
  case Effect::Kind::kAlias:
    break; // modelled_result() did it
  case Effect::Kind::kAcquire:
    if (Value value = place(effect.place); value.is_pointer())
      ++machine_.object(value.object).references;
    break;
  case Effect::Kind::kStore: {
    Value value = place(effect.place), into = place(effect.into);
    if (value.is_pointer() && into.is_pointer())
      machine_.object(into.object).holds.insert(value.object);
    break;
  }
  case Effect::Kind::kEmpty:
    if (Value value = place(effect.place); value.is_pointer()) {
      std::set<ObjectId> inside;
      inside.swap(machine_.object(value.object).region);
      for (ObjectId id : inside)
        if (!machine_.object(id).is_freed)
          free_with_region(id);
    }
    break;
  case Effect::Kind::kCall:
    throw PathEnd{PathEnd::Why::kGaveUp, "a model that calls back"};
  }
}

} // namespace wt::agree
