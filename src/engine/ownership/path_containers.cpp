// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An object that is handed into a container shares its fate: what the interface
// of the releasing function says about elements decides.
//
//   stack_push(s, p);                  p is in s
//   stack_free(s);                     ref_type(T): p is lost here
//   stack_free_all(s, free);           the callback takes elements: p is freed
//   l = list_add(l, p);                p is in what comes back
//   stack_push(ss, s);                 s is in ss, and p with it
//   t = std::move(s);                  p is in t
//   q = stack_pop(s);                  q is p: another element is no better
//   q = stack_top(s);                  perhaps p, which stays: not followed,
//                                      unless q is only looked at
//   fill(s);                           an element of a callee is in s
//   stack_push(s, p); stack_push(t, p);   who of the two releases it decides

#include "engine/ownership/element_reads.h"
#include "engine/ownership/path_walker.h"
#include "summary/followed.h"

#include <algorithm>
#include <utility>

namespace wt::ownership {

using ir::ValueId;
using Kind = PathValue::Kind;

namespace {

bool is_template(std::string_view name) { return name.ends_with(">"); }

// Is one of the template arguments a pointer: `map<int, T *>`?
bool has_pointer_argument(std::string_view name) {
  int depth = 0;
  for (std::size_t i = 1; i < name.size(); ++i) {
    depth += name[i] == '<';
    bool is_end = depth == 1 && (name[i] == ',' || name[i] == '>');
    if (is_end && name[i - 1] == '*')
      return true;
    depth -= name[i] == '>';
  }
  return false;
}

// Is a parameter of the routine such an element?
bool is_insertion(const Interface &interface, const Interface::Part &element) {
  return std::ranges::any_of(interface.parameters, [&](const auto &parameter) {
    return parameter.type.own == element.own;
  });
}

} // namespace

bool PathWalker::is_pointer_to_pointer(ValueId v) const {
  ir::TypeId type = function_.insts[v].type;
  for (int level = 0; level < 2; ++level) {
    if (!type.valid() || unit_.types[type].kind != ir::TypeKind::kPointer)
      return false;
    type = unit_.types[type].element;
  }
  return true;
}

std::optional<std::int64_t> PathWalker::second_of_pair(ValueId v) const {
  ir::TypeId type = function_.insts[v].type;
  if (!is_pointer(type))
    return std::nullopt;
  type = unit_.types[type].element;
  if (!type.valid() || unit_.types[type].kind != ir::TypeKind::kRecord ||
      !unit_.text(unit_.types[type].name).starts_with("std::pair<"))
    return std::nullopt;
  for (const ir::FieldDecl &field : unit_.types[type].fields)
    if (unit_.text(field.name) == "second" && is_pointer(field.type))
      return static_cast<std::int64_t>(field.offset);
  return std::nullopt;
}

// `vector<unique_ptr<T>>::emplace_back(p)` makes a record of p.
bool PathWalker::holds_pointers(ValueId call,
                                const Interface &interface) const {
  std::span<const ValueId> arguments = function_.arguments(call);
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    ir::TypeId type = function_.insts[arguments[i]].type;
    if (i >= interface.parameters.size() || !is_pointer(type) ||
        interface.shapes[interface.parameters[i].type.shape].kind !=
            Shape::Kind::kContainer)
      continue;
    type = unit_.types[type].element;
    if (type.valid() && unit_.types[type].kind == ir::TypeKind::kRecord) {
      std::string_view name = unit_.text(unit_.types[type].name);
      return !is_template(name) || has_pointer_argument(name);
    }
  }
  return true;
}

PathValue PathWalker::passed(const WalkState &state, ValueId v,
                             const Interface &interface,
                             std::size_t argument) const {
  PathValue at = value(state, function_.arguments(v)[argument]);
  if (!interface.parameters[argument].is_reference)
    return at;
  ValueId given = function_.arguments(v)[argument];
  std::optional<std::int64_t> second = second_of_pair(given);
  if ((!second && !is_pointer_to_pointer(given)) ||
      !holds_pointers(v, interface))
    return {}; // an element that is a record takes care of itself
  at.offset += second.value_or(0);
  auto found = state.memory().find(at);
  return found == state.memory().end() ? PathValue() : found->second;
}

bool PathWalker::is_container_call(const WalkState &state, ValueId v) const {
  const Interface *interface = setting_.interface_of(v);
  if (!interface || !interface->has_containers())
    return false;
  for (std::size_t i = 0; i < function_.arguments(v).size(); ++i)
    if (i < interface->parameters.size() &&
        reaches_object(state, passed(state, v, *interface, i)))
      return true;
  return false;
}

