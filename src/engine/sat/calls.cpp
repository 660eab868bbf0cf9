// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What does a call do?  (Saturn, Section 4.5.3.)
//
// In this order: a model, if one is written; else the summary of the one body
// it can reach; else the call is not understood and may keep every pointer it
// is given and whatever that reaches, which puts those objects out of danger.
//
// An exception is followed only where one is really thrown: a model says so,
// or the summary of a body does.  "May throw, because nobody knows" is not
// followed.  A throwing allocation is followed only with Question::oom_throws.

#include "engine/sat/evaluate.h"

#include "model/model_of.h"

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

bool is_library(std::string_view name) {
  return name.starts_with("std::") || name.starts_with("__gnu_cxx::");
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
  CallTargets targets = setting.facts.program.targets(setting.procedure, v);
  if (targets.certainty != CallTargets::Certainty::kExact ||
      targets.procedures.empty() || targets.procedures.size() > kMaxCallees)
    return {{kYes, {}}};
  Cond rest = kYes;
  for (std::size_t i = 0; i < targets.procedures.size(); ++i) {
    Cond chosen = i + 1 == targets.procedures.size() ? kYes : table.atom();
    out.push_back({table.both(rest, chosen), targets.procedures[i]});
    rest = table.both(rest, !chosen);
  }
  return out;
}

void Evaluation::evaluate_call(ValueId v) {
  const ir::CallInfo &info = function.call(v);
  Cond before = point_.guard, thrown = kNo, ended = kNo;
  died_ = kNo;
  std::vector<std::pair<Cond, Value>> results;
  for (const Callee &callee : callees(v)) {
    point_.guard = table.both(before, callee.guard);
    if (point_.guard.is_no())
      continue;
    Outcome outcome = call(v, callee.procedure);
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
Evaluation::Outcome Evaluation::call(ValueId v, ProcedureId procedure) {
  const Program &program = setting.facts.program;
  const ir::CallInfo &info = function.call(v);
  const model::FunctionModel *model = nullptr;
  const ProcedureSummary *summary = nullptr;
  bool ends = info.does_not_return;
  Cond throws = kNo;
  hidden_arguments_ = 0;
  is_library_method_ = false;
  if (procedure.valid()) {
    const Procedure &callee = program.procedures()[procedure];
    const ir::Function &body = program.body(procedure);
    ends |= body.does_not_return;
    hidden_arguments_ = body.returns_by_slot ? 1 : 0;
    model = model::model_of(program, setting.facts.models, procedure);
    is_library_method_ = body.is_method && (is_library(callee.name) ||
                                            (model && model->keeps_all));
    if (!model && callee.has_body)
      summary = static_cast<const ProcedureSummary *>(
          setting.callees.find(procedure));
    bool may_throw = false;
    if (model) {
      ends |= model->does_not_return;
      may_throw = model->may_throw &&
                  (setting.question.oom_throws || !is_allocation(*model));
    } else if (summary) {
      ends |= !summary->returns;
      // The library's own exceptions are about memory and misuse.
      may_throw = summary->throws &&
                  (setting.question.oom_throws || !is_library(callee.name));
    }
    if (may_throw && model && is_allocation(*model))
      failing_allocations_.insert(point_.node);
    if (may_throw)
      throws = ends ? kYes : table.atom();
    if (is_throw(callee.link_name)) {
      throws = kYes;
      for (ValueId argument : function.arguments(v))
        heap.escape(value(point_.node, argument).targets, point_.guard);
    }
  }
  if (!info.may_throw && !info.has_unwind)
    throws = kNo;

  Outcome out;
  out.thrown = table.both(point_.guard, throws);
  point_.guard = table.both(point_.guard, !throws);
  if (procedure.valid() && program.body(procedure).is_method &&
      hidden_arguments_ < function.arguments(v).size()) {
    const Value self = // never null
        value(point_.node, function.arguments(v)[hidden_arguments_]);
    if (self.is_pointer)
      assume_not_null(self, v);
  }
  if (model && !model->keeps_all)
    out.result = call_model(v, *model);
  else if (summary)
    out.result = call_summary(v, *summary, out.thrown);
  else
    out.result = call_unknown(v, model);
  Cond end = ends ? kYes : kNo;
  if (model && model->does_not_return_when)
    end = table.either(end, given(v, *model->does_not_return_when));
  out.ended = table.both(point_.guard, end);
  return out;
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
      bool holds_something =
          std::ranges::any_of(heap.held(target.object), [&](const Held &held) {
            return heap.objects[held.target.object].kind ==
                   Object::Kind::kFresh;
          });
      bool numbers_only = model && (!is_slot || holds_something);
      heap.forget(target.object, target.guard, at(v), numbers_only);
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

// A virtual call all of whose known targets return a new object of one family
// does so too, whoever else overrides it.
model::FamilyId Evaluation::family_of_overriders(ValueId v) const {
  const ir::CallInfo &info = function.call(v);
  if (!info.virtual_class.valid() || info.virtual_class == StringTable::empty())
    return {};
  model::FamilyId family;
  CallTargets targets = setting.facts.program.targets(setting.procedure, v);
  for (ProcedureId target : targets.procedures) {
    const auto *summary =
        static_cast<const ProcedureSummary *>(setting.callees.find(target));
    if (!summary || summary->result.kind != Content::Kind::kFresh ||
        (family.valid() && family != summary->result.family))
      return {};
    family = summary->result.family;
  }
  return family;
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
    if (is_self) // nobody keeps `this`
      for (const Target &target : argument.targets) {
        Cond guard = table.both(point_.guard, target.guard);
        if (heap.objects[target.object].kind == Object::Kind::kEntry)
          escape_words(target, {point_.node, guard, v});
        heap.escape_contents(target.object, guard);
      }
    else
      heap.escape(argument.targets, point_.guard);
  }
  heap.escape_exposed(point_.guard);
  forget_outputs(v, model);
  if (function.insts[v].type == ir::TypeTable::void_type())
    return integer(0, 1);
  if (model::FamilyId family = family_of_overriders(v); family.valid())
    return fresh_value(v, Place{}, family, true, kYes, shape(v));
  return heap.unknown(shape(v), v.value);
}

} // namespace wt::sat
