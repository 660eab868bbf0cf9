// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What calls do to the object of a path: outcome by outcome, as the behaviours
// of model/infer tell them.  See path_search.h.

#include "engine/ownership/path_walker.h"
#include "model/infer/followed.h"
#include "model/infer/fresh.h"
#include "model/infer/ignored.h"
#include "model/model_of.h"

#include <algorithm>

namespace wt::ownership {

using infer::Effect;
using infer::NumberClass;
using infer::Term;
using ir::ValueId;
using Kind = PathValue::Kind;

namespace {

constexpr std::int64_t kWord = 8; // bytes of a pointer

bool is_throw(std::string_view link_name) {
  return link_name == "__cxa_throw" || link_name == "__cxa_rethrow";
}
bool is_library(std::string_view name) {
  return name.starts_with("std::") || name.starts_with("__gnu_cxx::");
}

// Is the result what others hold: found somewhere, and not taken out there?
bool is_borrowed(const infer::Outcome &outcome) {
  if (outcome.throws || outcome.result.is_zero() ||
      outcome.value.kind == Term::Kind::kNumber)
    return false;
  const AccessPath &from = outcome.value.path;
  if (outcome.value.kind == Term::Kind::kPath &&
      (from.length() == 0 || from.root().kind == PathRoot::Kind::kSite))
    return false; // an argument, or something new
  return std::ranges::none_of(outcome.effects, [&](const Effect &effect) {
    return effect.kind == Effect::Kind::kWrite && effect.path == from;
  });
}

// Is the result borrowed in an outcome that looks the same to callers?  Then
// they know by other means whether it is theirs.
bool is_sometimes_borrowed(const infer::Behaviour &behaviour,
                           const infer::Outcome &made) {
  return std::ranges::any_of(
      behaviour.outcomes, [&](const infer::Outcome &other) {
        return is_borrowed(other) && !infer::are_told_apart(made, other);
      });
}

bool is_new_at(const infer::Outcome &outcome, const AccessPath &place) {
  std::vector<std::optional<AccessPath>> places = infer::places_of_new(outcome);
  return std::ranges::find(places, std::optional(place)) != places.end();
}

// May the callee have left the place as it was, without callers seeing it?
bool is_sometimes_missing(const infer::Behaviour &behaviour,
                          const infer::Outcome &made, const AccessPath &place) {
  return std::ranges::any_of(
      behaviour.outcomes, [&](const infer::Outcome &other) {
        return !other.throws && !is_new_at(other, place) &&
               !infer::are_told_apart(made, other);
      });
}

// Does the outcome stand for several ways to end that had to be merged?  What
// belongs together in them is not known.
bool is_merged(const infer::Outcome &outcome) {
  return !std::ranges::all_of(outcome.effects, &Effect::is_certain);
}

// Does the callee return a negative number when it fails?  A result that is
// computed is not negative then: that is what makes it a sign.
bool fails_negatively(const infer::Behaviour &behaviour) {
  return std::ranges::any_of(
      behaviour.outcomes, [](const infer::Outcome &outcome) {
        return outcome.objects.empty() &&
               outcome.value.kind == Term::Kind::kNumber &&
               outcome.value.number < 0;
      });
}

// The path without its last step.
AccessPath holder_of(const AccessPath &path) {
  AccessPath holder(path.root());
  for (const PathStep &step : path.steps().first(path.length() - 1))
    holder = holder.then(step);
  return holder;
}

// What the cells of an object hold: all of them, or the one at `offset`.
void at_cells(const PathState &state, const PathValue &object,
              std::optional<std::int64_t> offset,
              std::vector<PathValue> &out) {
  for (const auto &[cell, held] : state.memory())
    if (cell.kind == object.kind && cell.id == object.id &&
        (!offset || cell.offset == *offset))
      out.push_back(held);
}

} // namespace

std::vector<PathWalker::AfterCall> PathWalker::call(WalkState &state,
                                                    ValueId v) {
  std::vector<AfterCall> out;
  if (is_container_call(state, v)) {
    state.set(v, container_result(state, v));
    bool is_asked = state.object == WalkState::Object::kInContainer;
    if (call_container(state, v)) {
      // How many elements there are says whether the object is one of them.
      if (is_asked && !is_pointer(function_.insts[v].type))
        state.note_neighbour(state[v]);
      name_element(state, v, *setting_.interface_of(v));
      out.push_back({std::move(state)});
    }
    return out;
  }
  // `take(&v[0], n)`: whoever is given elements by address may take them all.
  for (ValueId argument : function_.arguments(v)) {
    PathValue given = value(state, argument);
    if (state.element_at(given) && reaches_object(state, given))
      return out;
  }
  const ir::CallInfo &info = function_.call(v);
  std::span<const ProcedureId> callees =
      infer::followed(setting_.facts.program, setting_.procedure, v);
  for (ProcedureId callee : callees)
    call_known(state, v, callee, out);
  if (callees.empty() && !info.does_not_return)
    call_unknown(state, v, out);
  if (const Interface *interface = setting_.interface_of(v))
    for (AfterCall &after : out)
      if (!after.is_exceptional)
        name_element(after.state, v, *interface);
  return out;
}

void PathWalker::call_unknown(WalkState &state, ValueId v,
                              std::vector<AfterCall> &out) {
  // It may find what a field or a global holds.
  if (state.is_at_home())
    return;
  for (ValueId argument : function_.arguments(v)) {
    PathValue given = value(state, argument);
    if (reaches_object(state, given))
      return;
    if (state.is_local(given))
      state.forget_object(given);
    state.give_away(given);
  }
  state.forget_outside();
  state.set(v, state.symbol());
  out.push_back({std::move(state)});
}

void PathWalker::call_known(const WalkState &before, ValueId v,
                            ProcedureId callee, std::vector<AfterCall> &out) {
  const Procedure &procedure = setting_.facts.program.procedures()[callee];
  const infer::Behaviour &behaviour = setting_.facts.behaviours.of(callee);
  const ir::CallInfo &info = function_.call(v);
  if (behaviour.is_known() && behaviour.outcomes.empty() &&
      !is_throw(procedure.link_name))
    return found_end(before, v);
  bool can_throw = info.may_throw || info.has_unwind;
  if (can_throw && is_throw(procedure.link_name)) {
    bool is_given = std::ranges::any_of(
        function_.arguments(v), [&](ValueId argument) {
          return reaches_object(before, value(before, argument));
        });
    if (!is_given)
      out.push_back({before, true});
    return;
  }
  if (!behaviour.is_known()) {
    WalkState state = before;
    if (!info.does_not_return)
      call_unknown(state, v, out);
    return;
  }
  if (behaviour.keeps_all)
    for (std::uint32_t i = 0; i < function_.arguments(v).size(); ++i)
      if ((behaviour.spared != i ||
           before.object == WalkState::Object::kInContainer) &&
          reaches_object(before, value(before, function_.arguments(v)[i])))
        return;
  objects_.clear();
  if (!is_clear(before, v, behaviour)) {
    answer_.is_complete = false;
    return;
  }
  bool follows_throws = can_throw && (setting_.question.oom_throws ||
                                      !is_library(procedure.name));
  bool is_ignored = !setting_.plan.is_used(v) &&
                    unit_.types.is_pointer(function_.insts[v].type);
  bool is_taken = false; // on one of the ways to end
  std::vector<std::size_t> merged; // of `out`
  for (const infer::Outcome &outcome : behaviour.outcomes) {
    if ((outcome.throws && !follows_throws) ||
        (is_ignored && infer::gives_another(outcome, behaviour.outcomes)))
      continue;
    WalkState state = before;
    if (is_acquired_at(before, v) && is_hard_to_tell(behaviour, outcome))
      state.doubt();
    if (!is_allowed(state, v, outcome))
      continue;
    if (!apply(state, v, callee, outcome)) {
      is_taken = true;
      continue;
    }
    if (is_merged(outcome))
      merged.push_back(out.size());
    out.push_back({std::move(state), outcome.throws});
  }
  // Nobody looks at the result: whether it was taken is not known where ways
  // to end were merged.
  if (is_taken && before.object == WalkState::Object::kOurs &&
      !setting_.plan.is_used(v))
    for (std::size_t i : merged)
      out[i].state.doubt();
}

// Can callers tell that they have it?
bool PathWalker::is_hard_to_tell(const infer::Behaviour &behaviour,
                                 const infer::Outcome &outcome) const {
  const AccessPath &place = subject_.fresh->place;
  if (place == AccessPath::result())
    return outcome.value.is_new() && is_sometimes_borrowed(behaviour, outcome);
  return behaviour.source != infer::Behaviour::Source::kModel &&
         is_merged(outcome) && is_new_at(outcome, place) &&
         is_sometimes_missing(behaviour, outcome, place);
}

bool PathWalker::is_allowed(WalkState &state, ValueId v,
                            const infer::Outcome &outcome) const {
  bool is_site = is_acquired_at(state, v);
  auto code = [](ir::BinaryOp op) { return static_cast<std::uint8_t>(op); };
  for (const infer::Given &given : outcome.given) {
    PathValue at = read_path(state, v, given.path);
    if (at.is(Kind::kUnknown))
      continue;
    if (given.offset != 0)
      at = state.combine(ir::Op::kBinop, code(ir::BinaryOp::kAdd), at,
                         PathValue::number(given.offset));
    if (given.mask != 0)
      at = state.combine(
          ir::Op::kBinop, code(ir::BinaryOp::kAnd), at,
          PathValue::number(static_cast<std::int64_t>(given.mask)));
    // Who passes on a buffer of the caller does not think of null.
    bool is_assumed_null = is_site && given.is.is_zero() && given.is_pointer &&
                           !state.class_of(at).is_zero();
    if (is_assumed_null || is_relied_on(state, v, given) ||
        !state.restrict(at, given.is))
      return false;
  }
  for (const infer::Comparison &test : outcome.compared) {
    PathValue a = entry_value(state, v, test.a);
    PathValue b = entry_value(state, v, test.b);
    if (!a.is(Kind::kUnknown) && !b.is(Kind::kUnknown) &&
        !state.assume(state.compare(test.predicate, a, b), true))
      return false;
  }
  return true;
}

// Does the outcome need null for a parameter or a field that is passed on, and
// that nobody here ever compares with null?
bool PathWalker::is_relied_on(const WalkState &state, ValueId v,
                              const infer::Given &given) const {
  std::span<const ValueId> arguments = function_.arguments(v);
  if (!given.is.is_zero() || !given.is_pointer || given.path.length() > 0 ||
      given.path.root().kind != PathRoot::Kind::kParameter ||
      given.path.root().index >= arguments.size())
    return false;
  ValueId base = base_of(function_, arguments[given.path.root().index]);
  ir::Op op = function_.insts[base].op;
  bool is_field = op == ir::Op::kLoad &&
                  function_.insts[function_.operand(base, 0)].op ==
                      ir::Op::kField &&
                  !state.class_of(value(state, base)).is_zero();
  return (op == ir::Op::kParam || is_field) &&
         !setting_.plan.is_compared_with_null(function_, base);
}

bool PathWalker::is_acquired_at(const WalkState &state, ValueId v) const {
  return subject_.site.kind == Site::Kind::kCall && subject_.site.value == v &&
         state.object == WalkState::Object::kNotYet;
}

// The result of a function that only reads, asked again with the same.
PathValue PathWalker::pure_result(WalkState &state, ValueId v,
                                  ProcedureId callee) const {
  const model::FunctionModel *model =
      model::model_of(setting_.facts.program, setting_.facts.models, callee);
  bool is_pure = model && model->has_shape && model->effects.empty() &&
                 model->written.empty() && !model->shape.is_variadic &&
                 std::ranges::find(model->shape.params,
                                   model::ParamKind::kPointer) !=
                     model->shape.params.end();
  if (!is_pure)
    return {};
  PathValue out{Kind::kFunction, 0, callee.value, 0};
  for (ValueId argument : function_.arguments(v))
    out = state.combine(ir::Op::kCall, 0, out, value(state, argument));
  return out;
}

bool PathWalker::is_clear(const WalkState &state, ValueId v,
                          const infer::Behaviour &behaviour) const {
  if (state.object == WalkState::Object::kNotYet)
    return true;
  // Frees it, keeps it, or puts it where others find it.
  auto takes_object = [&](const infer::Outcome &outcome) {
    return std::ranges::any_of(outcome.effects, [&](const Effect &effect) {
      if (effect.kind == Effect::Kind::kWrite)
        return entry_value(state, v, effect.value).is(Kind::kObject) &&
               !state.is_local(cell_at(state, v, effect.path));
      return effect.kind != Effect::Kind::kForget &&
             ((!effect.path.is_deep() &&
               at_path(state, v, effect.path).is(Kind::kObject)) ||
              covers_object(state, v, effect.path));
    });
  };
  auto is_counted = [&](const AccessPath &path) {
    return path.length() > 0 &&
           cell_at(state, v, path).is(Kind::kObject);
  };
  if (std::ranges::any_of(behaviour.acquires, is_counted) ||
      std::ranges::any_of(behaviour.releases, is_counted))
    return false;
  std::vector<const infer::Outcome *> takes, leaves;
  for (const infer::Outcome &outcome : behaviour.outcomes)
    (takes_object(outcome) ? takes : leaves).push_back(&outcome);
  for (const infer::Outcome *a : takes)
    for (const infer::Outcome *b : leaves)
      if (!infer::are_told_apart(*a, *b))
        return false;
  return true;
}

PathValue PathWalker::at_path(const WalkState &state, ValueId v,
                              const AccessPath &path) const {
  PathValue at;
  switch (path.root().kind) {
  case PathRoot::Kind::kParameter: {
    std::span<const ValueId> arguments = function_.arguments(v);
    if (path.root().index >= arguments.size())
      return {};
    at = value(state, arguments[path.root().index]);
    break;
  }
  case PathRoot::Kind::kGlobal:
    at = {Kind::kGlobal, 0, path.root().index, 0};
    break;
  case PathRoot::Kind::kSite:
    if (path.root().index >= objects_.size())
      return {};
    at = objects_[path.root().index];
    break;
  default:
    return {};
  }
  for (const PathStep &step : path.steps()) {
    if (step.any_element)
      return {};
    at.offset += step.offset;
    auto found = state.memory().find(at);
    if (found == state.memory().end())
      return {};
    at = found->second;
  }
  return at;
}

PathValue PathWalker::read_path(WalkState &state, ValueId v,
                                const AccessPath &path) const {
  PathValue at = at_path(state, v, path);
  if (!at.is(Kind::kUnknown) || path.length() == 0 ||
      path.steps().back().any_element || path.is_deep())
    return at;
  PathValue address = read_path(state, v, holder_of(path));
  if (address.is(Kind::kUnknown) || address.is(Kind::kNumber) ||
      address.is(Kind::kObject))
    return {};
  address.offset += path.steps().back().offset;
  return state.read(address);
}

// What the cells of the object hold: a deep path stands for that and for all
// that is found from there.
std::vector<PathValue> PathWalker::below(const WalkState &state,
                                         const PathValue &object) const {
  std::vector<PathValue> out;
  at_cells(state, object, std::nullopt, out);
  for (const PathValue &element : state.elements_of(object))
    at_cells(state, element, std::nullopt, out);
  return out;
}

bool PathWalker::covers_object(const WalkState &state, ValueId v,
                               const AccessPath &path) const {
  if (state.object == WalkState::Object::kNotYet &&
      path.root().kind != PathRoot::Kind::kSite)
    return false;
  AccessPath before(path.root());
  for (const PathStep &step : path.steps()) {
    if (step.any_element) {
      PathValue array = at_path(state, v, before);
      return std::ranges::any_of(state.memory(), [&](const auto &cell) {
        return cell.first.kind == array.kind && cell.first.id == array.id &&
               reaches_object(state, cell.second);
      });
    }
    before = before.then(step);
  }
  return path.is_deep() &&
         reaches_object(state, below(state, at_path(state, v, before)));
}

PathValue PathWalker::cell_at(const WalkState &state, ValueId v,
                              const AccessPath &path) const {
  if (path.length() == 0 || path.steps().back().any_element)
    return {};
  PathValue at = at_path(state, v, holder_of(path));
  if (!at.is(Kind::kUnknown))
    at.offset += path.steps().back().offset;
  return at;
}

bool PathWalker::apply(WalkState &state, ValueId v, ProcedureId callee,
                       const infer::Outcome &outcome) {
  bool is_site = is_acquired_at(state, v);
  // Paths name what was there at entry, and the objects that are new.
  objects_.clear();
  for (const std::optional<AccessPath> &place : infer::places_of_new(outcome)) {
    bool is_ours = is_site && place == subject_.fresh->place;
    if (is_ours)
      state.object = WalkState::Object::kOurs;
    objects_.push_back(is_ours ? PathValue{Kind::kObject, 0, 0, 0}
                               : state.make());
    // Perhaps others have it, and callers cannot tell.
    if (!is_ours && place == AccessPath::result() &&
        is_sometimes_borrowed(setting_.facts.behaviours.of(callee), outcome))
      state.give_away(objects_.back());
  }
  const WalkState before = state;
  bool is_acquired = is_site && before.object == WalkState::Object::kOurs;
  if (is_acquired && (is_holder_kept(outcome) || state.is_number_free))
    return false; // others find it there
  if (is_perhaps_object(before, v, outcome.value))
    return false;
  // The result may be an argument that is freed: it is read first.
  PathValue result = of_term(state, before, v, outcome.value, outcome.result);
  // Cells that are written hold their value at the end, whatever else changed.
  WalkState unwritten = before;
  bool is_any_forgotten = std::ranges::any_of(
      outcome.effects, [](const Effect &effect) {
        return effect.kind == Effect::Kind::kForget;
      });
  for (const Effect &effect : outcome.effects)
    if (is_any_forgotten && effect.kind == Effect::Kind::kWrite &&
        effect.is_certain)
      unwritten.forget_if([cell = cell_at(before, v, effect.path)](
                              const PathValue &at) { return at == cell; });
  for (bool is_forgotten : {true, false})
    for (const Effect &effect : outcome.effects)
      if ((effect.kind == Effect::Kind::kForget) == is_forgotten &&
          !apply_effect(state, before, unwritten, v, effect))
        return false;
  if (!is_home_known(state))
    return false;
  if (outcome.effects.empty() && outcome.value.kind == Term::Kind::kUnknown)
    if (PathValue again = pure_result(state, v, callee);
        !again.is(Kind::kUnknown))
      result = again;
  if (entry_value(before, v, outcome.value).is(Kind::kUnknown) &&
      is_stranger(before, v))
    state.note_from_strangers(result);
  if (result.is(Kind::kSymbol) && !state.restrict(result, outcome.result))
    return false;
  if (!outcome.objects.empty() && outcome.value.kind == Term::Kind::kUnknown &&
      fails_negatively(setting_.facts.behaviours.of(callee)) &&
      !state.restrict(result, NumberClass::signs(NumberClass::kZero |
                                                 NumberClass::kPositive)))
    return false;
  if (is_acquired)
    note_companions(state, before, v, setting_.facts.behaviours.of(callee),
                    outcome, result);
  state.set(v, result);
  return true;
}

// Is the callee given nothing of what only this function knows?
bool PathWalker::is_stranger(const WalkState &state, ValueId v) const {
  return std::ranges::none_of(function_.arguments(v), [&](ValueId argument) {
    return state.leads_to_own(value(state, argument));
  });
}

// Does the callee keep the record that it puts the object into?
bool PathWalker::is_holder_kept(const infer::Outcome &outcome) const {
  const AccessPath &place = subject_.fresh->place;
  return place.length() > 0 &&
         std::ranges::any_of(outcome.effects, [&](const Effect &effect) {
           return effect.kind == Effect::Kind::kKeep &&
                  effect.path.covers(holder_of(place));
         });
}

// What the callee returns when it leaves nothing there, called like this.
NumberClass
PathWalker::results_without(const WalkState &before, ValueId v,
                            const infer::Behaviour &behaviour) const {
  NumberClass out = NumberClass::none();
  for (const infer::Outcome &outcome : behaviour.outcomes) {
    WalkState state = before;
    if (!outcome.throws && !is_new_at(outcome, subject_.fresh->place) &&
        is_allowed(state, v, outcome))
      out = out.join(outcome.result);
  }
  return out;
}

// Numbers that come with the object.  What a specification does not tie to it
// says nothing about it.
void PathWalker::note_companions(WalkState &state, const WalkState &before,
                                 ValueId v, const infer::Behaviour &behaviour,
                                 const infer::Outcome &outcome,
                                 const PathValue &result) const {
  if (behaviour.source == infer::Behaviour::Source::kModel)
    return;
  if (outcome.value.kind == Term::Kind::kUnknown ||
      (outcome.value.kind == Term::Kind::kPath && !outcome.value.is_pointer))
    state.note_companion(result,
                         result.offset == 0
                             ? results_without(before, v, behaviour)
                             : NumberClass::any());
  for (const Effect &effect : outcome.effects) {
    bool is_number =
        effect.value.kind == Term::Kind::kUnknown ||
        (effect.value.kind == Term::Kind::kPath && !effect.value.is_pointer &&
         effect.value.offset != 0); // a count
    if (effect.kind != Effect::Kind::kWrite || !is_number)
      continue;
    auto held = state.memory().find(cell_at(before, v, effect.path));
    if (held != state.memory().end())
      state.note_companion(held->second, NumberClass::any());
  }
}

PathValue PathWalker::entry_value(const WalkState &state, ValueId v,
                                  const Term &term) const {
  if (term.kind == Term::Kind::kNumber)
    return PathValue::number(term.number);
  if (term.kind != Term::Kind::kPath || term.is_perhaps)
    return {};
  PathValue at = at_path(state, v, term.path);
  if (at.is(Kind::kNumber))
    at.id += term.offset;
  else if (!at.is(Kind::kUnknown))
    at.offset += term.offset;
  return at;
}

bool PathWalker::is_perhaps_object(const WalkState &state, ValueId v,
                                   Term term) const {
  if (!term.is_perhaps)
    return false;
  term.is_perhaps = false;
  return reaches_object(state, entry_value(state, v, term));
}

PathValue PathWalker::of_term(WalkState &state, const WalkState &before,
                              ValueId v, const Term &term,
                              const NumberClass &is) {
  PathValue known = entry_value(before, v, term);
  if (!known.is(Kind::kUnknown))
    return known;
  return state.symbol(is);
}

bool PathWalker::is_only_modelled(ValueId call) const {
  return std::ranges::all_of(
      infer::followed(setting_.facts.program, setting_.procedure, call),
      [&](ProcedureId callee) {
        return setting_.facts.behaviours.of(callee).source ==
               infer::Behaviour::Source::kModel;
      });
}

// `fclose(NULL)`: what is no memory must be there to be released.
bool PathWalker::is_fatal_release(ValueId v, const Effect &effect,
                                  const PathValue &at) const {
  if (at != PathValue::number(0) || !effect.family.valid())
    return false;
  const model::Family &family = setting_.facts.models.family(effect.family);
  return !family.is_memory && !family.is_handle && is_only_modelled(v);
}

bool PathWalker::apply_effect(WalkState &state, const WalkState &before,
                              const WalkState &unwritten, ValueId v,
                              const Effect &effect) {
  PathValue at = at_path(before, v, effect.path);
  if (effect.kind != Effect::Kind::kWrite &&
      covers_object(before, v, effect.path))
    return false;
  if (effect.path.is_deep() && effect.kind != Effect::Kind::kForget) {
    for (const PathValue &held : below(before, at))
      state.give_away(held);
    return true;
  }
  switch (effect.kind) {
  case Effect::Kind::kFree:
    if (is_fatal_release(v, effect, at))
      return false;
    if (!at.is(Kind::kObject)) {
      state.is_number_free |=
          at.is(Kind::kNumber) && subject_.site.family == effect.family &&
          !setting_.facts.models.family(effect.family).is_memory;
      // The record that owned it is freed.
      state.is_home_gone |= effect.is_certain && at.is(Kind::kSymbol) &&
                            at.offset == 0 && at.kind == state.home.kind &&
                            at.id == state.home.id &&
                            state.object == WalkState::Object::kOurs;
      if (!state.is_local(at))
        return true;
      // A new one takes its place: what lay there has moved, as realloc() does,
      // or perhaps something else has become of it.
      if (is_only_modelled(v) && objects_.size() == 1)
        state.move_cells(at, objects_[0]);
      else if (!objects_.empty() && reaches_object(state, at))
        return false;
      state.forget_object(at); // what only it holds is lost
      return true;
    }
    return effect.is_certain && freed(state, v);
  case Effect::Kind::kKeep:
    if (reaches_object(before, at))
      return false;
    state.give_away(at);
    return true;
  case Effect::Kind::kForget:
    // Who changes a record and frees it may have freed what it held.
    if (state.is_local(at)) {
      if (!at.is(Kind::kObject) && reaches_object(unwritten, at))
        return false;
      state.forget_object(at);
    } else {
      if (state.is_at_home())
        return false; // perhaps the cell that owns it
      return forget(state, before, v, effect.path);
    }
    return true;
  case Effect::Kind::kWrite: {
    if (is_perhaps_object(before, v, effect.value))
      return false;
    PathValue cell = cell_at(before, v, effect.path);
    PathValue now = of_term(state, before, v, effect.value, effect.value.is);
    if (!state.is_local(cell) || !effect.is_certain) {
      if (reaches_object(state, now))
        return false;
      state.give_away(now);
    }
    if (cell.is(Kind::kUnknown))
      return forget(state, before, v, holder_of(effect.path));
    std::vector<PathValue> lost =
        state.write(cell, effect.is_certain ? now : state.symbol());
    for (const PathValue &other : more_cells(state, cell, effect.bytes))
      std::ranges::copy(
          state.write(other, effect.is_certain ? now : state.symbol()),
          std::back_inserter(lost));
    return !reaches_object(state, lost);
  }
  }
  return true;
}

// Of a record that is cleared: behind the first cell those of pointers, and all
// that are known.
std::vector<PathValue> PathWalker::more_cells(const WalkState &state,
                                              PathValue cell,
                                              std::int64_t bytes) const {
  std::vector<PathValue> out;
  if (bytes <= kWord)
    return out;
  for (const auto &[other, held] : state.memory())
    if (other.kind == cell.kind && other.id == cell.id &&
        other.offset > cell.offset && other.offset - cell.offset < bytes)
      out.push_back(other);
  for (std::int64_t i = kWord; i + kWord <= bytes; i += kWord) {
    PathValue other = cell;
    other.offset += i;
    if (std::ranges::find(out, other) == out.end())
      out.push_back(other);
  }
  return out;
}

// Two names that are not known to lead to one object lead to two: what a
// callee changes under one is not changed under another.
bool PathWalker::forget(WalkState &state, const WalkState &before, ValueId v,
                        const AccessPath &path) const {
  std::optional<std::vector<PathValue>> all = all_at_path(before, v, path);
  if (!all)
    state.forget_outside();
  for (const PathValue &at : all.value_or(std::vector<PathValue>())) {
    if (!at.is(Kind::kObject) && reaches_object(before, at))
      return false;
    if (path.is_deep())
      state.forget_reachable(at);
    else
      state.forget_object(at);
  }
  return true;
}

std::optional<std::vector<PathValue>>
PathWalker::all_at_path(const WalkState &state, ValueId v,
                        const AccessPath &path) const {
  PathValue root = at_path(state, v, AccessPath(path.root()));
  if (root.is(Kind::kUnknown))
    return std::nullopt;
  std::vector<PathValue> at{root};
  for (const PathStep &step : path.steps()) {
    std::vector<PathValue> next;
    for (PathValue base : at) {
      if (step.any_element)
        for (const PathValue &element : state.elements_of(base))
          at_cells(state, element, std::nullopt, next);
      base.offset += step.offset;
      at_cells(state, base,
               step.any_element ? std::nullopt : std::optional(base.offset),
               next);
    }
    at = std::move(next);
  }
  return at;
}

bool PathWalker::freed(WalkState &state, ValueId at, const char *how) {
  if (state.object == WalkState::Object::kFreed) {
    bool is_better = !answer_.double_free ||
                     (answer_.double_free->is_doubtful && !state.is_doubtful());
    if (is_better && subject_.may_be_freed_again)
      answer_.double_free =
          PathAnswer::Event{at, "it is freed again", witness(state, at),
                            state.is_doubtful(), state.freed_at};
    return false;
  }
  if (state.object == WalkState::Object::kInContainer && state.inner->empty())
    state.other = state.in; // which may free it again
  state.object = WalkState::Object::kFreed;
  state.freed_at = at;
  if (*how) {
    WitnessStep step;
    step.kind = WitnessStep::Kind::kEvent;
    step.value = at;
    step.message = how;
    state.steps.push_back(step);
  }
  return subject_.may_be_freed_again;
}

} // namespace wt::ownership