PathValue PathWalker::container_result(WalkState &state, ValueId v) const {
  auto may_fail = [&](ProcedureId callee) {
    const infer::Behaviour &behaviour = setting_.facts.behaviours.of(callee);
    return !behaviour.is_known() ||
           std::ranges::any_of(behaviour.outcomes,
                               [](const infer::Outcome &outcome) {
                                 return outcome.result.may_be_zero();
                               });
  };
  std::span<const ProcedureId> callees =
      infer::followed(setting_.facts.program, setting_.procedure, v);
  bool is_certain = !callees.empty() && std::ranges::none_of(callees, may_fail);
  return state.symbol(
      is_certain ? infer::NumberClass::signs(infer::NumberClass::kPositive)
                 : infer::NumberClass::any());
}

bool PathWalker::call_container(WalkState &state, ValueId v) {
  const Interface &interface = *setting_.interface_of(v);
  std::size_t count =
      std::min(function_.arguments(v).size(), interface.parameters.size());
  for (std::size_t i = 0; i < count; ++i) {
    PathValue given = passed(state, v, interface, i);
    if (!reaches_object(state, given))
      continue;
    bool goes_on = given.is(Kind::kObject)
                       ? insert(state, v, interface, i)
                       : use_container(state, v, interface, i);
    if (!goes_on)
      return false;
    if (!interface.moves.empty())
      return true; // it is elsewhere now
  }
  return true;
}

bool PathWalker::insert(WalkState &state, ValueId v, const Interface &interface,
                        std::size_t argument) {
  const Interface::Part &given = interface.parameters[argument].type;
  std::optional<bool> is_taken = interface.fixed(given.own);
  if (is_taken)
    return !*is_taken || freed(state, v);
  WalkState::Membership place = place_of_element(state, v, interface, given);
  bool is_second = state.object == WalkState::Object::kInContainer &&
                   state.other.container.is(Kind::kUnknown) &&
                   state.inner->empty() && state.cell.is(Kind::kUnknown) &&
                   !state.in.is_of(place.container);
  if (place.container.is(Kind::kUnknown) ||
      (state.object != WalkState::Object::kOurs && !is_second))
    return false;
  if (is_second)
    state.other = state.in;
  state.in = place;
  state.inner.edit().clear();
  state.object = WalkState::Object::kInContainer;
  state.is_beyond_effects |= is_kept(v, argument);
  return true;
}

WalkState::Membership
PathWalker::place_of_element(const WalkState &state, ValueId v,
                             const Interface &interface,
                             const Interface::Part &given) const {
  for (std::size_t i = 0; i < interface.parameters.size(); ++i) {
    const Interface::ShapeNode &node =
        interface.shapes[interface.parameters[i].type.shape];
    auto part = std::ranges::find(node.parts, given.own, &Interface::Part::own);
    bool is_element =
        node.kind == Shape::Kind::kContainer && part != node.parts.end();
    if (!is_element || i >= function_.arguments(v).size())
      continue;
    PathValue container = container_returned(state, v, interface, given);
    if (container.is(Kind::kUnknown))
      container = value(state, function_.arguments(v)[i]);
    if (container.is(Kind::kSymbol) || container.is(Kind::kSlot))
      return {container, static_cast<std::size_t>(part - node.parts.begin())};
    break;
  }
  return {};
}

bool PathWalker::nest(WalkState &state, ValueId v, const Interface &interface,
                      const Interface::Part &given) {
  constexpr std::size_t kMaxLevels = 4;
  WalkState::Membership outer = place_of_element(state, v, interface, given);
  if (outer.container.is(Kind::kUnknown) ||
      state.object != WalkState::Object::kInContainer ||
      !state.other.container.is(Kind::kUnknown) ||
      state.is_its_container(outer.container) ||
      state.inner->size() >= kMaxLevels)
    return false;
  state.inner.edit().push_back(state.in);
  state.in = outer;
  state.is_beyond_effects = true;
  return true;
}

bool PathWalker::is_kept(ValueId v, std::size_t argument) const {
  AccessPath path = AccessPath::parameter(static_cast<std::uint32_t>(argument));
  for (ProcedureId callee :
       infer::followed(setting_.facts.program, setting_.procedure, v))
    for (const infer::Outcome &outcome :
         setting_.facts.behaviours.of(callee).outcomes)
      for (const infer::Effect &effect : outcome.effects)
        if (effect.kind == infer::Effect::Kind::kKeep &&
            effect.path.covers(path))
          return true;
  return false;
}

