// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What does a call do?  See interpreter.h.
//
// Every outcome of the callee's behaviour that the arguments allow gives a
// state of its own.  A callee of which nothing is known keeps its arguments.

#include "interpret/interpreter.h"
#include "interpret/returned_cell.h"
#include "summary/argument_list.h"
#include "summary/followed.h"
#include "summary/fresh.h"

#include <algorithm>
#include <iterator>

namespace wt::infer {

using ir::BlockId;
using ir::ValueId;

// What a path of the callee means here, before the call.
Value Interpreter::resolve(const AccessPath &path, ValueId call,
                           const State &state, bool is_pointer) {
  PathRoot root = path.root();
  Value at{bases_.make(Base::Kind::kOpaque, call.value, 1), 0, false};
  auto arguments = function_.arguments(call);
  switch (root.kind) {
  case PathRoot::Kind::kParameter:
    if (root.index < arguments.size())
      at = value(arguments[root.index], state);
    break;
  case PathRoot::Kind::kGlobal:
  case PathRoot::Kind::kFunction:
    at = {bases_.entry(AccessPath(root), true), 0, false};
    break;
  case PathRoot::Kind::kSite:
    at = {new_object(call, root.index), 0, false};
    break;
  default:
    break;
  }
  std::size_t left = path.length();
  for (PathStep step : path.steps()) {
    at.offset += step.offset;
    at.is_inside |= step.any_element;
    // What is there at the end may have any size.
    bool is_last = --left == 0;
    at = load(at, {is_last ? 0u : 8u, !is_last || is_pointer}, state, call);
  }
  return at;
}

Value Interpreter::resolve(const Term &term, ValueId call, const State &state) {
  if (term.kind == Term::Kind::kNumber)
    return number(term.number);
  if (term.kind == Term::Kind::kUnknown) {
    BaseId unknown = bases_.make(Base::Kind::kOpaque, call.value, 2);
    if (term.may_be_new.holds)
      insert_sorted(perhaps_new_, unknown);
    return {unknown, 0, false};
  }
  Value out = resolve(term.path, call, state, term.is_pointer);
  out.offset += term.offset;
  out.is_inside |= term.is_inside;
  return out;
}

// Everything that is found from an object, without itself.
std::vector<Value> Interpreter::below(const Value &object, const State &state) {
  std::vector<BaseId> found, todo{object.base};
  while (!todo.empty()) {
    BaseId base = todo.back();
    todo.pop_back();
    const Base what = bases_[base];
    if (what.kind == Base::Kind::kEntry && !bases_.is_address(base) &&
        (what.is_pointer || base == object.base)) {
      BaseId far = bases_.entry(what.path.deep(), what.is_pointer);
      insert_sorted(found, far);
    }
    for (const Value &part : bases_.alternatives(base))
      todo.push_back(part.base);
    for (const auto &[cell, content] : *state.cells) {
      BaseId held = content.value.base;
      bool is_object = bases_.is_entry(held) ? bases_[held].is_pointer
                                             : !is_number(content.value);
      if (cell.base == base && held != object.base && is_object &&
          !contains(found, held)) {
        insert_sorted(found, held);
        todo.push_back(held);
      }
    }
  }
  std::vector<Value> out;
  for (BaseId base : found)
    out.push_back({base, 0, false});
  return out;
}

// Outcomes of one call number their new objects differently: an object is named
// by the place where it is found.
void Interpreter::name_objects(ValueId v, const Outcome &outcome) {
  auto places = places_of_new(outcome);
  object_names_.clear();
  for (std::uint32_t i = 0; i < outcome.objects.size(); ++i) {
    AccessPath place = places[i].value_or(AccessPath::site(i));
    auto &names = places_[v];
    auto at = std::ranges::find(names, place);
    object_names_.push_back(static_cast<std::uint32_t>(at - names.begin()));
    if (at == names.end())
      names.push_back(place);
  }
}

BaseId Interpreter::new_object(ValueId call, std::uint32_t index) {
  std::uint32_t name =
      index < object_names_.size() ? object_names_[index] : index;
  return bases_.make(Base::Kind::kNew, call.value, name);
}

// What was made here in earlier rounds of a loop gets another name.
Interpreter::Renamed
Interpreter::make_objects(ValueId v, const Outcome &outcome, State &state) {
  Renamed out;
  for (std::uint32_t i = 0; i < outcome.objects.size(); ++i) {
    BaseId base = new_object(v, i);
    NewObject &object = bases_.objects[base];
    bool is_zeroed = !object.call.valid() || object.is_zeroed;
    object = outcome.objects[i];
    object.is_zeroed &= is_zeroed; // by each outcome that makes it
    if (!object.procedure.valid()) {
      object.procedure = procedure_;
      object.call = v;
    }
    std::optional<Fate> before = state.fate(base);
    state.set_fate(base, Fate::kLive);
    if (!state.is_live(base) && !nodes_[here_].is_in_loop()) {
      insert_sorted(state.live, base);
      continue;
    }
    BaseId older =
        bases_.make(Base::Kind::kOlder, v.value, bases_[base].variant);
    if (before && may_be_live(*before) && !is_held(base, v, state))
      before = Fate::kLost;
    if (before && *before != Fate::kFreed)
      state.set_fate(older, of_several(state.fate(older), *before));
    bases_.objects[older] = bases_.objects[base];
    bases_.objects[older].is_many = true;
    bases_.objects[older].is_zeroed = false;
    bool was_live = state.is_live(base);
    Renamed merged = rename_in_merged(state, base, older);
    rename(state, base, older);
    std::ranges::copy(merged, std::back_inserter(out));
    auto cells = state.cells;
    for (const auto &[cell, content] : *cells)
      if (cell.base == base)
        store({older, cell.offset, cell.any_element}, content.value,
              content.bytes, state);
    forget_cells(state, base);
    if (was_live)
      insert_sorted(state.live, older);
    insert_sorted(state.live, base);
    out.push_back({base, older});
  }
  return out;
}

void Interpreter::write(ValueId v, const Effect &effect, const Value &place,
                        const Value &value, State &state) {
  if (!effect.is_certain) {
    keep(value, state, false);
    blur(state, place.base);
  } else if (effect.value.kind == Term::Kind::kUnknown &&
             !effect.value.is.is_any()) {
    // A number of its own, of which something is known.
    std::uint64_t cell =
        cell_numbers_
            .try_emplace({place.base, place.offset, place.is_inside},
                         cell_numbers_.size())
            .first->second;
    Value known = opaque(v, state, std::uint64_t(1) << 43 | cell);
    state.renew(known.base, effect.value.is.set());
    if (effect.value.may_be_new.holds)
      insert_sorted(perhaps_new_, known.base);
    store(place, known, effect.bytes, state);
  } else {
    // A new object is not at null; a new descriptor may be number 0.
    if (bases_.is_new(value.base) && effect.bytes == 8)
      assume(value, Numbers::except(0), state);
    store(place, value, effect.bytes, state);
  }
}

// The address of one of several globals.
Value Interpreter::one_of(ValueId v, const Outcome &outcome, State &state) {
  const std::vector<AccessPath> &among = outcome.value.among;
  std::uint64_t first = bases_.entry(among.front(), true).value,
                last = bases_.entry(among.back(), true).value;
  BaseId merged = bases_.make(Base::Kind::kMerged, v.value,
                              std::uint64_t(1) << 44 | first << 22 | last);
  for (const AccessPath &path : among)
    bases_.add_alternative(merged, {bases_.entry(path, true), 0, false});
  state.renew(merged, Numbers::any());
  return {merged, 0, false};
}

// Text leads nowhere, whatever a callee does with what it finds there.
bool Interpreter::is_behind_text(ValueId call, const AccessPath &path) const {
  std::span<const ValueId> arguments = function_.arguments(call);
  bool is_argument = path.is_deep() && path.length() == 0 &&
                     path.root().kind == PathRoot::Kind::kParameter &&
                     path.root().index < arguments.size();
  if (!is_argument)
    return false;
  ir::TypeId type = function_.insts[arguments[path.root().index]].type;
  return unit_.types.is_int(unit_.types.pointee(type));
}

// realloc: the new block has what was in the old one.
bool Interpreter::is_moved(const Outcome &outcome, const Effect &release) {
  return release.is_certain && outcome.value.is_new() &&
         outcome.objects[outcome.value.path.root().index].family ==
             release.family;
}

void Interpreter::move_cells(const Value &from, const Value &to, State &state) {
  if (is_number(from) || from.is_inside || from.offset != 0 || is_number(to))
    return;
  auto cells = state.cells;
  for (const auto &[cell, content] : *cells)
    if (cell.base == from.base)
      store({to.base, cell.offset, cell.any_element}, content.value,
            content.bytes, state, content.extent);
}

std::optional<Interpreter::After>
Interpreter::apply(ValueId v, const Outcome &outcome, State state) {
  for (const Given &given : outcome.given) {
    Value tested = resolve(given.path, v, state, false);
    if (bases_.is_entry(tested.base)) // its size may be known here alone
      bases_.entry(bases_[tested.base].path, given.is_pointer, given.bytes);
    // What is behind null or unknown pointers has no name of its own here.
    if (bases_[tested.base].kind == Base::Kind::kOpaque &&
        bases_[tested.base].index == v.value)
      continue;
    if (given.mask) {
      std::span<const ValueId> arguments = function_.arguments(v);
      std::uint32_t index = given.path.root().index;
      bool is_argument = given.path.length() == 0 && index < arguments.size();
      std::optional<Value> bits =
          is_argument ? bits_of(arguments[index], given.mask, state)
                      : masked(tested, given.mask);
      if (!bits)
        continue;
      tested = *bits;
    }
    tested.offset += given.offset;
    if (!assume(tested, given.is.set(), state))
      return std::nullopt;
  }
  for (const Given &need : outcome.needs) {
    Value needed = resolve(need.path, v, state, false);
    if (class_of(needed, state).is_apart_from(need.is.set()))
      return std::nullopt;
  }
  for (const Comparison &held : outcome.compared) {
    Value a = resolve(held.a, v, state), b = resolve(held.b, v, state);
    bool is_named = bases_[a.base].kind != Base::Kind::kOpaque &&
                    bases_[b.base].kind != Base::Kind::kOpaque;
    if (is_named && !assume_compare(held.predicate, a, b, state))
      return std::nullopt;
  }
  // Everything is named by what was there before the call.
  struct Done {
    const Effect *effect;
    Value place, value;
    bool is_in_array = false; // from `place` on, of known size
  };
  std::vector<Done> done;
  State before = state;
  name_objects(v, outcome);
  Renamed renamed = make_objects(v, outcome, state);
  auto now = [&](Value value, const AccessPath &path) {
    for (auto [from, to] : renamed)
      if (value.base == from && path.root().kind != PathRoot::Kind::kSite)
        value.base = to;
    return value;
  };
  for (const Effect &effect : outcome.effects) {
    Done d{&effect, {}, {}};
    if (is_behind_text(v, effect.path))
      continue;
    if (effect.path.is_deep()) {
      for (const Value &far :
           below(resolve(effect.path, v, before, true), before)) {
        d.place = now(far, effect.path);
        done.push_back(d);
      }
      continue;
    }
    if (effect.kind == Effect::Kind::kWrite) {
      // The cell: the holder, then the last step without its load.
      AccessPath holder(effect.path.root());
      for (PathStep step : effect.path.steps().first(effect.path.length() - 1))
        holder = holder.then(step);
      PathStep last = effect.path.steps().back();
      d.place = now(resolve(holder, v, before, true), holder);
      d.place.offset += last.offset;
      d.is_in_array = last.any_element && effect.extent > 0 &&
                      !d.place.is_inside && has_cells(d.place.base);
      d.place.is_inside |= last.any_element && !d.is_in_array;
      d.value = now(resolve(effect.value, v, before), effect.value.path);
    } else {
      d.place = now(resolve(effect.path, v, before, true), effect.path);
      d.place.offset += effect.offset;
    }
    done.push_back(d);
  }
  for (const AccessPath &path : outcome.used)
    use(resolve(path, v, before, true), state);
  Value result =
      !outcome.value.among.empty() ? one_of(v, outcome, state)
      : outcome.value.kind == Term::Kind::kUnknown
          ? opaque(v, state)
          : now(resolve(outcome.value, v, before), outcome.value.path);
  if (outcome.value.path.length() > 0 && bases_.is_entry(result.base))
    bases_.entry(AccessPath(bases_[result.base].path), false,
                 returned_bytes(setting_.program, procedure_, v));
  if (outcome.value.may_be_new.holds)
    insert_sorted(perhaps_new_, result.base);
  for (const Done &d : done)
    if (d.effect->kind == Effect::Kind::kFree && is_moved(outcome, *d.effect))
      move_cells(d.place, result, state);
  for (const Done &d : done)
    switch (d.effect->kind) {
    case Effect::Kind::kFree:
      free(d.place, d.effect->family, state, d.effect->is_certain, v);
      break;
    case Effect::Kind::kKeep:
      keep(d.place, state, d.effect->is_certain, d.effect->family);
      break;
    case Effect::Kind::kForget: {
      bool is_argument =
          d.effect->path.length() == 0 &&
          d.effect->path.root().kind == PathRoot::Kind::kParameter &&
          d.effect->path.root().index < function_.arguments(v).size();
      if (d.effect->extent > 0 || !is_argument || d.effect->offset) {
        forget(d.place, d.effect->extent, state, v);
        break;
      }
      Room room =
          room_at(function_.arguments(v)[d.effect->path.root().index], before);
      if (room.begin.base != d.place.base) // it has another name now
        room = {d.place, 0};
      forget(room.begin, room.bytes, state, v);
      break;
    }
    case Effect::Kind::kWrite:
      break;
    }
  for (const Done &d : done)
    if (d.is_in_array) {
      keep(d.value, state, false);
      forget_range({d.place, d.effect->extent}, state);
    } else if (d.effect->kind == Effect::Kind::kWrite) {
      write(v, *d.effect, d.place, d.value, state);
    }
  if (!outcome.throws && !assume(result, outcome.result.set(), state))
    return std::nullopt;
  // Whatever is new exists: its address is not null.
  if (outcome.value.is_new() && !is_number(result) &&
      class_of(result, state).is_any())
    assume(result, Numbers::except(0), state);
  return After{std::move(state), result, outcome.throws};
}

Interpreter::After Interpreter::call_unknown(ValueId v, State state,
                                             Arguments spared) {
  std::span<const ValueId> arguments = function_.arguments(v);
  for (std::uint32_t i = 0; i < arguments.size(); ++i) {
    Value given = value(arguments[i], state);
    bool is_list = is_argument_list(unit_, function_.insts[arguments[i]].type);
    if (spared.has(i) && is_list)
      continue;
    if (spared.has(i)) {
      Room room = room_at(arguments[i], state);
      forget(room.begin, room.bytes, state, v);
    } else
      expose(given, state);
  }
  for (BaseId slot : BaseSet(*state.exposed))
    blur(state, slot);
  Value result = opaque(v, state);
  return {std::move(state), result, false};
}

void Interpreter::apply(ValueId v, const Behaviour &behaviour,
                        const State &state, std::vector<After> &out) {
  if (!behaviour.is_known() || behaviour.keeps_all) {
    if (behaviour.is_known() && behaviour.outcomes.empty())
      return; // keeps what it is given, and does not return
    out.push_back(call_unknown(v, state, behaviour.spared));
    return;
  }
  State before = state;
  // Whoever lives is counted at least once: a reference that was taken here and
  // is given back here frees nothing.
  for (const AccessPath &count : behaviour.releases) {
    Value counted = resolve(count, v, before, false);
    if (bases_.is_entry(counted.base))
      assume({counted.base, 0, false}, Numbers::at_least(1), before);
  }
  bool is_allocation =
      behaviour.source == Behaviour::Source::kModel &&
      std::ranges::any_of(behaviour.outcomes, [](const Outcome &outcome) {
        return !outcome.objects.empty();
      });
  for (const Outcome &outcome : behaviour.outcomes)
    if (!ignored_.rules_out(v, behaviour.outcomes, outcome))
      if (auto after = apply(v, outcome, before)) {
        after->state.is_oom |= outcome.throws && is_allocation;
        out.push_back(std::move(*after));
      }
}

// Has a test shown that the pointer is not this function?
bool Interpreter::is_ruled_out(ValueId call, ProcedureId target,
                               const State &state) {
  BaseId function = bases_.find_entry(
      AccessPath(PathRoot{PathRoot::Kind::kFunction, target.value}));
  if (!function.valid())
    return false;
  Value called = value(function_.callee(call), state);
  Value address{function, 0, false};
  return decide(ir::Predicate::kEq, called, address, state) == false ||
         decide(ir::Predicate::kEq, address, called, state) == false;
}

std::vector<Interpreter::After> Interpreter::call(ValueId v,
                                                  const State &state) {
  std::vector<After> out;
  auto known = followed(setting_.program, procedure_, v);
  std::vector<ProcedureId> targets;
  std::ranges::copy_if(
      known, std::back_inserter(targets),
      [&](ProcedureId target) { return !is_ruled_out(v, target, state); });
  // Who replaces a function replaces it by one that does the same.  Of the
  // function at hand this says nothing that its other ways do not say.
  if (targets.empty()) {
    std::ranges::copy_if(
        known, std::back_inserter(targets),
        [&](ProcedureId target) { return target != procedure_; });
    if (targets.empty() && !known.empty())
      return out;
  }
  Value called = value(function_.callee(v), state);
  for (ProcedureId target : targets) {
    State chosen = state; // for this target
    Value address{bases_.entry(AccessPath(PathRoot{PathRoot::Kind::kFunction,
                                                   target.value}),
                               true),
                  0, false};
    if (targets.size() > 1 &&
        !assume_compare(ir::Predicate::kEq, called, address, chosen))
      continue;
    const Behaviour *behaviour = setting_.behaviour(target);
    if (behaviour)
      apply(v, *behaviour, chosen, out);
    else
      out.push_back(call_unknown(v, chosen));
  }
  // Of a pointer it is never certain that nobody else can be called.  But a
  // recursion that has no way on yet will have one.
  bool is_exact = setting_.program.targets(procedure_, v).certainty ==
                  CallTargets::Certainty::kExact;
  bool has_no_way_on = std::ranges::all_of(out, &After::throws);
  bool is_growing = std::ranges::any_of(targets, setting_.is_growing);
  bool may_differ = has_no_way_on
                        ? !is_exact && !is_growing
                        : may_go_otherwise(setting_.program, procedure_, v,
                                           targets, setting_.behaviour);
  if (targets.empty() || may_differ)
    out.push_back(call_unknown(
        v, state, targets.empty() ? setting_.borrowed_at(v) : Arguments()));
  if (function_.call(v).does_not_return)
    std::erase_if(out, [](const After &after) { return !after.throws; });
  if (out.empty())
    end_process(state, v);
  return out;
}

// The call that ends a node, and where each of its outcomes goes on.
void Interpreter::run_call(ValueId v, NodeId node, const State &state) {
  BlockId block = nodes_[node].block;
  const ir::Block &b = function_.blocks[block];
  bool has_unwind = function_.call(v).has_unwind;
  bool can_throw = has_unwind || function_.call(v).may_throw;
  for (After &after : call(v, state)) {
    if (!budget_.spend(1 + after.state.cells->size() / 4))
      return;
    if (after.throws && !can_throw)
      continue;
    define(v, after.result);
    if (after.throws && !has_unwind)
      leave(after.state, std::nullopt, true, v);
    else if (has_unwind)
      go(block, b.successors[after.throws ? 1 : 0], std::move(after.state));
    else
      go_on(NodeId(node.value + 1), std::move(after.state));
  }
}

} // namespace wt::infer
