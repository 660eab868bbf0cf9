// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls of inlined_flow.h: a body is entered, what has none does what its
// specification says.
//
// Specifications speak of paths, cells and copies; where they say that contents
// are new, they may be anything that the callee was given.  Records that are
// linked with each other (nodes of lists and trees) are told apart by their
// declared fields, so that `node stored in header` changes links alone.
//
// Tested by tests/leak/cxx/nested_containers.cpp, cxx/taken_out_elements.cpp.

#include "engine/ownership/inlined_flow.h"

#include "engine/ownership/inlined_pointer.h"
#include "model/model_of.h"
#include "summary/followed.h"

#include <algorithm>

namespace wt::ownership {

using infer::Effect;
using infer::Term;
using ir::ValueId;

namespace {

constexpr std::size_t kMaxDepth = 60; // of calls

// Does a specification say more of objects than that they are kept?
bool is_owner_model(const model::FunctionModel &model) {
  using Kind = model::Effect::Kind;
  return model.origin == model::FunctionModel::Origin::kUser ||
         std::ranges::any_of(model.effects, [](const model::Effect &effect) {
           return effect.kind == Kind::kFresh || effect.kind == Kind::kFree ||
                  effect.kind == Kind::kAcquire ||
                  effect.kind == Kind::kRelease;
         });
}

} // namespace

void InlinedFlow::call(std::size_t frame, ValueId v) {
  const ir::Function &function = body(frame);
  const Pointers callee = value(frame, function.callee(v));
  bool is_stored =
      !callee.empty() && std::ranges::all_of(callee, [&](Pointer p) {
        return objects_[object_of(p)].is_function;
      });
  if (callee.empty() && !is_settled_)
    return; // not found yet
  std::vector<ProcedureId> targets;
  if (is_stored)
    for (Pointer p : callee)
      targets.push_back(objects_[object_of(p)].function);
  else
    std::ranges::copy(
        infer::followed(facts_.program, frames_[frame].procedure, v),
        std::back_inserter(targets));
  for (ProcedureId target : targets)
    if (!is_too_much_)
      call_one(frame, v, target);
  if (targets.empty()) {
    for (ValueId argument : function.arguments(v))
      give_up(value(frame, argument));
    add(value(frame, v), pointer(kOutside, 0));
  }
}

void InlinedFlow::call_one(std::size_t frame, ValueId v, ProcedureId callee) {
  const model::FunctionModel *model =
      model::model_of(facts_.program, facts_.models, callee);
  const infer::Behaviour &behaviour = facts_.behaviours.of(callee);
  bool has_body = facts_.program.procedures()[callee].has_body;
  if (has_body && !(model && is_owner_model(*model)) &&
      enter_body(frame, v, callee))
    return;
  if (is_too_much_)
    return;
  if (behaviour.is_known() && behaviour.outcomes.empty() &&
      facts_.program.procedures()[callee].link_name != "__cxa_throw")
    return; // the path ends there
  bool is_ended =
      behaviour.is_known() &&
      std::ranges::all_of(behaviour.outcomes, &infer::Outcome::throws);
  if (behaviour.is_known() && !behaviour.keeps_all && !is_ended)
    return apply(frame, v, callee, behaviour);
  for (ValueId argument : body(frame).arguments(v))
    give_up(value(frame, argument)); // thrown, too
  add(value(frame, v), pointer(kOutside, 0));
}

bool InlinedFlow::enter_body(std::size_t frame, ValueId v, ProcedureId callee) {
  auto key = std::pair(v, callee);
  auto found = frames_[frame].callees.find(key);
  if (found == frames_[frame].callees.end()) {
    // A function that is running already: the same frame again.
    std::optional<std::size_t> entered;
    std::size_t depth = 0;
    for (std::size_t up = frame;; up = frames_[up].caller, ++depth) {
      if (frames_[up].procedure == callee)
        entered = up;
      if (entered || up == 0)
        break;
    }
    is_too_much_ |= depth > kMaxDepth || entered == std::size_t(0);
    if (!entered && !is_too_much_)
      entered = enter(callee, frame, v);
    if (!entered || is_too_much_)
      return false;
    found = frames_[frame].callees.emplace(key, *entered).first;
  }
  std::size_t entered = found->second;
  const ir::Function &function = body(frame);
  std::span<const ValueId> arguments = function.arguments(v);
  std::uint32_t count = body(entered).param_count;
  for (std::uint32_t i = 0; i < arguments.size(); ++i) {
    const Pointers given = value(frame, arguments[i]);
    if (i < count)
      add(value(entered, ValueId(i)), given);
    else
      give_up(given); // behind the dots
  }
  add(value(frame, v), Pointers(frames_[entered].result));
  return true;
}

// By the numbers that are given.
bool InlinedFlow::is_possible(std::size_t frame, ValueId v,
                              const infer::Outcome &outcome) const {
  const ir::Function &function = body(frame);
  std::span<const ValueId> arguments = function.arguments(v);
  return std::ranges::all_of(outcome.given, [&](const infer::Given &given) {
    const PathRoot &root = given.path.root();
    if (given.path.length() > 0 || given.offset != 0 || given.mask != 0 ||
        root.kind != PathRoot::Kind::kParameter ||
        root.index >= arguments.size())
      return true;
    std::optional<std::int64_t> is = number(function, arguments[root.index]);
    return !is || !infer::NumberClass::equals(*is).meet(given.is).is_none();
  });
}

void InlinedFlow::apply(std::size_t frame, ValueId v, ProcedureId callee,
                        const infer::Behaviour &behaviour) {
  std::size_t number = 0;
  for (const infer::Outcome &outcome : behaviour.outcomes) {
    std::vector<std::uint32_t> objects;
    for (const infer::NewObject &made : outcome.objects) {
      auto [found, is_new] =
          frames_[frame].objects.try_emplace(std::pair(v, number++));
      if (is_new) {
        Object object;
        object.is_new = true;
        object.frame = frame;
        object.call = v;
        object.family = made.family;
        found->second = add_object(object);
      }
      objects.push_back(found->second);
    }
    if (!outcome.throws && is_possible(frame, v, outcome))
      apply(frame, v, callee, outcome, objects);
  }
  for (const auto *counted : {&behaviour.acquires, &behaviour.releases})
    for (const AccessPath &path : *counted)
      free(at_path(frame, v, path, {}, 0));
}

// Of a parameter or, without a number, of the result: the record that it
// points to.
const ir::Type *
InlinedFlow::pointee_of(ProcedureId callee,
                        std::optional<std::uint32_t> parameter) const {
  const ir::Function &function = facts_.program.body(callee);
  const ir::Unit &unit = facts_.program.unit_of(callee);
  ir::TypeId type = function.result_type;
  if (parameter) {
    std::size_t index = *parameter - function.returns_by_slot;
    bool is_known = function.type.valid() &&
                    unit.types[function.type].kind == ir::TypeKind::kFunction &&
                    index < unit.types[function.type].params.size();
    type = is_known ? unit.types[function.type].params[index] : ir::TypeId();
  }
  if (!type.valid() || !unit.types.is_pointer(type))
    return nullptr;
  ir::TypeId record = unit.types[type].element;
  bool is_known = record.valid() && unit.types.is_record(record) &&
                  unit.types[record].is_complete;
  return is_known ? &unit.types[record] : nullptr;
}

// The same of records that are linked with each other.
const ir::Type *
InlinedFlow::record_of(ProcedureId callee,
                       std::optional<std::uint32_t> parameter) const {
  const ir::Type *record = pointee_of(callee, parameter);
  const ir::Unit &unit = facts_.program.unit_of(callee);
  bool is_linked =
      record &&
      std::ranges::any_of(record->fields, [&](const ir::FieldDecl &field) {
        return unit.types.is_pointer(field.type) &&
               unit.types[field.type].element.valid() &&
               &unit.types[unit.types[field.type].element] == record;
      });
  return is_linked ? record : nullptr;
}

// Where the pointers of such records lie.
InlinedFlow::Pointers InlinedFlow::links(const ir::Unit &unit, Pointer at,
                                         const ir::Type &record) const {
  Pointers out;
  for (const ir::FieldDecl &field : record.fields) {
    Pointer there = moved(at, static_cast<std::int64_t>(field.offset));
    const ir::Type &type = unit.types[field.type];
    if (type.kind == ir::TypeKind::kRecord && type.is_complete) {
      Pointers inner = links(unit, there, type);
      out.insert(out.end(), inner.begin(), inner.end());
    } else if (type.kind == ir::TypeKind::kArray ||
               type.kind == ir::TypeKind::kRecord) {
      if (unit.types.may_hold_pointer(field.type, 0))
        out.push_back(moved(at, std::nullopt));
    } else if (type.kind != ir::TypeKind::kInt &&
               type.kind != ir::TypeKind::kFloat) {
      out.push_back(there);
    }
  }
  return out;
}

// All records that these are linked with.
InlinedFlow::Pointers InlinedFlow::linked(const ir::Unit &unit,
                                          const Pointers &from,
                                          const ir::Type &record) {
  return closure(from, [&](Pointer p) { return read(links(unit, p, record)); });
}

// `node stored in header`: into one of the records that are linked there.
void InlinedFlow::link(ProcedureId callee, std::uint32_t parameter,
                       const Pointers &into, const Pointers &node) {
  const ir::Unit &unit = facts_.program.unit_of(callee);
  const ir::Type *record = record_of(callee, parameter);
  if (!record) {
    write(shifted(reachable(into), std::nullopt), node);
    return write(shifted(node, std::nullopt), into);
  }
  for (Pointer p : linked(unit, into, *record))
    write(links(unit, p, *record), node);
  for (Pointer p : node)
    write(links(unit, p, *record), into);
}

// Cells at `into` have new contents: perhaps of what else was given.
void InlinedFlow::forget(ProcedureId callee, const AccessPath &path,
                         const Pointers &into, const Pointers &given) {
  const PathRoot &root = path.root();
  bool is_object = path.length() == 0;
  const ir::Type *record = root.kind == PathRoot::Kind::kParameter
                               ? record_of(callee, root.index)
                               : nullptr;
  const ir::Unit &unit = facts_.program.unit_of(callee);
  const ir::Type *known = root.kind == PathRoot::Kind::kParameter
                              ? pointee_of(callee, root.index)
                              : nullptr;
  if (record)
    for (Pointer p : linked(unit, into, *record))
      write(links(unit, p, *record), linked(unit, given, *record));
  else if (known && is_object)
    for (Pointer p : into)
      write(links(unit, p, *known), reachable(given));
  else
    write(shifted(into, std::nullopt), reachable(given));
}

void InlinedFlow::apply(std::size_t frame, ValueId v, ProcedureId callee,
                        const infer::Outcome &outcome,
                        std::span<const std::uint32_t> objects) {
  Pointers given;
  for (ValueId argument : body(frame).arguments(v))
    insert(given, value(frame, argument));
  auto all = [&](const AccessPath &path) {
    Pointers at = at_path(frame, v, path, objects, path.length());
    return path.is_deep() ? reachable(at) : at;
  };
  auto term = [&](const Term &value) -> Pointers {
    if (value.kind == Term::Kind::kNumber)
      return {};
    if (value.kind == Term::Kind::kUnknown)
      return reachable(given);
    return shifted(all(value.path), value.is_inside
                                        ? std::nullopt
                                        : std::optional(value.offset));
  };
  for (const Effect &effect : outcome.effects) {
    switch (effect.kind) {
    case Effect::Kind::kFree:
      free(all(effect.path));
      break;
    case Effect::Kind::kKeep:
      give_up(all(effect.path));
      break;
    case Effect::Kind::kForget: // perhaps a copy of something else
      forget(callee, effect.path, all(effect.path), given);
      break;
    case Effect::Kind::kWrite: {
      if (effect.path.length() == 0)
        break;
      // Linked into something: `node stored in header`.
      if (effect.value.kind == Term::Kind::kPath && effect.value.is_inside) {
        Pointers into = at_path(frame, v, effect.path, objects, 0);
        link(callee, effect.path.root().index, into, all(effect.value.path));
        break;
      }
      Pointers holder =
          at_path(frame, v, effect.path, objects, effect.path.length() - 1);
      const PathStep &last = effect.path.steps().back();
      write(shifted(holder, last.any_element
                                ? std::nullopt
                                : std::optional<std::int64_t>(last.offset)),
            term(effect.value));
    }
    }
  }
  const ir::Function &function = body(frame);
  const ir::Unit &unit = facts_.program.unit_of(frames_[frame].procedure);
  ir::TypeId type = function.insts[v].type;
  bool is_pointer = type.valid() && unit.types.is_pointer(type);
  const ir::Type *record = record_of(callee, std::nullopt);
  if (is_pointer && record && outcome.value.kind == Term::Kind::kUnknown)
    add(value(frame, v),
        linked(facts_.program.unit_of(callee), given, *record));
  else if (is_pointer || outcome.value.kind == Term::Kind::kPath)
    add(value(frame, v), term(outcome.value));
}

InlinedFlow::Pointers
InlinedFlow::at_path(std::size_t frame, ValueId v, const AccessPath &path,
                     std::span<const std::uint32_t> objects,
                     std::size_t steps) {
  Pointers out;
  std::span<const ValueId> arguments = body(frame).arguments(v);
  switch (path.root().kind) {
  case PathRoot::Kind::kParameter:
    if (path.root().index < arguments.size())
      out = value(frame, arguments[path.root().index]);
    break;
  case PathRoot::Kind::kSite:
    if (path.root().index < objects.size())
      out = {pointer(objects[path.root().index], 0)};
    break;
  case PathRoot::Kind::kResult:
    out = value(frame, v);
    break;
  default:
    out = {pointer(kOutside, 0)};
  }
  for (const PathStep &step : path.steps().first(steps))
    out = read(shifted(out, step.any_element
                                ? std::nullopt
                                : std::optional<std::int64_t>(step.offset)));
  return out;
}

} // namespace wt::ownership