PathValue PathWalker::container_returned(const WalkState &state, ValueId v,
                                         const Interface &interface,
                                         const Interface::Part &element) const {
  const Interface::ShapeNode &node = interface.shapes[interface.result.shape];
  bool is_same = node.kind == Shape::Kind::kContainer &&
                 std::ranges::find(node.parts, element.own,
                                   &Interface::Part::own) != node.parts.end();
  return is_same ? state[v] : PathValue();
}

bool PathWalker::use_container(WalkState &state, ValueId v,
                               const Interface &interface,
                               std::size_t argument) {
  const Interface::Part &given = interface.parameters[argument].type;
  const Interface::ShapeNode &node = interface.shapes[given.shape];
  bool is_other =
      state.other.is_of(value(state, function_.arguments(v)[argument]));
  WalkState::Membership &in = is_other ? state.other : state.in;
  std::optional<bool> is_taken = interface.fixed(given.own);
  PathValue used = passed(state, v, interface, argument);
  if (!in.is_of(used))
    return false; // a container inside it, or something that leads there
  if (!is_taken)
    return nest(state, v, interface, given);
  if (node.kind != Shape::Kind::kContainer || in.element >= node.parts.size())
    return false;
  const Interface::Part &element = node.parts[in.element];
  if (interface.may_escape(element.own))
    return false;
  for (const Interface::Move &move : interface.moves)
    if (move.from == argument && !is_other)
      return move_elements(state,
                           value(state, function_.arguments(v)[move.to]));
  PathValue returned = container_returned(state, v, interface, element);
  if (*is_taken && !returned.is(Kind::kUnknown)) {
    in.container = returned;
    in.is_sure &= is_insertion(interface, element);
    return true;
  }
  // `ref_type(T)` of a container that stays: its elements leave it.
  if (*is_taken || interface.fixed(element.own) == false) {
    if (may_hand_out(state, v))
      return false;
    Callback releaser = released_by(state, v, interface, in, element);
    return is_other ? release_other(state, v, releaser)
                    : release_elements(state, v, releaser);
  }
  in.is_sure &= is_insertion(interface, element);
  // Who needs owned elements may release them.
  if (interface.fixed(element.own) == true &&
      std::ranges::find(interface.filled, element.own) ==
          interface.filled.end())
    return false;
  if (interface.is_iterator)
    return only_reads(v);
  if (interface.is_result_reference || interface.result.shape != element.shape)
    return true;
  // What comes out is this one, if it leaves the container.
  return interface.result.own == element.own && !is_other && take_out(state, v);
}

// `w = std::move(v)`: what was in v is in w.  After a copy it is in both.
bool PathWalker::move_elements(WalkState &state, const PathValue &to) const {
  bool is_followed = to.is(Kind::kSymbol) || to.is(Kind::kSlot);
  if (!is_followed || !state.other.container.is(Kind::kUnknown) ||
      !state.inner->empty())
    return false;
  state.other = state.in;
  state.other.is_sure = false;
  state.in.container = to;
  state.in.is_sure = false;
  state.cell = {};
  return true;
}

// One of the elements is lost if the result is: of which of them the reader is
// told does not matter, since a container owns all or none.
bool PathWalker::take_out(WalkState &state, ValueId v) const {
  if (state.object != WalkState::Object::kInContainer ||
      !state.other.container.is(Kind::kUnknown) || !state.inner->empty() ||
      !state.cell.is(Kind::kUnknown))
    return false;
  state.object = WalkState::Object::kOurs;
  state.in = {};
  state.is_beyond_effects = true;
  state.set(v, {Kind::kObject, 0, 0, 0});
  return true;
}

// Only where the callee changes the container.
bool PathWalker::is_filled_at(const WalkState &state, ValueId v,
                              const infer::Outcome &outcome) const {
  if (!subject_.filled || subject_.site.value != v || outcome.throws ||
      state.object != WalkState::Object::kNotYet)
    return false;
  if (!subject_.filled->argument)
    return !outcome.result.is_zero();
  AccessPath whole = AccessPath::parameter(*subject_.filled->argument);
  return std::ranges::any_of(outcome.effects, [&](const infer::Effect &effect) {
    return effect.kind != infer::Effect::Kind::kFree &&
           whole.is_prefix_of(effect.path);
  });
}

