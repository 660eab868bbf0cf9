// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What does a call do?  (Saturn, Section 4.5.3.)
//
// In this order: a model, if one is written; else the behaviour of each body
// it can reach; else the call is not understood and may keep every pointer it
// is given and whatever that reaches, which puts those objects out of danger.
//
// An exception is followed only where one is really thrown: a model says so,
// or the behaviour of a body does.  "May throw, because nobody knows" is not
// followed.  A throwing allocation is followed only with Question::oom_throws.

#include "engine/sat/evaluate.h"

#include "model/library_code.h"
#include "model/model_of.h"
#include "model/polymorphic.h"
#include "summary/followed.h"
#include "summary/left_open.h"

#include <algorithm>

namespace wt::sat {

using ir::ValueId;
using model::Place;
using model::ResultTest;

Cond Evaluation::test(const Value &result, const ResultTest &test) {
  if (test.kind == ResultTest::Kind::kAlways)
    return kYes;
  bool by_sign = test.kind == ResultTest::Kind::kNegative ||
                 test.kind == ResultTest::Kind::kNotNegative;
  if (by_sign) {
    if (result.is_pointer || result.bits.empty())
      return table.atom();
    Cond negative = result.bits.back();
    return test.kind == ResultTest::Kind::kNegative ? negative : !negative;
  }
  Value expected = result.is_pointer ? pointer_to(kAddresses, {test.value, 0})
                                     : integer(test.value, result.bits.size());
  Cond same = heap.equal(result, expected);
  return test.kind == ResultTest::Kind::kEquals ? same : !same;
}

namespace {

constexpr std::size_t kMaxCallees = 4; // of one call

bool is_allocation(const model::FunctionModel &model) {
  return std::ranges::any_of(model.effects, [](const model::Effect &effect) {
    return effect.kind == model::Effect::Kind::kFresh;
  });
}

// The C++ runtime's own way to throw, for programs without its model.
bool is_throw(std::string_view link_name) {
  return link_name == "__cxa_throw" || link_name == "__cxa_rethrow";
}

} // namespace

// Whom the call reaches, and when: by the value of the pointer if it is known,
// else by what the program says.
std::vector<Evaluation::Callee> Evaluation::callees(ValueId v) {
  const Value pointer = value(point_.node, function.callee(v));
  std::vector<Callee> out;
  for (const Target &target : pointer.targets) {
    const Object &object = heap.objects[target.object];
    if (target.is_null())
      continue;
    if (object.kind != Object::Kind::kFunction || out.size() >= kMaxCallees) {
      out.clear();
      break;
    }
    out.push_back({target.guard, ProcedureId(object.name)});
  }
  if (!out.empty())
    return out;
  std::span<const ProcedureId> known =
      infer::followed(setting.facts.program, setting.procedure, v);
  if (known.empty() || known.size() > kMaxCallees)
    return {{kYes, {}}};
  bool may_be_other = infer::may_go_otherwise(
      setting.facts.program, setting.procedure, v, known,
      [&](ProcedureId p) { return &setting.facts.behaviours.of(p); });
  if (known.size() > 1 && !unit.text(function.call(v).virtual_class).empty()) {
    std::vector<const infer::Behaviour *> behaviours;
    for (ProcedureId callee : known)
      behaviours.push_back(&setting.facts.behaviours.of(callee));
    resolved_.clear();
    for (const AccessPath &path : infer::left_open(behaviours))
      if (auto object = resolve(v, path, kPointerShape, {})) {
        heap.blur(object->targets);
        heap.escape(object->targets, point_.guard);
      }
  }
  Cond rest = kYes;
  for (std::size_t i = 0; i < known.size(); ++i) {
    bool is_last = i + 1 == known.size() && !may_be_other;
    Cond chosen = is_last ? kYes : table.atom();
    out.push_back({table.both(rest, chosen), known[i]});
    rest = table.both(rest, !chosen);
  }
  if (may_be_other)
    out.push_back({rest, {}});
  return out;
}

void Evaluation::evaluate_call(ValueId v) {
  const ir::CallInfo &info = function.call(v);
  Cond before = point_.guard, thrown = kNo, ended = kNo;
  died_ = kNo;
  std::vector<std::pair<Cond, Value>> results;
  std::vector<Callee> all = callees(v);
  is_one_of_several_ = all.size() > 1;
  for (const Callee &callee : all) {
    point_.guard = table.both(before, callee.guard);
    if (point_.guard.is_no())
      continue;
    std::size_t given_away = heap.given_away.size();
    CallResult outcome = call(v, callee.procedure);
    note_handed(callee.procedure, given_away);
    results.push_back({callee.guard, std::move(outcome.result)});
    thrown = table.either(thrown, outcome.thrown);
    ended = table.either(ended, outcome.ended);
  }
  bool is_void = function.insts[v].type == ir::TypeTable::void_type();
  if (is_void || results.empty())
    define(v, integer(0, 1));
  else
    define(v, heap.merged(results, shape(v)));
  point_.guard = before;
  leave(Exit::Kind::kEnd, v, ended);
  Cond left = table.either(thrown, table.either(ended, died_));
  point_.guard = table.both(before, !left);
  if (info.has_unwind) {
    edge_guards[point_.node][0] = point_.guard;
    edge_guards[point_.node][1] = thrown;
  } else {
    leave(Exit::Kind::kThrow, v, thrown);
  }
}

// One callee, under the current guard.
Evaluation::CallResult Evaluation::call(ValueId v, ProcedureId procedure) {
  const Program &program = setting.facts.program;
  const ir::CallInfo &info = function.call(v);
  bool can_throw = info.may_throw || info.has_unwind;
  hidden_arguments_ = 0;
  borrowed_ = {};
  is_library_method_ = false;
  keeper_ = Keeper::kAnyone;
  CallResult out;
  if (!procedure.valid()) {
    borrowed_ = setting.facts.behaviours.borrowed().through_hook(
        program, setting.procedure, v);
    out.result = call_unknown(v, nullptr);
    out.ended = info.does_not_return ? point_.guard : kNo;
    return out;
  }
  const Procedure &callee = program.procedures()[procedure];
  const ir::Function &body = program.body(procedure);
  hidden_arguments_ = body.returns_by_slot ? 1 : 0;
  const model::FunctionModel *model =
      model::model_of(program, setting.facts.models, procedure);
  const infer::Behaviour &behaviour =
      setting.facts.behaviours.at(setting.procedure, procedure);
  if (model &&
      (model->keeps_all || model::polymorphic(setting.facts.models, *model)))
    keeper_ = Keeper::kContainer;
  is_library_method_ = body.is_method && (model::is_library_code(callee.name) ||
                                          (model && model->keeps_all));
  if (body.is_method && hidden_arguments_ < function.arguments(v).size()) {
    const Value self = // never null
        value(point_.node, function.arguments(v)[hidden_arguments_]);
    if (self.is_pointer)
      dereference(self, v);
  }
  bool is_known = !model && callee.has_body && behaviour.is_known();
  if (!model && !callee.has_body)
    borrowed_ = behaviour.spared;
  bool ends = info.does_not_return || body.does_not_return ||
              (model && model->does_not_return) ||
              (is_known && behaviour.never_returns());
  bool throws =
      can_throw && is_known &&
      std::ranges::any_of(behaviour.outcomes, &infer::Outcome::throws);
  if (is_known && !behaviour.keeps_all && (!ends || throws))
    return call_behaviour(v, procedure, can_throw);
  if (is_known && behaviour.never_returns() && behaviour.outcomes.empty()) {
    out.result = heap.unknown(shape(v), v.value);
    out.ended = point_.guard;
    return out;
  }
  out.thrown = can_throw ? thrown_by(v, callee, model, ends) : kNo;
  point_.guard = table.both(point_.guard, !out.thrown);
  out.result = model && !model->keeps_all ? call_model(v, *model)
                                          : call_unknown(v, model);
  Cond end = ends ? kYes : kNo;
  if (model && model->does_not_return_when)
    end = table.either(end, given(v, *model->does_not_return_when));
  out.ended = table.both(point_.guard, end);
  return out;
}

// When a modelled function, or the C++ runtime, throws.
Cond Evaluation::thrown_by(ValueId v, const Procedure &callee,
                           const model::FunctionModel *model, bool ends) {
  if (is_throw(callee.link_name)) {
    for (ValueId argument : function.arguments(v))
      heap.escape(value(point_.node, argument).targets, point_.guard);
    return point_.guard;
  }
  bool may_throw = model && model->may_throw &&
                   (setting.question.oom_throws || !is_allocation(*model));
  if (!may_throw)
    return kNo;
  if (is_allocation(*model))
    failing_allocations_.insert(point_.node);
  return table.both(point_.guard, ends ? kYes : table.atom());
}

bool Evaluation::holds_fresh(ObjectId object) {
  if (heap.log(object).empty() && heap.objects[object].inherited.empty())
    return false;
  return std::ranges::any_of(heap.held(object), [&](const Held &held) {
    return !held.entry ||
           heap.objects[held.target.object].kind == Object::Kind::kFresh;
  });
}

bool Evaluation::points_to_const(ValueId call, std::uint32_t argument) const {
  ir::TypeId type = function.call(call).function_type;
  if (!type.valid() || unit.types[type].kind != ir::TypeKind::kFunction)
    return false;
  const auto &params = unit.types[type].params;
  return argument < params.size() && unit.types.is_pointer(params[argument]) &&
         unit.types[params[argument]].const_pointee;
}

// What the callee may write through its arguments is unknown afterwards.  A
// model that speaks of no pointer in there leaves the pointers as they are.
// What a modelled method of the library writes in its object nobody else reads.
void Evaluation::forget_outputs(ValueId v, const model::FunctionModel *model) {
  std::span<const ValueId> arguments = function.arguments(v);
  bool is_opaque = model && is_library_method_;
  if (model && model->keeps_all)
    model = nullptr;
  for (std::uint32_t i = 0; i < arguments.size(); ++i) {
    if (is_opaque && i == hidden_arguments_)
      continue;
    if (model ? !may_write(*model, i) : points_to_const(v, i))
      continue;
    Value argument = value(point_.node, arguments[i]);
    for (const Target &target : argument.targets) {
      const Object &object = heap.objects[target.object];
      bool is_slot = object.kind == Object::Kind::kSlot;
      bool is_fresh = object.kind == Object::Kind::kFresh;
      if (!is_slot && !is_fresh && !model)
        continue; // taken to be unchanged, as Saturn does
      bool numbers_only = model && (!is_slot || holds_fresh(target.object));
      // A library function that is given a member writes into no other.
      auto where =
          model ? member_around(arguments[i], target.object) : std::nullopt;
      heap.forget(target.object, target.guard, at(v), numbers_only, where);
    }
  }
}

// In ~Node of struct Node { std::shared_ptr<Node> next; } the destructor of
// `next` is unknown code, since it is recursive: what the two words of `next`
// point to must have names to be kept.
void Evaluation::escape_words(const Target &self, Point here) {
  if (!self.offset.is_known() || here.guard.is_no())
    return;
  for (std::int64_t word : {std::int64_t(0), kPointerShape.bytes()}) {
    Value held =
        heap.load(self.object, self.offset.plus(word), kPointerShape, here);
    heap.escape(held.targets, here.guard);
  }
}

// The family of the object that the call hands out, whoever is called.
model::FamilyId Evaluation::family_of_result(ValueId v) const {
  for (const infer::FreshPlace &fresh :
       setting.facts.behaviours.in(setting.procedure))
    if (fresh.call == v && fresh.place == AccessPath::result())
      return fresh.family;
  return {};
}

// Code that nobody knows; or a model that keeps all, which has no other hands
// on its object.
Value Evaluation::call_unknown(ValueId v, const model::FunctionModel *model) {
  heap.escape(value(point_.node, function.callee(v)).targets, point_.guard);
  std::span<const ValueId> arguments = function.arguments(v);
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const Value argument = value(point_.node, arguments[i]);
    bool is_self = is_library_method_ && i == hidden_arguments_;
    if (is_self && model)
      continue;
    if (borrowed_.has(i)) {
      for (const Target &target : argument.targets)
        heap.escape_contents(target.object,
                             table.both(point_.guard, target.guard));
      continue;
    }
    if (is_self) // nobody keeps `this`
      for (const Target &target : argument.targets) {
        Cond guard = table.both(point_.guard, target.guard);
        if (heap.objects[target.object].kind == Object::Kind::kEntry)
          escape_words(target, {point_.node, guard, v});
        heap.escape_contents(target.object, guard);
      }
    else
      heap.escape(argument.targets, point_.guard, keeper_);
  }
  heap.escape_exposed(point_.guard);
  forget_outputs(v, model);
  if (function.insts[v].type == ir::TypeTable::void_type())
    return integer(0, 1);
  if (model::FamilyId family = family_of_result(v); family.valid())
    return fresh_value(v, Place{}, {family, true}, kYes, shape(v));
  return unknown_result(v);
}

// Routines of containers return elements, or where they lie.
Value Evaluation::unknown_result(ValueId v) {
  Value out = heap.unknown(shape(v), v.value);
  if (keeper_ == Keeper::kContainer)
    heap.mark_in_container(out.targets);
  return out;
}

} // namespace wt::sat