bool PathWalker::fill(WalkState &state, ValueId v) const {
  const std::optional<std::uint32_t> &argument = subject_.filled->argument;
  PathValue container =
      argument ? value(state, function_.arguments(v)[*argument]) : state[v];
  if (!container.is(Kind::kSymbol) && !container.is(Kind::kSlot))
    return false;
  state.object = WalkState::Object::kInContainer;
  state.in = {container, subject_.filled->element};
  state.is_beyond_effects = true;
  // Whether there is an element may be what the result says.
  if (argument && !is_pointer(function_.insts[v].type))
    state.note_neighbour(state[v]);
  return true;
}

bool PathWalker::only_reads(ValueId v) {
  auto [found, is_new] = only_reads_.try_emplace(v);
  if (is_new)
    found->second = only_reads_elements(setting_.facts, setting_.procedure, v);
  return found->second;
}

PathValue PathWalker::key_at(const WalkState &state, ValueId v,
                             const Interface &interface) const {
  if (function_.arguments(v).size() != 2 || interface.parameters.size() != 2)
    return {};
  ValueId argument = function_.arguments(v)[1];
  PathValue key = value(state, argument);
  if (is_pointer(function_.insts[argument].type)) { // by reference
    auto found = state.memory().find(key);
    key = found == state.memory().end() ? PathValue() : found->second;
  }
  return key.is(Kind::kNumber) || key.is(Kind::kSymbol) ? key : PathValue();
}

void PathWalker::name_element(WalkState &state, ValueId v,
                              const Interface &interface) {
  if (!interface.is_result_reference || interface.parameters.empty() ||
      function_.arguments(v).empty())
    return;
  const Interface::ShapeNode &node =
      interface.shapes[interface.parameters[0].type.shape];
  auto part = std::ranges::find(node.parts, interface.result.shape,
                                &Interface::Part::shape);
  PathValue container = value(state, function_.arguments(v)[0]);
  bool is_followed = container.is(Kind::kSymbol) || container.is(Kind::kSlot);
  if (node.kind != Shape::Kind::kContainer || part == node.parts.end() ||
      !is_followed)
    return;
  PathValue key = key_at(state, v, interface);
  if (key.is(Kind::kUnknown) && only_reads(v))
    return;
  PathValue address = key.is(Kind::kUnknown)
                          ? state.symbol()
                          : state.combine(ir::Op::kCall, 0, container, key);
  if (!address.is(Kind::kSymbol))
    return;
  state.set_private(address); // who else may be there: is_perhaps_its_cell
  state.addresses.edit().insert_or_assign(
      address.id,
      {container, static_cast<std::size_t>(part - node.parts.begin()), key});
  state.set(v, address);
}

void PathWalker::store_element(WalkState &state, const PathValue &address,
                               const PathValue &stored) const {
  const WalkState::ElementAddress *at = state.element_at(address);
  if (state.object == WalkState::Object::kInContainer &&
      address == state.cell && !stored.is(Kind::kObject)) {
    state.object = WalkState::Object::kOurs; // something else is there now
    state.cell = {};
  } else if (at && state.object == WalkState::Object::kOurs &&
             stored == PathValue{Kind::kObject, 0, 0, 0}) {
    state.object = WalkState::Object::kInContainer;
    state.in = {at->container, at->element};
    state.cell = address;
    state.is_beyond_effects = true;
  }
}

bool PathWalker::is_perhaps_its_cell(const WalkState &state,
                                     const PathValue &address) const {
  const WalkState::ElementAddress *at = state.element_at(address);
  if (state.object != WalkState::Object::kInContainer || !at ||
      at->container != state.in.container)
    return false;
  if (address == state.cell)
    return !state.memory().contains(address);
  const WalkState::ElementAddress *its = state.element_at(state.cell);
  return !its || !its->key.is(Kind::kNumber) || !at->key.is(Kind::kNumber);
}

// What the callbacks of a call do to such elements.
PathWalker::Callback
PathWalker::callback_at(const WalkState &state, ValueId call,
                        const Interface &interface,
                        const Interface::Part &element) const {
  Callback out;
  std::span<const ValueId> arguments = function_.arguments(call);
  for (std::size_t i = 0; i < interface.parameters.size(); ++i) {
    const Interface::ShapeNode &node =
        interface.shapes[interface.parameters[i].type.shape];
    if (node.kind != Shape::Kind::kFunction || i >= arguments.size())
      continue;
    for (std::size_t k = 0; k + 1 < node.parts.size(); ++k) {
      if (node.parts[k].own != element.own)
        continue;
      out.exists = true;
      PathValue callback = value(state, arguments[i]);
      if (callback == PathValue::number(0)) {
        out.releases = false; // none is given: nothing is released
        continue;
      }
      const Interface *releaser =
          callback.is(Kind::kFunction)
              ? setting_.address_of(
                    ir::FunctionId(static_cast<std::size_t>(callback.id)))
              : nullptr;
      if (!releaser || k >= releaser->parameters.size())
        return {true};
      out.releases = releaser->fixed(releaser->parameters[k].type.own);
      out.by = releaser;
      out.parameter = k;
    }
  }
  return out;
}

// Who made the container said what becomes of its elements: by a callback, or
// by giving none.
PathWalker::Callback
PathWalker::callback_of_maker(const WalkState &state,
                              const WalkState::Membership &in) const {
  for (ir::BlockId block : function_.blocks.ids())
    for (ValueId v : function_.blocks[block].insts) {
      if (function_.insts[v].op != ir::Op::kCall || state[v] != in.container)
        continue;
      const Interface *maker = setting_.interface_of(v);
      if (!maker)
        return {};
      const Interface::ShapeNode &node = maker->shapes[maker->result.shape];
      if (node.kind != Shape::Kind::kContainer ||
          in.element >= node.parts.size())
        return {};
      Callback callback = callback_at(state, v, *maker, node.parts[in.element]);
      if (!callback.exists)
        callback.releases = false;
      return callback;
    }
  return {};
}

std::optional<bool>
PathWalker::releases_inside(const WalkState &state,
                            const Callback &callback) const {
  if (!callback.by)
    return std::nullopt;
  const Interface::Part *at = &callback.by->parameters[callback.parameter].type;
  for (std::size_t i = state.inner->size(); i-- > 0;) {
    const Interface::ShapeNode &node = callback.by->shapes[at->shape];
    std::size_t element = (*state.inner)[i].element;
    if (node.kind != Shape::Kind::kContainer || element >= node.parts.size())
      return std::nullopt;
    at = &node.parts[element];
  }
  return callback.by->fixed(at->own);
}

bool PathWalker::is_held_after(const WalkState &state, ValueId call) const {
  const std::vector<ValueId> &insts =
      function_.blocks[function_.insts[call].block].insts;
  auto index =
      static_cast<std::size_t>(std::ranges::find(insts, call) - insts.begin());
  return std::ranges::any_of(state.holders(), [&](const auto &holder) {
    return setting_.plan.is_used_after(holder.first, index + 1);
  });
}

bool PathWalker::may_hand_out(const WalkState &state, ValueId v) const {
  for (ProcedureId callee :
       infer::followed(setting_.facts.program, setting_.procedure, v))
    for (const infer::Outcome &outcome :
         setting_.facts.behaviours.of(callee).outcomes) {
      WalkState taken = state;
      if (!outcome.objects.empty() && is_allowed(taken, v, outcome))
        return true;
    }
  return false;
}

PathWalker::Callback PathWalker::released_by(
    const WalkState &state, ValueId v, const Interface &interface,
    const WalkState::Membership &in, const Interface::Part &element) const {
  Callback callback = callback_at(state, v, interface, element);
  if (callback.exists)
    return callback;
  if (std::optional<bool> is_said = interface.fixed(element.own))
    return {false, is_said};
  return callback_of_maker(state, in);
}

bool PathWalker::freed_with_container(WalkState &state, ValueId v) {
  return freed(state, v, "freed here first, with the container that holds it");
}

bool PathWalker::release_elements(WalkState &state, ValueId v,
                                  const Callback &releaser) {
  std::optional<bool> is_released = releaser.releases;
  if (is_released == false && !state.inner->empty()) {
    // The container inside is on its own again.
    state.in = state.inner->back();
    state.inner.edit().pop_back();
    return true;
  }
  if (is_released == true && !state.inner->empty())
    is_released = releases_inside(state, releaser);
  if (!is_released)
    return false;
  state.object = WalkState::Object::kOurs;
  if (*is_released)
    return freed_with_container(state, v);
  if (is_held_after(state, v))
    return true; // it was only lent
  if (!state.other.container.is(Kind::kUnknown)) {
    state.in = std::exchange(state.other, {});
    state.object = WalkState::Object::kInContainer;
    return true;
  }
  found_loss(state, v, "the container that holds it is released without it");
  return false;
}

bool PathWalker::release_other(WalkState &state, ValueId v,
                               const Callback &releaser) {
  bool is_sure = std::exchange(state.other, {}).is_sure;
  if (!releaser.releases)
    return false;
  if (!*releaser.releases)
    return true;
  // Perhaps it was taken out before it was freed.
  if (state.object == WalkState::Object::kFreed && !is_sure)
    return false;
  return freed_with_container(state, v);
}

} // namespace wt::ownership
